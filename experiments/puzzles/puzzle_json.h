// Puzzles as JSON Lines: one object per line, UTF-8; the schema of `*.puzzles.jsonl`.
//
//   format, version  "onyx-puzzle", 1
//   id               board, kind and a hash of the position up to symmetry:
//                    "6x6-win-0123456789abcdef"
//   kind             "win", "draw", "resist" or "who"
//   board            "6x6"
//   position         its side to move is the solver; for `who` puzzles, the side to move that the
//                    solution is about
//   stones           number of stones on points and midpoints
//   demand           a sentence
//   plies            until a player connects, counting both players' moves: odd where the side to
//                    move wins; for a draw: the length of main_line
//   pure             whether each of the solver's moves on the main line is the only one that
//                    reaches the demand
//   difficulty       1 to 5, by the rule in difficulty.h
//   themes           names, as defined in themes.h
//   main_line        moves, solver and opponent in turns, to the connection, to the first
//                    repetition, or to where every move of the solver loses at once (resist)
//   sole             where the side to move wins: whether at each of the solver's moves on the main
//                    line, except the one that connects, no other move wins at all; missing in old
//                    collections
//   not_sole_at      if sole is false: indices in main_line where another move wins, too
//   cycle_begin      draws only: index in main_line of the first move of the cycle
//   solution         the tree, a STEP: the solver's first move
//   value            `who` puzzles only: "V wins" or "H wins", with this side to move
//   other_side       `who` puzzles only, with the other side to move:
//                    {"value": "V wins" or "H wins", "plies": the distance of that win,
//                    "main_line": [MOVE...]}
//   wrong            every other first move: {"move", "value", "plies", "reply", "tempting"}
//   game             optional, a game that leads there: {"setup": "open:6x6", "moves": [MOVE...]}
//   missed           optional, of a puzzle taken from `game`: the win that the opponent missed with
//                    its last move: {"plies": its distance, "moves": [MOVE...]}, every move that
//                    would have won within it
//   measures         what a solver meets, as in measures.h: {"refutations": NUMBER,
//                    "his_best_point": BOOLEAN, "long_refutations": NUMBER, "before_key": NUMBER,
//                    "looks": [NAME...]}; missing in old collections
//   source           {"program", "generator", "seed", "number", "engine", "effort"}
//
// A STEP is `{"move": MOVE}` and, where they are not empty or false, `also` (moves), `next`
// (steps), `threats` (moves), `repeats`, `transposes`, with the meanings in puzzle.h, as for the
// fields of `wrong`. `onyx puzzles --verify FILE` proves all claims again.
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

/// Throws InputError if the line is not an object as above, if its board has more than
/// kMostPuzzlePlaces places, or if a move is not a place of the board, with a `*` for each captured
/// pair. Checks neither the claims nor whether moves are legal.
Puzzle parse_puzzle(std::string_view line);

/// Calls read() with each filled line of the file. Throws FileError; an InputError or FieldError of
/// read() becomes an InputError that names file and line.
void for_each_line(const std::filesystem::path& path,
                   const std::function<void(std::string_view)>& read);

/// The puzzles of a file. Messages name file and line. Throws InputError, FileError.
std::vector<Puzzle> read_puzzles(const std::filesystem::path& path);

/// One line per puzzle.
std::string to_lines(const std::vector<Puzzle>& puzzles);

}  // namespace onyx
