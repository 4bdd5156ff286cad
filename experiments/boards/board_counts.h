// For all ways to solve a whole board: sizes, messages, and counts as text and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/json_fields.h"
#include "core/board.h"
#include "solver/engine/tier/value_counts.h"

namespace onyx {

/// "23.4 GiB"; beyond the largest unit, a power of ten.
std::string in_units(double bytes);
/// Colourings of all places, times two sides to move. Boards of at most 39 places.
std::uint64_t slot_count(BoardSize size);
/// Why the board cannot be solved here, or "". `needed` and `available` are bytes.
std::string obstacle(BoardSize size, double needed, double available);
/// The answer of --json without counts.
void print_unknown(BoardSize size, const char* reason, const nlohmann::ordered_json& more);

/// Lines such as "wins: 64", over both sides to move.
std::string counts_text(const CountsBySide& counts);
/// The board, wins and so on, slots, and the counts by side.
nlohmann::ordered_json counts_json(BoardSize size, const CountsBySide& counts);
nlohmann::ordered_json values_json(const ValueCounts& counts);
nlohmann::ordered_json by_side_json(const CountsBySide& counts);
/// The inverse of by_side_json(). Throws FieldError.
CountsBySide counts_by_side(const JsonFields& fields);

}  // namespace onyx
