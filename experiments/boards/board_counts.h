// Counts of values as text for people and as JSON for scripts.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/json_fields.h"
#include "core/board.h"
#include "solver/engine/tier/value_counts.h"

namespace onyx {

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
