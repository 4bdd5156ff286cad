// What a site has besides certificates: puzzles to solve, and maps of opening moves.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace onyx {

/// The puzzles of files and of folders (`*.puzzles.jsonl`, in any depth), without what nobody needs
/// who solves them, and with wrong moves as in "B1 V3 A2*": after B1, V wins in 3 plies, by A2*.
/// Throws InputError, FileError.
nlohmann::ordered_json site_puzzles(const std::vector<std::string>& paths);

/// The maps of files and of folders (`*.json` and `*.jsonl`, in any depth; objects without a map
/// are passed over), as `onyx solve --map --json` writes them: `[{"position", "setup", "map":
/// [{"move", "value", "distance" or "distance_at_most", "swap"}]}]`, by size; "setup" where the
/// position is one. Throws InputError, FileError.
nlohmann::ordered_json site_openings(const std::vector<std::string>& paths);

}  // namespace onyx
