#!/usr/bin/env python3
"""Counts what the first moves of puzzles do, on 6x6 and on all boards.

Usage: keys.py FILE.puzzles.jsonl...    (needs the Python module onyx)
"""
import json
import sys
from collections import Counter

import onyx


def captures(position):
    """The capturing moves without their stars."""
    return {move.rstrip("*") for move in position.moves() if move.endswith("*")}


def other_to_move(position):
    return onyx.Position.from_stones(position.board, position.stones, "H" if position.to_move == "V" else "V")


def deeds(puzzle):
    """What the first move does; experiments/puzzles/measures.h explains `looks`."""
    position = onyx.Position(puzzle["position"])
    name, *line = puzzle["main_line"]
    key = next(move for move in position.moves() if move.rstrip("*") == name.rstrip("*"))
    after = position.play(key)
    looks = puzzle["measures"]["looks"]
    gives_up = "gives a stone" in looks
    return {
        "captures a pair": key.count("*") == 1,
        "captures two pairs": key.count("*") == 2,
        "takes a midpoint": len(name.rstrip("*")) == 4,
        "gives up two stones: the opponent can capture its own stone and another": gives_up,
        "allows a capture: the opponent can capture, but not its stone": bool(captures(after)) and not gives_up,
        "prevents every capture that the opponent has":
            not captures(after) and bool(captures(other_to_move(position))),
        "refuses a capture: a capture is there, and is not played": "*" not in key and bool(captures(position)),
        "is quiet and next to no stone": {"quiet", "away"} <= set(looks),
        "is quiet": "quiet" in looks,
    }


def main():
    on_6x6, on_all = Counter(), Counter()
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as puzzles:
            for puzzle in map(json.loads, puzzles):
                on_all.update(deeds(puzzle))
                if puzzle["board"] == "6x6":
                    on_6x6.update(deeds(puzzle))
    for deed in on_all:
        print(f"| {deed} | {on_6x6[deed]} | {on_all[deed]} |")


main()
