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
  std::string fault;  ///< Why the position is faulty; then nothing else is set.
  End end = End::complete;
  std::string value;           ///< "draw", "V wins" or "H wins".
  int distance = -1;           ///< In plies; -1 for a draw or if unknown.
  int distance_at_most = -1;   ///< A bound if `distance` is unknown, else -1.
  bool all_best_moves = true;  ///< If false, best_moves has at most one move.
  std::vector<std::string> best_moves;
  bool is_checked = false;  ///< Whether the referee has accepted a certificate of the value.
  bool is_proved = true;  ///< False if it relies on a table read from a file.
  std::string proved_by;  ///< The certificate, if no engine was used.
  std::string engine;
  std::string why;           ///< The reason for the engine; "" if engines were tried in turn.
  std::uint64_t states = 0;  ///< Decided or expanded positions.
  std::optional<double> seconds;
  std::string certificate;    ///< File name, or empty.
  std::uint64_t entries = 0;  ///< In all strategies of the certificate.
};

SolveAnswer answer_of(const Position& position, const Decision& decision);

/// The output of `onyx solve --json`, even for unknown values and faulty positions. Empty keys are
/// left out. "distance" is null for a draw, or if only a bound is known.
nlohmann::ordered_json to_json(const SolveAnswer& answer);

}  // namespace onyx
