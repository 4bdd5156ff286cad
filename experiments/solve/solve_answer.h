// The value of a position, in the words of onyx solve and of the pages.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "solver/decide/decide.h"

namespace onyx {

/// The value of a position, as it is reported, independent of the engine.
struct SolveAnswer {
  std::string position;
  std::string fault;           ///< The fault of the position; then nothing else is set.
  End end = End::complete;     ///< If not complete, the value is unknown.
  std::string value;           ///< "draw", "V wins", "H wins".
  int distance = -1;           ///< Plies; -1 for a draw, or if only a bound is known.
  int distance_at_most = -1;   ///< A bound on the distance, or -1.
  bool all_best_moves = true;  ///< If false, best_moves has one that keeps the value, or none.
  std::vector<std::string> best_moves;
  /// False if the value depends only on a table that was read from a file.
  bool is_proved = true;
  std::string proved_by;  ///< The certificate that proves the value; then no engine was asked.
  std::string engine;
  std::string why;                ///< Why the engine was chosen; empty if by trying.
  std::uint64_t states = 0;       ///< Decided or expanded states in total.
  std::optional<double> seconds;  ///< Not set if not measured.
  std::string certificate;        ///< File name, or empty.
  std::uint64_t entries = 0;      ///< Entries of the certificate's strategies, in total.
};

SolveAnswer answer_of(const Position& position, const Decision& decision);

/// The object that `onyx solve --json` prints, including for unknown values and faulty positions.
/// Keys without content are left out; "distance" is null for a draw and if only a bound is known.
nlohmann::ordered_json to_json(const SolveAnswer& answer);

}  // namespace onyx
