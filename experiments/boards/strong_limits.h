// What the ways to solve a whole board say alike: its size, and why it is not solved.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/board.h"

namespace onyx {

/// Bytes as "23.4 GiB"; what no unit is large enough for, as a power of ten.
std::string in_units(double bytes);

/// Colourings of all places, with either side to move. Boards of at most 39 places.
std::uint64_t slot_count(BoardSize size);

/// Why the board cannot be solved here, or "" if it can: bytes of memory.
std::string obstacle(BoardSize size, double needed, double available);

/// What is said with --json when there are no counts.
void print_unknown(BoardSize size, const char* reason, const nlohmann::ordered_json& more);

}  // namespace onyx
