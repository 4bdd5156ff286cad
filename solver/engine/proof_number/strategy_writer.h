// Builds a strategy with all threads, by following the winner's moves against all replies. Each
// thread works depth first, so that later play soon reaches existing entries. An idle thread takes
// the oldest open entry of another thread. Results that the table has lost are searched again. A
// long search uses all threads, and no thread writes entries during the search.
#pragma once

#include <oneapi/tbb/rw_mutex.h>
#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <shared_mutex>
#include <utility>
#include <vector>

#include "core/base/assert.h"
#include "core/base/parallel_each.h"
#include "core/base/save_schedule.h"
#include "core/base/shared_stop.h"
#include "solver/engine/proof_number/found_value.h"
#include "solver/engine/proof_number/simulation.h"
#include "solver/engine/proof_number/strategy_ranks.h"

namespace onyx::proof_number {

template <int W>
class StrategyWriter {
 public:
  /// All arguments must outlive the writer. Entries that are in order (strategy_ranks.h) keep their
  /// moves. `preferred` holds winning moves to use instead of the search's moves.
  StrategyWriter(Searcher<W>& searcher, const Stop& stop, StrategyMoves<W>& strategy,
                 const MoveTable<W>& preferred)
      : searcher_(searcher),
        stop_(stop),
        strategy_(strategy),
        preferred_(preferred),
        limits_(stop, kBetweenLooks) {}

  /// Opens all entries without a move, and the root or, if the loser moves first, its successors.
  void start(const WidePosition<W>& root) {
    MoveTable<W>& moves = strategy_.moves;
    moves.for_each([&](const PackedPosition<W>& packed, const StrategyMove& entry) {
      if (entry.move == kNoMove) open(packed);
    });
    if (root.to_move == strategy_.owner) {
      if (plies_of_short_win(searcher_.board(), root) > 0) return;
      if (moves.try_emplace(pack(root), {kNoMove}).second) open(pack(root));
      return;
    }
    Scribe scribe(*this);
    scribe.look_at_replies_to(root);
    for (const PackedPosition<W>& entry : scribe.new_entries()) {
      moves.try_emplace(entry, {kNoMove});
      open(entry);
    }
  }

  void open(const PackedPosition<W>& entry) { open_.push_back(entry); }

  /// Finds the moves of all open entries and of all entries after them. If `chooses`, prefers moves
  /// that keep the strategy small. Throws WrongTable and whatever the search throws. After a limit,
  /// some entries have no moves. Deterministic with one thread.
  End follow(bool chooses) {
    open_count_ = open_.size();
    tbb::enumerable_thread_specific<Scribe> scribes([this] { return Scribe(*this); });
    parallel_for_each(searcher_.threads(), std::exchange(open_, {}),
                      [&](const PackedPosition<W>& packed, const auto& open) {
                        return scribes.local().follow(packed, chooses, open);
                      });
    ONYX_ASSERT(limits_.is_over() || open_count_ == 0);
    return limits_.why();
  }

  /// Makes follow() call `save` once per `time`, while no thread changes entries.
  void save_every(Stop::Clock::duration time, std::function<void()> save) {
    saves_ = SaveSchedule(time, std::move(save));
  }

  /// Returns the number of positions searched again because the table had no result.
  std::uint64_t searched() const { return searched_; }

 private:
  class Scribe {
   public:
    explicit Scribe(StrategyWriter& shared)
        : shared_(shared),
          searcher_(shared.searcher_),
          board_(searcher_.board()),
          owner_(shared.strategy_.owner),
          moves_(shared.strategy_.moves),
          replies_(board_, moves_),
          look_ahead_(board_, {.connections = false}),
          simulation_(searcher_, look_ahead_, Player::V, [] { return false; }),
          short_search_(shared.stop_) {
      if (searcher_.threads() == 1) return;
      const std::shared_lock not_searching(shared.searching_);
      beside_ = Searcher<W>::beside(searcher_);
      short_search_.work = kNodesAlone;
      short_search_.progress = nullptr;
    }

    /// Finds the move of an entry and opens each new entry after it. Returns false after a limit.
    template <class Open>
    bool follow(const PackedPosition<W>& packed, bool chooses, const Open& open) {
      if (shared_.limits_.is_over()) return false;
      const WidePosition<W> position = unpack(packed);
      const auto value = move_in(position);
      if (!value) return false;
      if (value->is_draw || value->winner != owner_ ||
          !legal_moves(board_, position).has(value->move)) {
        throw WrongTable();
      }
      const StrategyMove* const preferred = shared_.preferred_.find(packed);
      const Place move = preferred != nullptr ? preferred->move
                         : chooses            ? smallest_move(position, value->move)
                                              : value->move;
      const WidePosition<W> after = successor(board_, position, move);
      look_at_replies_to(after);
      {
        const std::unique_lock writing(shared_.writing_);
        moves_.at(packed).move = move;
        std::erase_if(new_, [&](const PackedPosition<W>& entry) {
          return !moves_.try_emplace(entry, {kNoMove}).second;
        });
      }
      shared_.open_count_ += new_.size();
      for (const PackedPosition<W>& entry : new_) open(entry);
      --shared_.open_count_;
      if (!answer()) return false;
      shared_.count_followed();
      return !shared_.limits_.is_over();
    }

    /// Collects in unanswered_ the positions after replies, except entries in order and wins within
    /// three plies. Adds positions without an entry also to new_.
    void look_at_replies_to(const WidePosition<W>& after) {
      new_.clear();
      unanswered_.clear();
      if (is_finished(board_, after)) return;
      look_up_replies_to(after);
      const std::shared_lock looking(shared_.searching_);
      for (const auto& [reply, has_entry] : looked_up_) {
        if (!has_entry && replies_.is_won_soon(*reply)) continue;
        if (!has_entry) new_.push_back(reply->packed);
        unanswered_.push_back(reply->next);
        searcher_.prefetch(reply->next);
      }
    }

    const std::vector<PackedPosition<W>>& new_entries() const { return new_; }

   private:
    using Reply = typename Replies<W>::Reply;
    struct LookedUp {
      const Reply* reply;
      bool has_entry;
    };

    /// A separate function, so that entries are locked only here, not while outlooks are computed.
    void look_up_replies_to(const WidePosition<W>& after) {
      if (winning_moves(board_, after).any()) throw WrongTable();
      looked_up_.clear();
      const std::shared_lock reading(shared_.writing_);
      for (const Reply& reply : replies_.to(after)) {
        const StrategyMove* const entry = moves_.find(reply.packed);
        if (entry != nullptr && is_in_order(entry->rank)) continue;
        looked_up_.push_back({&reply, entry != nullptr});
      }
    }

    /// Returns the value and a move, or nullopt after a limit. Searches if the table lost them.
    std::optional<FoundValue<W>> move_in(const WidePosition<W>& position) {
      {
        const std::shared_lock reading(shared_.searching_);
        if (auto value = settled(searcher_, position)) return value;
        ++shared_.searched_;
        if (beside_ && beside_->search(position, Player::V, short_search_) == End::complete) {
          if (auto value = settled(searcher_, position)) return value;
        }
      }
      const std::unique_lock searching(shared_.searching_);
      if (shared_.limits_.is_over()) return std::nullopt;
      FoundValue<W> value = find_value(searcher_, position, shared_.stop_);
      if (value.end == End::complete) return value;
      shared_.limits_.end(value.end);
      return std::nullopt;
    }

    /// Finds answers to all replies. If virtual connections refuted a reply, the table has no move
    /// after it. In this case, first tries the play that wins after other replies, because the same
    /// moves often work. Returns false after a limit.
    bool answer() {
      const auto first_lost = [&] {
        const std::shared_lock reading(shared_.searching_);
        return std::stable_partition(unanswered_.begin(), unanswered_.end(),
                                     [&](const WidePosition<W>& position) {
                                       return settled(searcher_, position).has_value();
                                     });
      }();
      for (auto next = first_lost; next != unanswered_.end(); ++next) {
        const auto models = std::min(next - unanswered_.begin(), std::ptrdiff_t{kMostModels});
        const bool is_alike = std::any_of(next - models, next, [&](const WidePosition<W>& model) {
          const std::shared_lock reading(shared_.searching_);
          return simulation_.plies_of_win(*next, model, owner_, kMostModelPositions) > 0;
        });
        if (!is_alike && !move_in(*next)) return false;
      }
      return true;
    }

    /// Returns the number of positions that the move to `after` adds to the strategy, up to `most`.
    int additions(const WidePosition<W>& after, int most) {
      look_up_replies_to(after);
      int count = 0;
      for (const auto& [reply, has_entry] : looked_up_) {
        if (count == most) break;
        if (!has_entry && !replies_.is_won_soon(*reply)) ++count;
      }
      return count;
    }

    /// Returns the move that adds the fewest positions among all moves known to win.
    Place smallest_move(const WidePosition<W>& position, Place found) {
      Place best = found;
      int least = additions(successor(board_, position, found), board_.place_count());
      if (least == 0) return best;
      const std::shared_lock reading(shared_.searching_);
      std::vector<std::pair<Place, WidePosition<W>>> others;
      placements(board_, position).for_each([&](Place move) {
        if (move == found) return;
        others.emplace_back(move, successor(board_, position, move));
        searcher_.prefetch(others.back().second);
      });
      for (const auto& [move, after] : others) {
        const auto value = settled(searcher_, after);
        if (!value || value->winner != owner_) continue;
        const int added = additions(after, least);
        if (added >= least) continue;
        least = added;
        best = move;
        if (least == 0) break;
      }
      return best;
    }

    StrategyWriter& shared_;
    Searcher<W>& searcher_;
    const WideBoard<W>& board_;
    const Player owner_;
    MoveTable<W>& moves_;
    Replies<W> replies_;
    LookAhead<W> look_ahead_;
    Simulation<W> simulation_;
    std::unique_ptr<Searcher<W>> beside_;  // null if there is only one thread
    Stop short_search_;
    std::vector<LookedUp> looked_up_;  // the last replies that do not lead to entries in order
    std::vector<PackedPosition<W>> new_;
    std::vector<WidePosition<W>> unanswered_;
  };

  void count_followed() {
    constexpr std::uint64_t kBytesOpen = 256;
    const std::shared_lock not_searching(searching_);  // a search reports its own progress
    limits_.step([&] {
      const std::uint64_t open = open_count_;
      const std::shared_lock reading(writing_);
      if (saves_.is_due(SaveSchedule::Clock::now())) saves_.save();
      const MoveTable<W>& moves = strategy_.moves;
      return Reached{moves.size(), moves.size() - open, moves.bytes() + open * kBytesOpen,
                     Reached::Phase::finding};
    });
  }

  Searcher<W>& searcher_;
  const Stop& stop_;
  StrategyMoves<W>& strategy_;
  const MoveTable<W>& preferred_;
  std::vector<PackedPosition<W>> open_;  ///< Entries whose moves are still to be found.
  /// A search with all threads locks this mutex exclusively. Lock it before `writing_`.
  std::shared_mutex searching_;
  /// Usually held for microseconds, so waiting threads spin at first. Then they sleep, because the
  /// holder may be saving.
  tbb::rw_mutex writing_;
  SharedStop limits_;  ///< One step per entry followed.
  std::atomic<std::uint64_t> open_count_{0};
  std::atomic<std::uint64_t> searched_{0};
  SaveSchedule saves_;
};

}  // namespace onyx::proof_number
