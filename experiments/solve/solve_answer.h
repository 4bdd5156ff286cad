// What a position is worth, in the words of onyx solve and of the pages.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "solver/decide/decide.h"

namespace onyx {

/// What a position is worth, as it is told, however it was found.
struct SolveAnswer {
  std::string position;
  std::string fault;           ///< If not empty, what is wrong with the position; that is all then.
  End end = End::complete;     ///< Else the value is unknown.
  std::string value;           ///< "draw", "V wins", "H wins".
  int distance = -1;           ///< Plies; -1 for a draw, or if only a bound is known.
  int distance_at_most = -1;   ///< A bound on it, or -1.
  bool all_best_moves = true;  ///< Else one that keeps the value, or none.
  std::vector<std::string> best_moves;
  /// False where the value rests on a table that was read from a file, and on nothing else.
  bool is_proved = true;
  std::string engine;
  std::string why;                ///< That engine; empty if it was found out which one suits.
  std::uint64_t states = 0;       ///< Decided, or expanded, all in all.
  std::optional<double> seconds;  ///< Not told where nobody has looked at a clock.
  std::string certificate;        ///< File name, or empty.
  std::uint64_t entries = 0;      ///< Of the certificate's strategies.
};

template <int W>
SolveAnswer answer_of(const Board<W>& board, const Position<W>& position,
                      const Decision<W>& decision);

/// The object that `onyx solve --json` prints, also of what is not known or at fault. It holds only
/// what there is to say; "distance" is null for a draw and where only a bound is known.
nlohmann::ordered_json to_json(const SolveAnswer& answer);

}  // namespace onyx
