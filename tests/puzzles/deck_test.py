#!/usr/bin/env python3
"""Whether results/puzzles/anki.py makes one card of each puzzle: deck_test.py TOP ONYX.

The question must be well-formed and show one diagram and three hints, but not the answer.
"""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

top, onyx = pathlib.Path(sys.argv[1]), sys.argv[2]
puzzles = {puzzle["id"]: puzzle for file in (top / "tests/puzzles").glob("*.puzzles.jsonl")
           for puzzle in map(json.loads, file.read_text().splitlines())}
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([onyx, "book", top / "tests/puzzles", "--out", folder, "--csv", "--svg"], check=True)
    deck = subprocess.run([top / "results/puzzles/anki.py", folder], check=True, capture_output=True, text=True).stdout
lines = deck.splitlines()
notes = list(csv.reader((line for line in lines if not line.startswith("#")), "excel-tab"))
assert lines[:2] == ["#separator:tab", "#html:true"], lines[:2]
assert {kind for _, _, _, tags in notes for kind in tags.split() if kind == "onyx::who"}, "no question who wins"
assert sorted(puzzle for puzzle, *_ in notes) == sorted(puzzles), "not one card of each puzzle"
for puzzle, front, back, tags in notes:
    question, answer = (xml.fromstring(f"<div>{side}</div>") for side in (front, back))
    svg = "{http://www.w3.org/2000/svg}svg"
    assert len(question.findall(svg)) == 1 and len(question.findall("details")) == 3, front
    assert answer.findall(svg), back
    assert f"1 {puzzles[puzzle]['main_line'][0]}" in "".join(answer.itertext()), back
    assert answer.find("p").findtext("b") not in front, front
    assert f"onyx::{puzzles[puzzle]['kind']}" in tags.split(), tags
print(len(notes), "cards")
