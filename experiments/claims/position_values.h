// The values of the positions of a line of play, each decided once, and why they are right.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/line.h"
#include "solver/decide/decide.h"
#include "solver/graph/strategy.h"

namespace onyx {

/// "V wins in 7 plies", "V wins in at most 7 plies", "V wins", "V has won", "a draw"; each distance
/// is -1 if it is not known.
std::string describe(Claim claim, int distance, int distance_at_most);
template <int W>
std::string describe(const Decision<W>& decision) {
  return describe(decision.claim, decision.distance, decision.distance_at_most);
}

template <int W>
class PositionValues {
 public:
  /// The board must outlive it.
  PositionValues(const Board<W>& board, const DecideOptions& options)
      : board_(board), decider_(board, options) {}

  /// The decision of a legal position, within `stop` if it is not known yet. What is asked for
  /// next is best a successor of what was asked for last.
  const Decision<W>& of(const Position<W>& position, const Stop& stop);

  /// A certificate of a position that of() has decided; nothing if a limit was met. The line of a
  /// draw's goes round `cycle`, moves that lead from the position back to it through draws and pass
  /// no position twice, if the engine that found the draw can plan that.
  std::optional<Certificate> certificate_of(const Position<W>& position, const Stop& stop,
                                            std::span<const Place> cycle = {});

 private:
  struct Entry {
    Decision<W> decision;
    StateId state = 0;  ///< In decision.solved, if that is there.
  };

  /// From the graph that decided the position asked for before.
  std::optional<Entry> found_behind(const Entry& before, const Position<W>& position) const;

  /// Graphs take memory, so of large ones only the last, this one, is kept. What entries know by
  /// others stays; their certificates need a search of their own.
  void drop_large_but(const std::shared_ptr<const SolvedGraph<W>>& graph);

  const Board<W>& board_;
  Decider<W> decider_;
  std::map<Position<W>, Entry> entries_;
  const Entry* last_ = nullptr;
};

}  // namespace onyx
