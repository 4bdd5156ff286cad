#!/usr/bin/env python3
"""Counts the games of 4x5 that meet a draw. All draws of 4x5 are known.

Usage: met_draws.py VALUES FILE.games...    (needs the Python module onyx)

VALUES has the draws that are on no cycle, a line `POSITION; draw` for each, and other lines, as `onyx proofgame --resume`
writes them; the draws on cycles come from the atlas. The other files have a game record on each line, as `onyx selfplay`
writes them.
"""
import json
import pathlib
import sys

import onyx

ATLAS = pathlib.Path(__file__).resolve().parent / "../atlas/atlas.json"


def line(start, moves):
    """The positions of a line of play, the first one included."""
    positions = [start]
    for move in moves.split():
        positions.append(positions[-1].play(move))
    return map(str, positions)


def main():
    values, *files = sys.argv[1:]
    with open(values, encoding="utf-8") as lines:
        draws = {text.partition(";")[0] for text in lines if text.endswith("; draw\n")}
    for one in json.loads(ATLAS.read_text())["classes"]:
        if "repetitions/4x5.pack#" in one["file"]:
            draws.update(line(onyx.Position(one["position"]), one["cycle"]))
    print(len(draws), "draws")
    for name in files:
        with open(name, encoding="utf-8") as games:
            found = [not draws.isdisjoint(line(onyx.Position(setup), moves))
                     for setup, _, moves in (game.partition(" ") for game in games)]
        print(f"{name}: {sum(found)} of {len(found)} games meet a draw")


main()
