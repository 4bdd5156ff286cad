// Helpers for all ways to solve a whole board: sizes, messages, and counts as text and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/json_fields.h"
#include "core/board.h"
#include "solver/engine/tier/value_counts.h"

namespace onyx {

/// For example, "23.4 GiB"; beyond the largest unit, "1.2e+24 bytes".
std::string in_units(double bytes);
/// The number of slots: colourings of all places, times two sides to move; 39 places at most.
std::uint64_t slot_count(BoardSize size);
/// Returns why this machine cannot solve the board, or "". `needed` and `available` are in bytes.
std::string obstacle(BoardSize size, double needed, double available);
/// Prints the JSON output for a board that was not solved.
void print_unknown(BoardSize size, const char* reason, const nlohmann::ordered_json& more);

/// Lines such as "wins: 64"; each count covers both sides to move.
std::string counts_text(const CountsBySide& counts);
/// An object with the keys board, wins, losses, draws, illegal, slots and by_side.
nlohmann::ordered_json counts_json(BoardSize size, const CountsBySide& counts);
nlohmann::ordered_json values_json(const ValueCounts& counts);
nlohmann::ordered_json by_side_json(const CountsBySide& counts);
/// The inverse of by_side_json(). Throws FieldError.
CountsBySide counts_by_side(const JsonFields& fields);

}  // namespace onyx
