// The ranks of a winning strategy in brief: how long the longest play under it is from each of its
// positions, and from which ones play may repeat.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/stop.h"
#include "solver/proof_number/look_ahead.h"
#include "solver/proof_number/strategy_moves.h"

namespace onyx::proof_number {

/// Positions of a strategy between looks at limits and progress.
inline constexpr std::uint64_t kBetweenLooks = 1024;

/// What a rank says while a strategy is built; real ones are from 1 to kMostRank.
inline constexpr std::uint16_t kUnknownRank = 0;
/// Some play from it repeats, or leads to such a position.
inline constexpr std::uint16_t kEndlessRank = 65'534;

/// Whether all play from an entry is in the strategy, and ends.
inline bool is_in_order(std::uint16_t rank) { return rank != kUnknownRank && rank <= kMostRank; }
/// The rank of an entry to which another thread may give it at this moment.
inline std::uint16_t rank_now(const StrategyMove& entry) {
  return std::atomic_ref(const_cast<std::uint16_t&>(entry.rank)).load(std::memory_order_relaxed);
}

/// In how many plies the mover wins, if it is within three; else 0.
template <int W>
int plies_of_short_win(const Board<W>& board, const Position<W>& position);

/// The replies to the moves of a strategy, and what it has after them.
template <int W>
class Replies {
 public:
  struct Reply {
    Place place;
    Position<W> next;
    PackedPosition<W> packed;
  };

  /// Both must outlive it.
  Replies(const Board<W>& board, const MoveTable<W>& moves)
      : board_(board), moves_(moves), look_ahead_(board, techniques_) {}
  Replies(const Replies&) = delete;
  Replies& operator=(const Replies&) = delete;

  /// All replies to a position of a game that goes on, the loser to move, until the next call; what
  /// the strategy has after them is fetched. None may win.
  std::span<const Reply> to(const Position<W>& after);

  /// The outlook after a reply of the last to().
  Outlook<W> outlook_after(const Reply& reply) const {
    return look_ahead_.after(reply.place, reply.next);
  }
  /// Whether the winner wins within three plies after it.
  bool is_won_soon(const Reply& reply) const {
    return outlook_after(reply).forecast == Outlook<W>::Forecast::win;
  }

  /// Given the position after a move of the winner's, which must not let the loser win at once: the
  /// rank of the position before it, if all that the loser can do is in order or lost soon.
  /// Invalidates what to() returned.
  std::optional<std::uint16_t> rank_before(const Position<W>& after);

 private:
  const Board<W>& board_;
  const MoveTable<W>& moves_;
  const Techniques techniques_{.connections = false};
  LookAhead<W> look_ahead_;
  std::vector<Reply> replies_;
};

/// Gives each entry that has no rank its own, the longest play from it, or kEndlessRank; returns
/// those with kEndlessRank, in the order of their positions. After a limit, which `end` tells, some
/// have none. Progress is told as `deciding`.
///
/// An entry has its rank when all have that may follow. Stones become fewer only where one
/// captures, so those with most stones come first, and then most others are ready when their turn
/// comes: O(entries * replies), and the slots for each number of stones. What is not is asked
/// again, as often as that gains any; with one thread that is once for each capture on a line at
/// most. What is never ready can go round, or leads to what can, or to what the strategy does not
/// have.
template <int W>
std::vector<PackedPosition<W>> find_ranks(const Board<W>& board, MoveTable<W>& moves,
                                          Threads threads, const Stop& stop, End& end);

/// The longest play of a strategy that has its ranks.
template <int W>
int plies_from(const Board<W>& board, const Position<W>& position,
               const StrategyMoves<W>& strategy);

}  // namespace onyx::proof_number
