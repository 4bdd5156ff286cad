"""module_test.py SOURCE ONYX: tests of the Python module, against the program and its own stubs."""
import ast
import json
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy as np
import onyx

SOURCE, ONYX = sys.argv[1:3]
DRAW = "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H"
HARD = "open:8x8"  # nobody knows who wins


def command(*arguments, text=None):
    """What the program prints with --json, of the same positions; ONYX_KNOWN would answer in its place."""
    done = subprocess.run([ONYX, "--threads", "1", *arguments], input=text, text=True, stdout=subprocess.PIPE,
                          env={**os.environ, "ONYX_KNOWN": ""})
    return done.stdout


def without_seconds(answer):
    return {key: value for key, value in answer.items() if key != "seconds"}


def random_positions(size, count, seed):
    """Positions late in random games, which are decided soon."""
    chance = random.Random(seed)
    board = onyx.Board(size)
    positions = []
    while len(positions) < count:
        position = board.open()
        for _ in range(chance.randrange(len(board.places) // 3, len(board.places))):
            moves = position.moves()
            if not moves:
                break
            position = position.play(chance.choice(moves))
        positions.append(position)
    return positions


class Positions(unittest.TestCase):
    def test_takes_what_the_program_takes(self):
        game = onyx.Position("open:6x6 1. C3 (a good one) d4! 2. {BC-12} # end")
        self.assertEqual(str(game), "6/6/3H2/2V3/6/6 BC12:V H")
        self.assertEqual(onyx.Position("open:6x6").play("C3 D4", "b1/c2"), game)
        self.assertEqual(str(onyx.Position("2B1/1W2/4/4 - W")), "2V1/1H2/4/4 - H")
        self.assertEqual(onyx.Board("6x6").standard(), onyx.Position("standard:6x6"))

    def test_plays_by_the_rules(self):
        position = onyx.Position(DRAW)
        self.assertEqual(position.moves(), command("moves", DRAW).split())
        self.assertEqual(str(position.play("B3*")), command("play", DRAW, "B3*").strip())
        self.assertEqual(position.to_move, "H")
        self.assertFalse(position.is_finished)
        self.assertIsNone(position.winner)
        won = onyx.Position("V1/V1 - H")
        self.assertTrue(won.is_finished)
        self.assertEqual(won.winner, "V")
        self.assertEqual(won.moves(), [])

    def test_are_values(self):
        position = onyx.Position(DRAW)
        self.assertEqual({position: 1}[onyx.Position(DRAW)], 1)
        self.assertNotEqual(position, position.play("B3"))
        self.assertEqual(pickle.loads(pickle.dumps(position)), position)
        self.assertEqual(eval(repr(position), vars(onyx)), position)
        self.assertEqual(eval(repr(position.board), vars(onyx)), onyx.Board("5x5"))
        self.assertEqual(pickle.loads(pickle.dumps(position.board)), position.board)
        self.assertEqual(onyx.Position.from_stones(position.board, position.stones, "H"), position)

    def test_are_pictures(self):
        position = onyx.Position(DRAW)
        with tempfile.TemporaryDirectory() as folder:
            command("show", DRAW, "--svg", folder + "/picture.svg")
            with open(folder + "/picture.svg") as picture:
                self.assertEqual(position._repr_svg_(), picture.read())
        self.assertNotEqual(position.svg(grid=True), position.svg())
        self.assertNotEqual(position.svg(values={"B3*": "draw"}), position.svg())
        self.assertIn(position.diagram().strip(), command("show", DRAW))

    def test_errors_say_what_is_wrong(self):
        board = onyx.Board("5x5")
        crossed = np.zeros(len(board.places), np.int8)
        for place, player in {"A2": 1, "B3": 1, "A3": -1, "B2": -1}.items():
            crossed[board.places.index(place)] = player
        strange = np.zeros(len(board.places), np.int8)
        strange[0] = 2
        for attempt, message in [
            (lambda: onyx.Position("V1/V1 - V"), "V"),
            (lambda: onyx.Position("4/4/4/5 - V"), "row"),
            (lambda: board.open().play("Z9"), "ply 1"),
            (lambda: onyx.Board("5x99"), "99"),
            (lambda: board.standard(), "5x5"),
            (lambda: onyx.Position.from_stones(board, crossed), "cross"),
            (lambda: onyx.Position.from_stones(board, strange), "A1"),
            (lambda: onyx.values(board, np.array([crossed * 0, strange])), "position 1"),
            (lambda: onyx.values(board, crossed), "row"),
            (lambda: onyx.solve("open:5x5 A1 A1"), "ply 2"),
            (lambda: onyx.solve("open:5x5", time_limit=-1), "time_limit"),
            (lambda: onyx.solve("open:5x5", threads=0), "threads"),
            (lambda: onyx.Certificate(b"{}"), "certificate"),
            (lambda: onyx.analyse(""), "position is missing"),
        ]:
            with self.assertRaisesRegex(onyx.InputError, message):
                attempt()
        for attempt in [onyx.check, onyx.Certificate, lambda name: onyx.query(name, "open:5x5")]:
            with self.assertRaisesRegex(onyx.FileError, "/no/such/file"):
                attempt("/no/such/file")
        position = onyx.Position(DRAW)
        for attempt, message in [
            (lambda: position.play(["B3*"]), "not list"),
            (lambda: onyx.query("/no/such/file", 3), "not int"),
            (lambda: onyx.check(None), "not None"),
        ]:
            with self.assertRaisesRegex(TypeError, message):
                attempt()
        self.assertTrue(issubclass(onyx.InputError, ValueError) and issubclass(onyx.FileError, OSError))


class Values(unittest.TestCase):
    def test_are_those_of_the_program(self):
        positions = [position for seed, size in enumerate(["4x4", "5x4", "5x5"])
                     for position in random_positions(size, 100, seed)]
        lines = command("--json", "solve", "-", text="".join(f"{position}\n" for position in positions)).splitlines()
        answers = [json.loads(line) for line in lines]
        self.assertEqual(len(answers), 300)
        self.assertEqual({answer["value"] for answer in answers} - {"draw"}, {"V wins", "H wins"})
        for position, answer in zip(positions, answers):
            self.assertEqual(without_seconds(onyx.solve(position)), without_seconds(answer))
        for size in ["4x4", "5x4", "5x5"]:
            board = onyx.Board(size)
            both = [(position, answer) for position, answer in zip(positions, answers) if position.board == board]
            for threads in [1, 2]:
                values, plies = onyx.values(
                    board, np.array([position.stones for position, _ in both]),
                    np.array([{"V": 1, "H": -1}[position.to_move] for position, _ in both], np.int8), threads=threads)
                names = {1: "V wins", -1: "H wins", 0: "draw"}
                self.assertEqual([names[value] for value in values], [answer["value"] for _, answer in both])
                self.assertEqual([ply if ply >= 0 else None for ply in plies.tolist()],
                                 [answer["distance"] for _, answer in both])

    def test_have_limits(self):
        self.assertEqual(onyx.solve(HARD, time_limit=0.05)["value"], "unknown")
        self.assertIsNone(onyx.solve(HARD, time_limit=0.05, certificate=True)["certificate"])
        board = onyx.Board("8x8")
        values, plies = onyx.values(board, np.zeros((2, len(board.places)), np.int8), time_limit=0.05)
        self.assertEqual((values.tolist(), plies.tolist()), ([onyx.UNKNOWN] * 2, [-1] * 2))
        values, plies = onyx.values(board, np.zeros((0, len(board.places)), np.int8))
        self.assertEqual((len(values), len(plies)), (0, 0))

    def test_analysis_and_judgement_are_those_of_the_program(self):
        game = f"{DRAW} B3* B4 C2"
        self.assertEqual(onyx.analyse(game), json.loads(command("--json", "analyse", game)))
        self.assertEqual(onyx.analyse(onyx.Position(DRAW)), json.loads(command("--json", "analyse", DRAW)))
        claims = [DRAW, "open:3x3", "open:5x5 ; C3 C3", f"{DRAW} ; B3* B4"]
        for claim, answer in zip(claims, json.loads(command("--json", "judge", "-", text="\n".join(claims)))):
            judged = onyx.judge(claim)
            proof = judged.pop("certificate")
            if proof is not None:
                self.assertEqual(onyx.check(proof)["verdict"], "accepted")
            self.assertEqual(judged, {key: answer[key] for key in judged})
            self.assertEqual(judged["answer"] in ("confirmed", "refuted"), proof is not None)


class Proofs(unittest.TestCase):
    def test_are_made_checked_and_asked(self):
        proof = onyx.solve(DRAW, certificate=True)["certificate"]
        self.assertEqual((proof.claim, str(proof.position)), ("draw", DRAW))
        verdict = {"verdict": "accepted", "claim": "draw", "position": DRAW, "game": None}
        self.assertEqual(onyx.check(proof), verdict)
        self.assertEqual(onyx.check(bytes(proof)), verdict)
        self.assertEqual(proof.at(DRAW)["move"], "B3*")
        self.assertEqual(proof.value_of(DRAW), "draw")
        self.assertIsNone(proof.at("open:5x5"))
        with tempfile.TemporaryDirectory() as folder:
            name = folder + "/draw.cert.json"
            proof.save(name)
            self.assertEqual(bytes(onyx.Certificate(name)), bytes(proof))
            told = json.loads(command("--json", "check", name))[0]
            self.assertEqual({"file": name, **onyx.check(name)}, told)
            positions = [DRAW, f"{DRAW} B3*", "open:5x5"]
            self.assertEqual(onyx.query(name, *positions), json.loads(command("--json", "query", name, *positions)))
            self.assertEqual(proof.longest_line(), json.loads(command("--json", "query", name, "--line")))

    def test_memory_and_time_have_limits(self):
        large = os.path.join(SOURCE, "results/openings/6x6/C3.certz")
        with self.assertRaisesRegex(MemoryError, "bytes to check"):
            onyx.check(large, memory_limit=1)
        self.assertIsNone(onyx.Certificate(large).longest_line(time_limit=0))

    def test_what_does_not_hold_is_rejected(self):
        forged = json.loads(bytes(onyx.solve("open:3x3", certificate=True)["certificate"]))
        forged["position"] = "open:4x4"
        verdict = onyx.check(json.dumps(forged).encode())
        self.assertEqual((verdict["verdict"], verdict["claim"]), ("rejected", None))
        self.assertTrue(verdict["reason"])

    def test_files_of_every_kind_are_checked(self):
        for name in ["openings/5x5.certz", "records/fewest-stones-4x5.pack", "natural/4x5-one-mistake/game.game.json"]:
            path = os.path.join(SOURCE, "results", name)
            self.assertEqual({"file": path, **onyx.check(path)}, json.loads(command("--json", "check", path))[0])
        with tempfile.TemporaryDirectory() as folder:
            table = folder + "/3x3.table"
            command("strong", "3x3", "--table", table)
            self.assertIn("table", onyx.check(table))
            asked = ["open:3x3", "open:3x3 B2"]
            self.assertEqual(onyx.query(table, *asked), json.loads(command("--json", "query", table, *asked)))


class Waiting(unittest.TestCase):
    def test_other_threads_run_while_one_solves(self):
        ended = threading.Event()
        solving = threading.Thread(target=lambda: (onyx.solve(HARD, time_limit=2), ended.set()))
        solving.start()
        steps = 0
        while not ended.is_set():
            steps += 1
            time.sleep(0.001)
        solving.join()
        self.assertGreater(steps, 20)  # With the lock held there would be one or two.

    def test_control_c_ends_each_function(self):
        board = onyx.Board("8x8")
        for work in [lambda: onyx.solve(HARD),
                     lambda: onyx.values(board, np.zeros((2, len(board.places)), np.int8), threads=2),
                     lambda: onyx.analyse(HARD, time_limit=None),
                     lambda: onyx.judge(HARD, time_limit=None)]:
            timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                work()
            timer.join()
        self.assertEqual(onyx.solve(DRAW)["value"], "draw")


class Stubs(unittest.TestCase):
    """The stubs name all that is public, with its arguments, and nothing else."""

    @classmethod
    def setUpClass(cls):
        with open(os.path.join(os.path.dirname(onyx.__file__), "__init__.pyi")) as file:
            cls.body = ast.parse(file.read()).body

    def test_name_everything(self):
        named = [node.name for node in self.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
        named += [node.target.id for node in self.body if isinstance(node, ast.AnnAssign)]
        self.assertEqual(sorted(named), sorted(onyx.__all__ + ["__version__"]))
        self.assertEqual(sorted(onyx.__all__), [name for name in sorted(vars(onyx), key=str) if name[0] != "_"])
        for node in self.body:
            if isinstance(node, ast.ClassDef) and not node.name.endswith("Error"):
                members = {function.name for function in node.body if isinstance(function, ast.FunctionDef)}
                implied = {"__module__", "__doc__", "__repr__", "__str__", "__reduce__"}
                public = {name for name in vars(getattr(onyx, node.name)) if not name.startswith("_pybind11")}
                self.assertEqual(members - implied, public - implied, node.name)

    def test_name_the_arguments_and_their_defaults(self):
        functions = [(onyx, node) for node in self.body if isinstance(node, ast.FunctionDef)]
        functions += [(getattr(onyx, node.name), member) for node in self.body if isinstance(node, ast.ClassDef)
                      for member in node.body
                      if isinstance(member, ast.FunctionDef) and member.name != "__eq__" and
                      callable(getattr(getattr(onyx, node.name), member.name)) and not node.name.endswith("Error")]
        self.assertGreater(len(functions), 15)
        for place, node in functions:
            documented = getattr(place, node.name).__doc__.splitlines()[0]
            names = [argument.arg for argument in node.args.args]
            found = re.findall(r"[(,] ?(\w+): ", documented.replace("arg0: ", "self: ").replace("(self: handle", "(self: "))
            self.assertEqual(found, names, documented)
            for name, default in zip(reversed(names), reversed(node.args.defaults)):
                self.assertRegex(documented, rf"\b{name}: [^=]* = {re.escape(ast.unparse(default))}[,)]")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
