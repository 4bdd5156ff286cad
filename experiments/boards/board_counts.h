// Helpers for all ways to solve a whole board: sizes, messages, and counts as text and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/base/json_fields.h"
#include "core/board.h"
#include "solver/engine/tier/value_counts.h"

namespace onyx {

/// For example, "23.4 GiB"; beyond the largest unit, "1.2e+24 bytes".
std::string in_units(double bytes);
/// Returns the number of slots: 2 * 3^places (colourings with a side to move). At most 39 places.
std::uint64_t slot_count(BoardSize size);
/// Returns why this machine cannot solve the board, or "". `needed` and `available` are in bytes.
std::string obstacle(BoardSize size, double needed, double available);
/// Prints `message`, about a board that was not solved, and, if `as_json`, a JSON object with the
/// extra fields `more`. Returns the exit code of an interrupt if `reason` is "interrupted",
/// otherwise the exit code of a limit.
int give_up(BoardSize size, std::string_view reason, const nlohmann::ordered_json& more,
            bool as_json, const std::string& message);

/// Returns lines such as "wins: 64"; each count covers both sides to move.
std::string counts_text(const CountsBySide& counts);
/// Returns an object with the keys board, wins, losses, draws, illegal, slots and by_side.
nlohmann::ordered_json counts_json(BoardSize size, const CountsBySide& counts);
nlohmann::ordered_json values_json(const ValueCounts& counts);
nlohmann::ordered_json by_side_json(const CountsBySide& counts);
/// Inverts by_side_json(). Throws FieldError.
CountsBySide counts_by_side(const JsonFields& fields);

}  // namespace onyx
