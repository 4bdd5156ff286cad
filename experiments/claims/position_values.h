// The values of the positions of a line of play, each decided once, and their certificates.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/line.h"
#include "solver/decide/decide.h"
#include "solver/engine/graph/strategy.h"

namespace onyx {

/// "V wins in 7 plies", "V wins in at most 7 plies", "V wins", "V has won", "a draw"; each distance
/// is -1 if unknown.
std::string describe(Claim claim, int distance, int distance_at_most);
template <int W>
std::string describe(const Decision<W>& decision) {
  return describe(decision.claim, decision.distance, decision.distance_at_most);
}

template <int W>
class PositionValues {
 public:
  /// The board must outlive this object.
  PositionValues(const WideBoard<W>& board, const DecideOptions& options)
      : board_(board), decider_(board, options) {}

  /// The decision of a legal position, within `stop` if it is not known yet. Fastest if the
  /// position is a successor of the previous one.
  const Decision<W>& of(const WidePosition<W>& position, const Stop& stop);

  /// A certificate of a position that of() has decided; nothing if a limit was reached. The line of
  /// a draw follows `cycle`, if the engine that found the draw supports that; `cycle` are moves
  /// that lead from the position back to it through draws and repeat no position in between.
  std::optional<Certificate> certificate_of(const WidePosition<W>& position, const Stop& stop,
                                            std::span<const Place> cycle = {});

 private:
  struct Entry {
    Decision<W> decision;
    StateId state = 0;  ///< In decision.solved, if that is set.
  };

  /// Looks the position up in the graph that decided the previous one.
  std::optional<Entry> found_behind(const Entry& before, const WidePosition<W>& position) const;

  /// To save memory, only the last large graph, this one, is kept. The decisions in other entries
  /// stay; their certificates need a new search.
  void drop_large_but(const std::shared_ptr<const SolvedGraph<W>>& graph);

  const WideBoard<W>& board_;
  Decider<W> decider_;
  std::map<WidePosition<W>, Entry> entries_;
  const Entry* last_ = nullptr;
};

}  // namespace onyx
