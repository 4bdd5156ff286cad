"""The connection game Onyx: positions, their exact values, proofs, and the referee that checks them.

__init__.pyi says what each function takes and gives; tutorial.ipynb shows them at work.
"""
from ._onyx import (
    UNKNOWN,
    Board,
    Certificate,
    FileError,
    InputError,
    Position,
    __version__,
    analyse,
    check,
    judge,
    query,
    solve,
    values,
)

__all__ = ["UNKNOWN", "Board", "Certificate", "FileError", "InputError", "Position", "analyse", "check",
           "judge", "query", "solve", "values"]
