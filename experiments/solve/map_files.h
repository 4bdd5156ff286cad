// Maps of opening moves, as `onyx solve --map --json` writes them, read again and drawn.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.h"

namespace onyx {

/// The maps of files and of folders (`*.json` and `*.jsonl`, in any depth; objects without a map
/// are passed over): `[{"position", "setup", "map": [{"move", "value", "distance" or
/// "distance_at_most", "proved", "swap", "certificate"}]}]`, by size; "setup" where the position is
/// one. Of two maps of a position that of the later file counts. Moves are checked, values are not.
/// Throws InputError, FileError.
nlohmann::ordered_json read_maps(const std::vector<std::string>& paths);

/// How a value ("V wins") is drawn where the move is: 'v', 'h', '=' for a draw, '?' for all else.
char sign_of_value(std::string_view value);

/// What stands on each place of a diagram (core/diagram.h): stones as V and H, a blank elsewhere.
template <int W>
std::string signs_of(const Board<W>& board, const Position<W>& position);

/// The same with the values of the moves of a map, one of those that read_maps() returns. A value
/// that the map says is not proved is '?'.
template <int W>
std::string signs_of(const Board<W>& board, const Position<W>& position,
                     const nlohmann::ordered_json& map);

}  // namespace onyx
