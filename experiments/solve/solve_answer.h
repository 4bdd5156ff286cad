// The value of a position, as `onyx solve` and the pages report it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "solver/decide/decide.h"

namespace onyx {

struct SolveAnswer {
  std::string position;
  std::string fault;  ///< Why `position` is faulty; then no later member is set.
  End end = End::complete;
  std::string value;           ///< "draw", "V wins" or "H wins".
  int distance = -1;           ///< In plies; -1 for a draw or if unknown.
  int distance_at_most = -1;   ///< Upper bound if `distance` is unknown; -1 if there is none.
  bool all_best_moves = true;  ///< If false, best_moves has at most one move.
  std::vector<std::string> best_moves;
  bool is_checked = false;  ///< Whether the referee has accepted a certificate of the value.
  bool is_proved = true;    ///< False if the value relies on a table read from a file.
  std::string proved_by;    ///< The certificate that proves the value, if no engine was used.
  std::string engine;
  std::string why;           ///< Why this engine was chosen; "" if engines were tried in turn.
  std::uint64_t states = 0;  ///< The number of positions decided or expanded.
  std::optional<double> seconds;
  std::string certificate;    ///< The file written; "" if none.
  std::uint64_t entries = 0;  ///< The number of strategy entries in the certificate.
};

SolveAnswer answer_of(const Position& position, const Decision& decision);

/// Returns the output of `onyx solve --json`, even for an unknown value or a faulty position. Omits
/// optional keys without a value; "distance" is null for a draw or if the distance is unknown.
nlohmann::ordered_json to_json(const SolveAnswer& answer);

}  // namespace onyx
