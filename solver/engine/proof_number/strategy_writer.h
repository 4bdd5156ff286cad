// Writes down a strategy: follows the winner's moves against all replies, with all threads of the
// searcher.
//
// Each thread works depth first, so that later lines soon reach entries just written. An idle
// thread takes the entry that another one has left open longest. Results that the table has
// lost are searched again: long searches use all threads, while none writes.
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
  /// All arguments must outlive it. `strategy` has its owner, and positions whose play is in order
  /// already (strategy_ranks.h) keep their moves. `preferred` holds winning moves, which are taken
  /// where entries of these positions are followed.
  StrategyWriter(Searcher<W>& searcher, const Stop& stop, StrategyMoves<W>& strategy,
                 const MoveTable<W>& preferred);

  /// Opens the root of a strategy, or its successors if the loser is to move there; and all entries
  /// that have no move yet (kNoMove).
  void start(const WidePosition<W>& root);
  /// Opens an entry that is to get another move.
  void open(const PackedPosition<W>& entry) { open_.push_back(entry); }

  /// Finds the moves of all open entries, and opens the entries that may follow, until none is
  /// open. If `chooses`, moves that keep the strategy small replace the moves that the search has
  /// chosen. Throws WrongTable, and what the search throws. After a limit some entries have no
  /// moves. With one thread the strategy depends only on the table.
  End follow(bool chooses);

  /// Calls `save` once per `time` during follow(). No entry changes meanwhile: threads that would
  /// change one wait.
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
  /// Threads that read the searcher's table, or search beside others, lock it shared; a search with
  /// all threads locks it exclusively. Where both are needed, it is locked before `writing_`.
  std::shared_mutex searching_;
  /// Readers of entries lock it shared, writers exclusively, for microseconds; so waiting threads
  /// spin at first. But a holder may save, or wait for a processor: then it is better to sleep.
  tbb::rw_mutex writing_;
  SharedStop limits_;  ///< One step for each entry that is followed.
  std::atomic<std::uint64_t> open_count_{0};
  std::atomic<std::uint64_t> searched_{0};
  SaveSchedule saves_;
};

}  // namespace onyx::proof_number
