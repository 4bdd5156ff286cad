#!/usr/bin/env python3
"""Makes an Anki deck of puzzles, as a text to import, with pictures in it.

    onyx book results/puzzles --count 200 --out volume --csv --svg
    results/puzzles/anki.py volume >volume/deck.txt

A card asks with the diagram and folded hints, and answers with the solution in diagrams and words.
"""
import csv
import html
import pathlib
import sys


def main(folder):
    def pictures(names, captions=""):
        both = zip(names.split(), captions.split(" | ") + [""] * len(names))
        return "".join((folder / "diagrams" / name).read_text().strip() + (f"<p><i>{caption}</i></p>" if caption else "")
                       for name, caption in both).replace("<svg ", '<svg style="max-width:360px;height:auto" ')

    print("#separator:tab", "#html:true", "#notetype:Basic", "#deck:Onyx puzzles", "#guid column:1", "#tags column:4", sep="\n")
    deck = csv.writer(sys.stdout, "excel-tab", lineterminator="\n")
    with (folder / "book.csv").open(newline="") as table:
        for row in csv.DictReader(table):
            text = {name: html.escape(field) for name, field in row.items()}
            mover = "" if row["kind"] == "who" else f"<b>{text['side']}</b> "
            hints = "".join(f"<details><summary>Hint {i}</summary>{text[f'hint {i}']}</details>" for i in (1, 2, 3))
            told = "".join(f"<p>{text[name]}</p>" for name in ("danger", "solution", "alternatives", "wrong moves") if text[name])
            deck.writerow([row["id"],
                           f"{pictures(row['diagram'])}<p>{mover}{text['demand']}</p>{hints}",
                           f"<p><b>{text['result']}</b></p>{pictures(row['solution diagrams'], text['captions'])}{told}",
                           f"onyx::{row['kind']} onyx::{row['board']} onyx::{row['difficulty']}-stars"])


if len(sys.argv) != 2:
    sys.exit(__doc__)
main(pathlib.Path(sys.argv[1]))
