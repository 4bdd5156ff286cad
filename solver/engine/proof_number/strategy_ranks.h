// The ranks of a winning strategy in brief (strategy_moves.h). The rank of a position says how many
// plies the longest play from there takes under the strategy, or that play may repeat.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/stop.h"
#include "solver/engine/proof_number/look_ahead.h"
#include "solver/engine/proof_number/strategy_moves.h"

namespace onyx::proof_number {

/// The number of positions of a strategy between two checks of limits and progress.
inline constexpr std::uint64_t kBetweenLooks = 1024;

/// Special ranks while a strategy is built; real ranks are from 1 to kMostRank.
inline constexpr std::uint16_t kUnknownRank = 0;
/// Some play from the position repeats, or leads to a position from which play may repeat.
inline constexpr std::uint16_t kEndlessRank = 65'534;

/// Whether all play from an entry is in the strategy and ends.
inline bool is_in_order(std::uint16_t rank) { return rank != kUnknownRank && rank <= kMostRank; }
/// Reads the rank of an entry while another thread may be setting it.
inline std::uint16_t rank_now(const StrategyMove& entry) {
  return std::atomic_ref(const_cast<std::uint16_t&>(entry.rank)).load(std::memory_order_relaxed);
}

/// The number of plies in which the mover wins, if it is at most three; else 0.
template <int W>
int plies_of_short_win(const WideBoard<W>& board, const WidePosition<W>& position);

/// The replies to the moves of a strategy, and the strategy's entries after them.
template <int W>
class Replies {
 public:
  struct Reply {
    Place place;
    WidePosition<W> next;
    PackedPosition<W> packed;
  };

  /// The board and the moves must outlive this.
  Replies(const WideBoard<W>& board, const MoveTable<W>& moves)
      : board_(board), moves_(moves), look_ahead_(board, techniques_) {}
  Replies(const Replies&) = delete;
  Replies& operator=(const Replies&) = delete;

  /// All replies to `after`, an unfinished position with the loser to move; none may win.
  /// Prefetches the strategy's entries after them. The result is valid until the next call.
  std::span<const Reply> to(const WidePosition<W>& after);

  /// The outlook after `reply`, which must be from the last call of to().
  Outlook<W> outlook_after(const Reply& reply) const {
    return look_ahead_.after(reply.place, reply.next);
  }
  /// Whether the winner wins within three plies after `reply`.
  bool is_won_soon(const Reply& reply) const {
    return outlook_after(reply).forecast == Outlook<W>::Forecast::win;
  }

  /// The rank of a position from which the winner's move leads to `after`, where the loser must not
  /// win at once; nothing unless each reply leads to an entry in order or a win within three plies.
  std::optional<std::uint16_t> rank_before(const WidePosition<W>& after);

 private:
  const WideBoard<W>& board_;
  const MoveTable<W>& moves_;
  const Techniques techniques_{.connections = false};
  LookAhead<W> look_ahead_;
  std::vector<Reply> replies_;
};

/// Gives each entry without a rank its rank: the plies of the longest play from it, or
/// kEndlessRank. Returns the entries with kEndlessRank, in the order of their positions. Sets
/// `end`; after a limit, some entries have no rank. Progress is reported as `deciding`.
///
/// An entry gets its rank when all entries that may follow have theirs. Only captures reduce the
/// number of stones, so entries with more stones come first, and most entries are ready in their
/// turn: O(entries * replies), plus a pass over the slots for each number of stones. The others are
/// tried again while some become ready. From entries that never become ready, play can go in a
/// circle, or reach positions that the strategy does not have.
template <int W>
std::vector<PackedPosition<W>> find_ranks(const WideBoard<W>& board, MoveTable<W>& moves,
                                          Threads threads, const Stop& stop, End& end);

/// The plies of the longest play from `position` under a strategy that has its ranks.
template <int W>
int plies_from(const WideBoard<W>& board, const WidePosition<W>& position,
               const StrategyMoves<W>& strategy);

}  // namespace onyx::proof_number
