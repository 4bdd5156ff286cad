#!/usr/bin/env python3
"""Writes a certificate as Coq data, with the theorem that it proves:

    data.py CERTIFICATE > NAME.v

The theorem is called `holds`. Nobody has to trust this program: Coq proves what its output says.
"""
import json
import re
import sys


def size(position):
    rows = position.split()[0].split("/")
    return sum(int(n) if n.isdigit() else 1 for n in re.findall(r"\d+|[VH]", rows[0])), len(rows)


def texts(items):
    return "[" + "; ".join(f'"{item}"' for item in items) + "]"


def table(strategy):
    return "[\n" + ";\n".join(f'("{p}", "{move}")' for p, move in strategy.items()) + "]"


def draw(certificate, board):
    prefix, cycle = certificate["line"]["prefix"], certificate["line"]["cycle"]
    claim = f"repeats_after {board} position {len(prefix)}" if prefix else f"repeats {board} position"
    print(f"""Definition strategy_V := {table(certificate["strategies"]["V"])}.
Definition strategy_H := {table(certificate["strategies"]["H"])}.
Definition prefix : list string := {texts(prefix)}.
Definition cycle := {texts(cycle)}.

Theorem holds : {claim} {len(cycle)}.
Proof.
  refine (check_draw_ok {board} position (entries {board} strategy_V) (entries {board} strategy_H)
    (map move prefix) (map move cycle) _).
  vm_cast_no_check (eq_refl true).
Qed.""")
    if "game" in certificate:
        setup = certificate["game"]["setup"]
        name = "open" if setup.startswith("open:") else f"(standard {board.split()[0]})"
        print(f"""
Definition moves := {texts(certificate["game"]["moves"])}.

Theorem game_holds : game {board} {name} (map move moves) position.
Proof. apply check_game_ok. vm_cast_no_check (eq_refl true). Qed.""")


def win(certificate, board):
    winner = certificate["claim"][0]
    print(f"""Definition strategy := {table(certificate["strategies"][winner])}.

Theorem holds : wins {board} {winner} position.
Proof.
  refine (check_strategy_ok {board} {winner} position (entries {board} strategy) _).
  vm_cast_no_check (eq_refl true).
Qed.""")


def main():
    path = sys.argv[1]
    with open(path, encoding="utf-8") as file:
        certificate = json.load(file)
    position = certificate["position"]
    board = "{} {}".format(*size(position))
    print(f"""(* Made by data.py from {path.rsplit("/results/", 1)[-1]}. *)
From Coq Require Import List String.
From Onyx Require Import Statement Checker Wins Ranks Text.
Import ListNotations.
Open Scope string_scope.

Definition position := read {board} "{position}".""")
    if certificate["claim"] == "draw":
        draw(certificate, board)
    else:
        win(certificate, board)


main()
