// Reads and draws maps of opening moves, which `onyx solve --map --json` writes.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/wide_position.h"

namespace onyx {

/// Reads the maps in files and folders (`*.json` and `*.jsonl`, at any depth), sorted by board:
/// `[{"position", "setup", "map": [{"move", "value", "distance" or "distance_at_most", "proved",
/// "swap", "certificate"}]}]`. "setup" is present only if the position is a setup. A later map of a
/// position replaces an earlier one. Does not verify the values. Throws InputError, FileError.
nlohmann::ordered_json read_maps(const std::vector<std::string>& paths);

/// Returns the sign of a value: 'v' for "V wins", 'h' for "H wins", '=' for "draw", else '?'.
char sign_of_value(std::string_view value);

/// Returns the signs of a diagram, indexed by place: 'V' and 'H' for stones, blanks elsewhere.
std::string signs_of(const Position& position);

/// Also marks each move of a map from read_maps() with the sign of its value, '?' if not proved.
std::string signs_of(const Position& position, const nlohmann::ordered_json& map);

}  // namespace onyx
