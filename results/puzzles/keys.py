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


def neighbours(place):
    """The places joined to a place by a line of the board; some may be outside the board."""
    if len(place) == 4:  # a midpoint
        return {column + row for column in place[:2] for row in place[2:]}
    x, y = ord(place[0]), int(place[1])
    found = {chr(x + 1) + str(y), chr(x - 1) + str(y), chr(x) + str(y + 1), chr(x) + str(y - 1)}
    for dx, dy in (1, 1), (1, -1), (-1, 1), (-1, -1):
        column, row = min(x, x + dx), min(y, y + dy)  # of the cell between; the parity of A is that of 1
        if (column + row) % 2 == 1:
            found.add(f"{chr(column)}{chr(column + 1)}{row}{row + 1}")
        elif (dx == dy) == (column % 2 == 1):
            found.add(chr(x + dx) + str(y + dy))
    return found


def joins_chains_on_edge(position, place):
    """Whether the place is a point on the edge of the board, and a stone there joins chains of its colour."""
    board = position.board
    if len(place) == 4 or not neighbours(place) - set(board.places):
        return False
    colour = 1 if position.to_move == "V" else -1
    own = {other for other, stone in zip(board.places, position.stones) if stone == colour}
    left, chains = neighbours(place) & own, 0
    while left:
        chains += 1
        chain = [left.pop()]
        for stone in chain:
            chain.extend((neighbours(stone) & own) - set(chain))
        left -= set(chain)
    return chains > 1


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
        "connects underneath: it is on the edge, and joins chains": joins_chains_on_edge(position, name.rstrip("*")),
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
