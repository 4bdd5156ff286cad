// Counts of values as people and scripts read them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/json_fields.h"
#include "core/board.h"
#include "solver/tier/value_counts.h"

namespace onyx {

/// "wins: 64" and so on, a line each, for both sides to move together.
std::string counts_text(const CountsBySide& counts);
/// What an answer in JSON begins with: the board, wins and so on, slots, and the counts by side.
nlohmann::ordered_json counts_json(BoardSize size, const CountsBySide& counts);

/// Keys wins, losses, draws, illegal.
nlohmann::ordered_json values_json(const ValueCounts& counts);
/// Keys V and H: the side to move.
nlohmann::ordered_json by_side_json(const CountsBySide& counts);
/// The inverse. Throws FieldError.
CountsBySide counts_by_side(const JsonFields& fields);

}  // namespace onyx
