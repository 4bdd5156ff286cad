// Reads and draws maps of opening moves, as `onyx solve --map --json` writes them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/wide_position.h"

namespace onyx {

/// Reads the maps in files and folders (`*.json` and `*.jsonl`, at any depth), ordered by size:
/// `[{"position", "setup", "map": [{"move", "value", "distance" or "distance_at_most", "proved",
/// "swap", "certificate"}]}]`; "setup" only if the position is one. Later maps of a position
/// replace earlier ones. Checks moves, not values. Throws InputError, FileError.
nlohmann::ordered_json read_maps(const std::vector<std::string>& paths);

/// The sign of a value ("V wins") in a diagram: 'v', 'h', '=' for a draw, '?' for everything else.
char sign_of_value(std::string_view value);

/// The signs of a diagram (core/position.h) by place: stones as V and H, a blank elsewhere.
std::string signs_of(const Position& position);

/// Also shows the values of the moves of a map from read_maps(); an unproved value is '?'.
std::string signs_of(const Position& position, const nlohmann::ordered_json& map);

}  // namespace onyx
