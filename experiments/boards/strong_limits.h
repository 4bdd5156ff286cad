// Shared by the ways to solve a whole board: sizes, and messages for unsolved boards.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/board.h"

namespace onyx {

/// Bytes as "23.4 GiB"; beyond the largest unit as a power of ten.
std::string in_units(double bytes);

/// Colourings of all places, with either side to move. Boards of at most 39 places.
std::uint64_t slot_count(BoardSize size);

/// Why the board cannot be solved here, or "" if it can. Memory needed and available in bytes.
std::string obstacle(BoardSize size, double needed, double available);

/// Prints the answer of --json when there are no counts.
void print_unknown(BoardSize size, const char* reason, const nlohmann::ordered_json& more);

}  // namespace onyx
