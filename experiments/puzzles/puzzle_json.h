// Puzzles as JSON Lines: one object per line, UTF-8; the schema of `*.puzzles.jsonl`.
//
//   format, version  "onyx-puzzle", 1
//   id               board, kind, hash of the position up to symmetry: "6x6-win-0123456789abcdef"
//   kind             "win", "draw", "resist" or "who"
//   board            "6x6"
//   position         the solver is to move
//   stones           number of stones on points and midpoints
//   demand           a sentence
//   plies            moves of both players until one connects: odd if the side to move wins; for a
//                    draw, the length of main_line
//   pure             whether the solver has no dual on the main line
//   difficulty       1 to 5 (difficulty.h)
//   themes           names (themes.h)
//   main_line        moves, solver and opponent in turns, to the connection, to the first
//                    repetition, or to where every move of the solver loses at once (resist)
//   sole             wins only: whether each solver's move on the main line except the last is the
//                    only move that wins, at any distance; missing in old collections
//   not_sole_at      if sole is false: indices in main_line where another move also wins
//   cycle_begin      draws only: index in main_line of the first move of the cycle
//   solution         a STEP, the solver's first move
//   value            `who` puzzles only: "V wins" or "H wins", with the solver to move
//   other_side       `who` puzzles only, with the other side to move: {"value": "V wins"
//                    or "H wins", "plies": its distance, "main_line": [MOVE...]}
//   wrong            every other first move: {"move", "value", "plies", "reply", "tempting"}
//   game             optional, a game that leads there: {"setup": "open:6x6", "moves": [MOVE...]}
//   missed           optional, the win that the opponent missed with the last move of `game`:
//                    {"plies": its distance, "moves": [all moves that won within it]}
//   measures         as in measures.h: {"refutations": NUMBER, "his_best_point": BOOLEAN,
//                    "long_refutations": NUMBER, "before_key": NUMBER, "looks": [NAME...]};
//                    missing in old collections
//   source           {"program", "generator", "seed", "number", "engine", "effort"}
//
// A STEP is `{"move": MOVE}` and the fields `also` (moves), `next` (steps), `threats` (moves),
// `repeats` and `transposes` as in puzzle.h, except those that are empty or false. `onyx puzzles
// --verify FILE` proves all claims again.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

constexpr std::string_view kPuzzlesEnding = ".puzzles.jsonl";

nlohmann::ordered_json to_json(const Puzzle& puzzle);

/// Throws InputError for invalid objects, boards of more than kMostPuzzlePlaces places, and moves
/// off the board. Checks neither the claims nor whether moves are legal.
Puzzle parse_puzzle(std::string_view line);

/// Calls read() with each non-empty line. Throws FileError. Replaces an InputError or FieldError of
/// read() by an InputError that names file and line.
void for_each_line(const std::filesystem::path& path,
                   const std::function<void(std::string_view)>& read);

/// Throws FileError, or InputError that names file and line.
std::vector<Puzzle> read_puzzles(const std::filesystem::path& path);

std::string to_lines(const std::vector<Puzzle>& puzzles);

}  // namespace onyx
