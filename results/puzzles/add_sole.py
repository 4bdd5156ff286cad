#!/usr/bin/env python3
"""Adds the fields `sole` and `not_sole_at` to wins that lack them: may the solver win by another move?

Usage: add_sole.py FILE.puzzles.jsonl...    (needs the Python module onyx; seconds to minutes a file)

Every other move at each of the solver's moves is decided, however long its win. If one stays undecided, the puzzle
keeps lacking the fields. `onyx puzzles --verify` checks them by proofs.
"""
import json
import os
import sys

import numpy as np
import onyx

SECONDS_A_MOVE = 60


def not_sole_at(puzzle):
    """The indices in the main line where another move also wins; None if that stays undecided."""
    position = onyx.Position(puzzle["position"])
    line = puzzle["main_line"]
    indices = []
    for index in range(0, len(line) - 1, 2):
        others = [position.play(move) for move in position.moves() if move.rstrip("*") != line[index].rstrip("*")]
        to_move = others[0].to_move
        values, _ = onyx.values(position.board, np.array([other.stones for other in others]), to_move, SECONDS_A_MOVE)
        if (values == (1 if to_move == "H" else -1)).any():
            indices.append(index)
        elif (values == onyx.UNKNOWN).any():
            return None
        position = position.play(*line[index:index + 2])
    return indices


def with_sole(puzzle):
    if puzzle["kind"] != "win" or "sole" in puzzle or (indices := not_sole_at(puzzle)) is None:
        return puzzle
    fields = {"sole": not indices} | ({"not_sole_at": indices} if indices else {})
    result = {}
    for key, value in puzzle.items():
        result[key] = value
        if key == "main_line":
            result |= fields
    return result


def main():
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            puzzles = [with_sole(json.loads(line)) for line in file]
        with open(name + ".new", "w", encoding="utf-8") as file:
            for puzzle in puzzles:
                file.write(json.dumps(puzzle, separators=(",", ":"), ensure_ascii=False) + "\n")
        os.replace(name + ".new", name)
        wins = [puzzle for puzzle in puzzles if puzzle["kind"] == "win"]
        print(f"{name}: {len(wins)} wins, {sum(p.get('sole', False) for p in wins)} of them sole, "
              f"{sum('sole' not in p for p in wins)} undecided", flush=True)


if __name__ == "__main__":
    main()
