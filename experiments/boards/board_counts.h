// Shared by the ways to solve a whole board: sizes, messages, and counts as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/json_fields.h"
#include "core/board.h"
#include "solver/engine/tier/value_counts.h"

namespace onyx {

/// Bytes as "23.4 GiB"; beyond the largest unit as a power of ten.
std::string in_units(double bytes);
/// The colourings of all places, times the two sides to move. Boards of at most 39 places.
std::uint64_t slot_count(BoardSize size);
/// Why the board cannot be solved here, or "" if it can. `needed` and `available`: memory in bytes.
std::string obstacle(BoardSize size, double needed, double available);
/// Prints the answer of --json when there are no counts.
void print_unknown(BoardSize size, const char* reason, const nlohmann::ordered_json& more);

/// Lines "wins: 64" and so on; the counts of both sides to move are added.
std::string counts_text(const CountsBySide& counts);
/// The first fields of an answer in JSON: the board, wins and so on, slots, and the counts by side.
nlohmann::ordered_json counts_json(BoardSize size, const CountsBySide& counts);
/// Keys wins, losses, draws, illegal.
nlohmann::ordered_json values_json(const ValueCounts& counts);
/// Keys V and H: the side to move.
nlohmann::ordered_json by_side_json(const CountsBySide& counts);
/// The inverse of by_side_json(). Throws FieldError.
CountsBySide counts_by_side(const JsonFields& fields);

}  // namespace onyx
