"""What the module onyx offers.

Positions, games and moves are texts in any form that the command line takes (core/line.h); a game stands for its
last position where a position is asked for. Results are what the command of that name prints with --json. Limits
are in seconds and bytes; a position that a limit leaves open has the value "unknown". Ctrl-C ends every function,
and other threads run meanwhile. What cannot be read raises InputError or FileError with the reason.
"""
import os
from typing import Any, Final, Literal, Mapping, Optional, Union

import numpy as np
import numpy.typing as npt

Side = Literal["V", "H"]
Text = Union[str, "Position"]
File = Union[str, "os.PathLike[str]"]

__version__: Final[str]
UNKNOWN: Final[int]
"""What values() gives for a position that a limit left open."""

class InputError(ValueError):
    """Text, an array or a number that the caller can correct."""

class FileError(OSError):
    """A file that could not be read or written."""

class Board:
    """A board of one size; all boards of a size are equal."""

    def __init__(self, size: str) -> None:
        """Board("5x4"): five points wide, four high."""
    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def places(self) -> list[str]:
        """The names of the places, in the order of arrays: points by row from A1, then midpoints by row."""
    def open(self) -> Position:
        """The empty board, V to move."""
    def standard(self) -> Position:
        """The standard setup; InputError if the size has none."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...

class Position:
    """A legal position. It never changes, is a picture in notebooks, and its text with str()."""

    def __init__(self, text: str) -> None: ...
    @staticmethod
    def from_stones(board: Board, stones: npt.NDArray[np.int8], to_move: Side = "V") -> Position:
        """The position with these numbers on its places: 1 for V, -1 for H, 0 for an empty place."""
    @property
    def board(self) -> Board: ...
    @property
    def to_move(self) -> Side: ...
    @property
    def stones(self) -> npt.NDArray[np.int8]:
        """As from_stones() takes them; a new array each time."""
    @property
    def is_finished(self) -> bool: ...
    @property
    def winner(self) -> Optional[Side]: ...
    def moves(self) -> list[str]:
        """The legal moves, with a * for each pair that they capture; none if the game is over."""
    def play(self, *moves: str) -> Position:
        """The position after the moves, each an argument of its own or several in a text."""
    def diagram(self) -> str:
        """The board as lines of text."""
    def svg(self, grid: bool = False, values: Mapping[str, str] = {}) -> str:
        """A picture. `values` has for some legal moves "V wins", "H wins", "draw" or "unknown", which is drawn."""
    def _repr_svg_(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...

class Certificate:
    """A certificate in JSON or compact form, ready to be asked. check() tells whether it holds."""

    def __init__(self, file_or_bytes: Union[File, bytes]) -> None: ...
    @property
    def claim(self) -> Literal["draw", "V wins", "H wins", "cycle"]: ...
    @property
    def position(self) -> Position: ...
    @property
    def entries(self) -> int:
        """Positions that have a move."""
    def at(self, position: Text) -> Optional[dict[str, Any]]:
        """The owner's move, or an answer to each reply, as onyx query gives it; None if play does not get there."""
    def value_of(self, position: Text) -> Optional[str]:
        """The value, if the certificate proves it."""
    def longest_line(self, time_limit: Optional[float] = None) -> Optional[dict[str, Any]]:
        """The longest resistance, as onyx query --line gives it; None if the limit came first."""
    def save(self, path: File) -> None: ...
    def __bytes__(self) -> bytes: ...

def solve(position: Text, time_limit: Optional[float] = None, memory_limit: Optional[int] = None, threads: int = 1,
          certificate: bool = False) -> dict[str, Any]:
    """The value, distance and best moves, as onyx solve gives them.

    With `certificate`, the key "certificate" has a Certificate, or None if a limit came first.
    """

def values(board: Board, stones: npt.NDArray[np.int8], to_move: Union[Side, npt.NDArray[np.int8]] = "V",
           time_limit: Optional[float] = None, threads: int = 1) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]:
    """Many positions of one board: values and plies to the win.

    A row of `stones` is a position, as Position.stones gives it; `to_move` is one side for all of them, or 1 for V
    and -1 for H for each. The values are 1 (V wins), -1 (H wins), 0 (draw) and UNKNOWN; the plies are -1 where there
    is no win or only a bound is known. The limit is for each position.
    """

def analyse(game: Text, time_limit: Optional[float] = 5.0, threads: int = 1, all: bool = False) -> dict[str, Any]:
    """A game ply by ply, or a position move by move, as onyx analyse gives it. The limit is for each position."""

def judge(claim: Text, time_limit: Optional[float] = 300.0, threads: int = 1, mistakes: bool = False) -> dict[str, Any]:
    """The answer to a claim that play repeats, as onyx judge gives it; "certificate" has a Certificate or None."""

def check(file_or_bytes: Union[Certificate, File, bytes], memory_limit: Optional[int] = None) -> dict[str, Any]:
    """The referee's verdict, as onyx check gives it, on a certificate, a pack, a table or a game with one mistake.

    Raises MemoryError if the certificate takes more memory than `memory_limit`, in bytes.
    """

def query(file: File, *positions: Text) -> list[dict[str, Any]]:
    """What a certificate, a pack, a folder of them, or a table knows, as onyx query gives it."""
