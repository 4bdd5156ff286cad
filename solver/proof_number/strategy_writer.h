// Writes a strategy down: follows the winner's moves against all replies, with all threads of the
// searcher.
//
// Each thread goes depth first, so that what it has just written down is there to lead to again,
// and takes over what another has left open longest. What the table of the search has lost is
// searched again: what takes long by all threads together, while none writes.
#pragma once

#include <oneapi/tbb/rw_mutex.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <shared_mutex>
#include <utility>
#include <vector>

#include "core/base/save_schedule.h"
#include "core/base/shared_stop.h"
#include "solver/proof_number/searcher.h"
#include "solver/proof_number/strategy_moves.h"

namespace onyx::proof_number {

template <int W>
class StrategyWriter {
 public:
  /// All must outlive it. `strategy` has its owner, and positions whose play is in order already
  /// (strategy_ranks.h) keep their moves. `preferred` are moves that win; they are taken where
  /// entries of these positions are followed.
  StrategyWriter(Searcher<W>& searcher, const Stop& stop, StrategyMoves<W>& strategy,
                 const MoveTable<W>& preferred);

  /// Opens the root of a strategy, or if the loser is to move there, what follows it; and all
  /// entries that have no move yet (kNoMove).
  void start(const Position<W>& root);
  /// Opens an entry, to be given another move.
  void open(const PackedPosition<W>& entry) { open_.push_back(entry); }

  /// Gives all that is open its moves, and opens what may follow, until nothing is. If `chooses`,
  /// moves that keep the strategy small take the place of those that the search has chosen. Throws
  /// WrongTable, and what the search throws. After a limit some entries have no moves. With one
  /// thread the strategy depends on nothing but the table.
  End follow(bool chooses);

  /// Calls `save` every so often while it follows, but no entry changes: what would change one
  /// waits.
  void save_every(Stop::Clock::duration time, std::function<void()> save) {
    saves_ = SaveSchedule(time, std::move(save));
  }

  /// Positions that the table did not have.
  std::uint64_t searched() const { return searched_; }

 private:
  class Scribe;

  void count_followed();

  Searcher<W>& searcher_;
  const Stop& stop_;
  StrategyMoves<W>& strategy_;
  const MoveTable<W>& preferred_;
  std::vector<PackedPosition<W>> open_;  ///< Entries whose moves are still to be found.
  /// Who looks into the searcher's table, or searches beside others, shares it; who searches with
  /// all threads has it alone. Taken before the next one, where both are.
  std::shared_mutex searching_;
  /// Who looks at entries shares it, who adds some has it alone: for some microseconds, so who
  /// waits spins at first. Whoever has it may save, or wait for a processor: then it is better to
  /// sleep.
  tbb::rw_mutex writing_;
  SharedStop limits_;  ///< A step for each entry that is followed.
  std::atomic<std::uint64_t> open_count_{0};
  std::atomic<std::uint64_t> searched_{0};
  SaveSchedule saves_;
};

}  // namespace onyx::proof_number
