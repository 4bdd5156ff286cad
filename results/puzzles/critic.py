#!/usr/bin/env python3
"""What a critic asks of a collection of puzzles, and the fit of the rule of difficulty.

    results/puzzles/critic.py FILE...         tables
    results/puzzles/critic.py --fit FILE...   the fit; exit code 1 if it is not the rule in difficulty.h

needs.txt says of each puzzle the level, 1 to 5, on which a
human-like solver solves it (6: on none), and the positions that it looks at; version 3810e6dc of onyx made it.
"""
import json
import math
import pathlib
import re
import statistics
import sys
from collections import Counter

HERE = pathlib.Path(__file__).resolve().parent
HEADER = (HERE / "../../experiments/puzzles/difficulty.h").read_text()
# Name, whether the points are set and not fitted, points.
RULE = [(name, is_set == "true", int(points))
        for name, is_set, points in re.findall(r'Feature\{"([^"]+)",.*?(true|false),\s*(\d+)\}', HEADER, re.S)]
CUTS = [int(cut) for cut in re.search(r"kCuts\{([^}]*)\}", HEADER)[1].split(",")]


def features(puzzle):
    """As features_of in difficulty.cpp."""
    def reached(number, steps):
        return sum(number >= step for step in steps)
    measures = puzzle["measures"]
    length = puzzle["plies"] // 4 if puzzle["kind"] == "draw" else (puzzle["plies"] - 3) // 2
    return [min(measures["refutations"] - 1, 3), int(not measures["his_best_point"]), min(length, 4),
            reached(measures["before_key"], (2, 4, 8)), int("quiet" in measures["looks"]),
            int("away" in measures["looks"]), reached(sum(move["tempting"] for move in puzzle["wrong"]), (3, 6, 10)),
            reached(measures["long_refutations"], (1, 4, 10))]


def correlation(a, b):
    """Rank correlation after Spearman; ties share their ranks."""
    def ranks(values):
        order = sorted(values)
        return [order.index(value) + (order.count(value) - 1) / 2 for value in values]
    return statistics.correlation(ranks(a), ranks(b))


def least_squares(rows, values):
    """The normal equations, by elimination with pivots; rows are independent."""
    size = len(rows[0])
    table = [[sum(row[i] * row[j] for row in rows) for j in range(size)] +
             [sum(row[i] * value for row, value in zip(rows, values))] for i in range(size)]
    for i in range(size):
        best = max(range(i, size), key=lambda row: abs(table[row][i]))
        table[i], table[best] = table[best], table[i]
        for row in set(range(size)) - {i}:
            factor = table[row][i] / table[i][i]
            table[row] = [x - factor * y for x, y in zip(table[row], table[i])]
    return [table[i][size] / table[i][i] for i in range(size)]


def fit(puzzles, needs):
    """Prints doublings of the positions and points for each feature; whether they are the rule."""
    all_features = [features(puzzle) for puzzle in puzzles]
    doublings = {i: points / 2 for i, (_, is_set, points) in enumerate(RULE) if is_set}
    rest = [need - sum(doublings[i] * row[i] for i in doublings) for need, row in zip(needs, all_features)]
    used = [i for i in range(len(RULE)) if i not in doublings and len({row[i] for row in all_features}) > 1]
    *slopes, base = least_squares([[row[i] for i in used] + [1] for row in all_features], rest)
    while min(slopes) < 0:
        used.pop(slopes.index(min(slopes)))  # leave out features that make puzzles easier
        *slopes, base = least_squares([[row[i] for i in used] + [1] for row in all_features], rest)
    doublings |= dict(zip(used, slopes))
    points = [math.floor(2 * doublings.get(i, 0) + 0.5) for i in range(len(RULE))]
    sums = sorted(sum(p * x for p, x in zip(points, row)) for row in all_features)
    cuts = [sums[int(share * len(sums))] for share in (0.2, 0.5, 0.78, 0.93)]  # least sums for 2 to 5 stars
    for i, (name, _, rule) in enumerate(RULE):
        print(f"{doublings.get(i, 0):9.2f} doublings, {points[i]} points, of the rule {rule}: {name}")
    print(f"base: {base:.2f} doublings; cuts: {cuts}, of the rule {CUTS}")
    by_rule = [sum(rule * x for (_, _, rule), x in zip(RULE, row)) for row in all_features]
    stars = [puzzle["difficulty"] for puzzle in puzzles]
    print(f"rank correlation of need: stars {correlation(stars, needs):.2f}, rule {correlation(by_rule, needs):.2f}")
    return points == [rule for _, _, rule in RULE] and cuts == CUTS


def table(title, names, whole):
    print(title + ":")
    for name, count in sorted(Counter(names).items()):
        print(f"{count:8}  {100 * count / whole:5.1f} %  {name}")


def critic(puzzles, rated, levels, needs):
    """Prints the tables, of the human-like solver only where needs.txt has the puzzle."""
    measures, whole = [puzzle["measures"] for puzzle in puzzles], len(puzzles)
    print("puzzles:", whole)
    table("kinds", (p["kind"] for p in puzzles), whole)
    table("themes", (theme for p in puzzles for theme in p["themes"]), whole)
    table("different refutations", (str(m["refutations"]) if m["refutations"] < 5 else "5 or more" for m in measures), whole)
    table("the key is his best point", (str(m["his_best_point"]) for m in measures), whole)
    bands = ((0, "0"), (3, "1 to 3"), (9, "4 to 9"), (math.inf, "10 or more"))
    table("long refutations", (next(n for most, n in bands if m["long_refutations"] <= most) for m in measures), whole)
    table("the key looks", (look for m in measures for look in m["looks"] or ["well"]), whole)
    if not rated:
        return
    stars = [puzzle["difficulty"] for puzzle in rated]
    print("human-like solver, by stars: puzzles, solved by level 1, 2, ... at the latest:")
    for star in sorted(set(stars)):
        own = [level for level, s in zip(levels, stars) if s == star]
        shares = (f"{100 * sum(level <= most for level in own) / len(own):5.1f} %" for most in range(1, 6))
        print(f"{star:8}  {len(own):5}  {'  '.join(shares)}")
    print(f"rank correlation of stars and need: {correlation(stars, needs):.2f}")


def main(arguments):
    is_fit = arguments[:1] == ["--fit"]
    puzzles = [json.loads(line) for name in arguments[is_fit:] for line in open(name)]
    if not puzzles:
        sys.exit(__doc__)
    solved = dict(line.split(maxsplit=1) for line in (HERE / "needs.txt").read_text().splitlines())
    rated = [puzzle for puzzle in puzzles if is_fit or puzzle["id"] in solved]
    pairs = [tuple(map(int, solved[puzzle["id"]].split())) for puzzle in rated]
    levels = [level for level, _ in pairs]
    needs = [math.log2(looked_at) + (level == 6) for level, looked_at in pairs]
    return not fit(rated, needs) if is_fit else critic(puzzles, rated, levels, needs)


sys.exit(main(sys.argv[1:]))
