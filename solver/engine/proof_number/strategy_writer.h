// Writes down a strategy: follows the winner's moves against all replies, with all threads of the
// searcher.
//
// Each thread works depth first, so that later lines soon reach entries just written. An idle
// thread takes the entry that another thread has left open longest. Results that the table has lost
// are searched again; a long search uses all threads, and none of them writes meanwhile.
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
#include "solver/engine/proof_number/searcher.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx::proof_number {

template <int W>
class StrategyWriter {
 public:
  /// All arguments must outlive this. The owner of `strategy` must be set; its entries that are in
  /// order (strategy_ranks.h) keep their moves. `preferred` holds winning moves, which take
  /// precedence over all others in their positions.
  StrategyWriter(Searcher<W>& searcher, const Stop& stop, StrategyMoves<W>& strategy,
                 const MoveTable<W>& preferred);

  /// Opens the root of a strategy, or its successors if the loser is to move there; and all entries
  /// that have no move yet (kNoMove).
  void start(const WidePosition<W>& root);
  /// Opens an entry that is to get another move.
  void open(const PackedPosition<W>& entry) { open_.push_back(entry); }

  /// Finds the moves of all open entries, and opens the entries that may follow, until no entry is
  /// open. If `chooses`, moves that keep the strategy small replace the moves that the search has
  /// chosen. Throws WrongTable and whatever the search throws. After a limit, some entries have no
  /// moves. With one thread, the strategy depends only on the table.
  End follow(bool chooses);

  /// During follow(), calls `save` once per `time`. Threads that would change an entry wait
  /// meanwhile.
  void save_every(Stop::Clock::duration time, std::function<void()> save) {
    saves_ = SaveSchedule(time, std::move(save));
  }

  /// The number of positions that the table did not have.
  std::uint64_t searched() const { return searched_; }

 private:
  class Scribe;

  void count_followed();

  Searcher<W>& searcher_;
  const Stop& stop_;
  StrategyMoves<W>& strategy_;
  const MoveTable<W>& preferred_;
  std::vector<PackedPosition<W>> open_;  ///< Entries whose moves are still to be found.
  /// Locked shared by threads that read the searcher's table or search beside others, exclusively
  /// by a search with all threads. Must be locked before `writing_` where both are needed.
  std::shared_mutex searching_;
  /// Locked shared by readers of entries, exclusively by writers, for microseconds; so waiting
  /// threads spin at first. Then they sleep, because a holder may be saving or have no processor.
  tbb::rw_mutex writing_;
  SharedStop limits_;  ///< One step for each entry that is followed.
  std::atomic<std::uint64_t> open_count_{0};
  std::atomic<std::uint64_t> searched_{0};
  SaveSchedule saves_;
};

}  // namespace onyx::proof_number
