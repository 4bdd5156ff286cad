// Puzzles as data for the pages.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace onyx {

/// The puzzles of files and of folders (`*.puzzles.jsonl`, at any depth), without the fields that
/// the trainer does not need. Wrong moves are texts such as "B1 V3 A2*": after B1, V wins in 3
/// plies, by A2*. Throws InputError, FileError.
nlohmann::ordered_json site_puzzles(const std::vector<std::string>& paths);

}  // namespace onyx
