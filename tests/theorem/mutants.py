#!/usr/bin/env python3
"""Spoils certificates at random, for a test of checkers:

    mutants.py NUMBER SEED FOLDER CERTIFICATE...

writes so many into the folder, each with one change in what is claimed or what proves it.
"""
import copy
import json
import random
import re
import sys
from pathlib import Path


def place(rng, position):
    """The name of some point of the position's board."""
    rows = position.split()[0].split("/")
    width = sum(int(n) if n.isdigit() else 1 for n in re.findall(r"\d+|[VH]", rows[0]))
    return "ABCDEFGHIJKLMNOPQRST"[rng.randrange(width)] + str(rng.randrange(len(rows)) + 1)


def other_stone(rng, position):
    """The position with a stone of the other colour, or the other side to move."""
    at = rng.choice([i for i, c in enumerate(position) if c in "VH" and (i + 1 == len(position)
                     or position[i + 1] in "VH/0123456789 ,")])
    return position[:at] + ("H" if position[at] == "V" else "V") + position[at + 1:]


def some_strategy(rng, certificate):
    return rng.choice([s for s in certificate["strategies"].values() if s])


def wrong_move(rng, certificate):
    strategy = some_strategy(rng, certificate)
    key = rng.choice(list(strategy))
    strategy[key] = place(rng, key)


def missing_entry(rng, certificate):
    strategy = some_strategy(rng, certificate)
    del strategy[rng.choice(list(strategy))]


def other_key(rng, certificate):
    strategy = some_strategy(rng, certificate)
    key = rng.choice(list(strategy))
    strategy[other_stone(rng, key)] = strategy.pop(key)


def other_position(rng, certificate):
    certificate["position"] = other_stone(rng, certificate["position"])


def other_line(rng, certificate):
    cycle = certificate["line"]["cycle"]
    kind, i = rng.randrange(3), rng.randrange(len(cycle))
    if kind == 0:
        del cycle[i]
    elif kind == 1:
        cycle[i] = place(rng, certificate["position"])
    else:
        j = rng.randrange(len(cycle))
        cycle[i], cycle[j] = cycle[j], cycle[i]


def other_game(rng, certificate):
    moves = certificate["game"]["moves"]
    moves[rng.randrange(len(moves))] = place(rng, certificate["position"])


def mutant(rng, certificate):
    kinds = [other_position]
    if "strategies" in certificate and any(certificate["strategies"].values()):
        kinds += [wrong_move, wrong_move, missing_entry, other_key]
    if certificate.get("line", {}).get("cycle"):
        kinds.append(other_line)
    if "game" in certificate:
        kinds.append(other_game)
    changed = copy.deepcopy(certificate)
    while changed == certificate:
        rng.choice(kinds)(rng, changed)
    return changed


def main():
    number, seed, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    rng = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    for i in range(number):
        path = rng.choice(sys.argv[4:])
        certificate = json.loads(Path(path).read_text(encoding="utf-8"))
        text = json.dumps(mutant(rng, certificate))
        (folder / f"{i:04}-{Path(path).name}").write_text(text, encoding="utf-8")


main()
