// Puzzles as JSON Lines: one object a line, UTF-8, the schema of `*.puzzles.jsonl`.
//
//   format, version  "onyx-puzzle", 1
//   id               board, kind and a sum of the position up to symmetry:
//                    "6x6-win-0123456789abcdef"
//   kind             "win", "draw", "resist" or "who"
//   board            "6x6"
//   position         the position; its side to move is the solver; of who, the one of which the
//                    solution tells
//   stones           their number, on points and midpoints
//   demand           a sentence
//   plies            until somebody connects, counting both players' moves: an odd number where the
//                    side to move wins; of a draw: those of main_line
//   pure             whether the solver's moves on the main line, too, are the only ones that reach
//                    the demand
//   difficulty       1 to 5, by the rule in difficulty.h
//   themes           names, as defined in themes.h
//   main_line        moves, solver and opponent in turns, to the connection, to the first
//                    repetition, or to where every move of the solver's loses at once (resist)
//   cycle_begin      of a draw: index in main_line of the first move of the cycle
//   solution         the tree, a STEP: the solver's first move
//   value            of who: "V wins" or "H wins", with this side to move
//   other_side       of who: with the other side to move: {"value": "V wins" or "H wins",
//                    "plies": until then, "main_line": [MOVE...]}, the winner's first move that
//                    wins soonest and the loser's first that holds out longest each time
//   wrong            every other first move: {"move", "value", "plies", "reply", "tempting"}
//   game             optional, a game that leads there: {"setup": "open:6x6", "moves": [MOVE...]}
//   measures         what a solver meets, as in measures.h: {"refutations": NUMBER,
//                    "his_best_point": BOOLEAN, "long_refutations": NUMBER, "before_key": NUMBER,
//                    "looks": [NAME...]}; old collections have none
//   source           {"program", "generator", "seed", "number", "engine", "effort"}
//
// A STEP is `{"move": MOVE}` and, where they are not empty or false, `also` (moves), `next`
// (steps), `threats` (moves), `repeats`, `transposes`, with the meanings in puzzle.h. In `wrong`,
// `value` is that of the position after the move, "V wins", "H wins" or "draw", `plies` the
// distance of that win from there, and `reply` a best move there. Whatever is claimed is true by
// the rules; `onyx puzzles --verify FILE` proves every word again.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

constexpr std::string_view kPuzzlesEnding = ".puzzles.jsonl";

nlohmann::ordered_json to_json(const Puzzle& puzzle);

/// Throws InputError for a line that is no such object, whose position is no position of a board of
/// at most kMostPuzzlePlaces places, or whose moves are no places of the board with their marks.
/// Claims are not checked, nor whether a move is legal.
Puzzle parse_puzzle(std::string_view line);

/// The puzzles of a file; messages name file and line. Throws InputError, FileError.
std::vector<Puzzle> read_puzzles(const std::filesystem::path& path);

/// One line each.
std::string to_lines(const std::vector<Puzzle>& puzzles);

}  // namespace onyx
