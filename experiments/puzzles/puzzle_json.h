// Puzzles as JSON Lines, `*.puzzles.jsonl`; schema.md beside this file specifies the fields.
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

/// Parses a puzzle. Throws InputError for invalid objects, boards of more than kMostPuzzlePlaces
/// places, and moves off the board. Checks neither claims nor the legality of moves.
Puzzle parse_puzzle(std::string_view line);

/// Calls read() with each non-empty line. Throws FileError. Replaces an InputError or FieldError of
/// read() with an InputError that names file and line.
void for_each_line(const std::filesystem::path& path,
                   const std::function<void(std::string_view)>& read);

/// Reads all puzzles of a file. Throws FileError, or an InputError that names file and line.
std::vector<Puzzle> read_puzzles(const std::filesystem::path& path);

std::string to_lines(const std::vector<Puzzle>& puzzles);

}  // namespace onyx
