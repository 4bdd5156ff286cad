// Puzzles as the pages have them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace onyx {

/// The puzzles of files and of folders (`*.puzzles.jsonl`, in any depth), without what nobody needs
/// who solves them, and with wrong moves as in "B1 V3 A2*": after B1, V wins in 3 plies, by A2*.
/// Throws InputError, FileError.
nlohmann::ordered_json site_puzzles(const std::vector<std::string>& paths);

}  // namespace onyx
