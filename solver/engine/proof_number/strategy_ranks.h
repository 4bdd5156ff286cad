// The ranks of a winning strategy in brief (strategy_moves.h). The rank of a position is the number
// of plies of the longest play from it under the strategy, or kEndlessRank if play need not end.
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

/// The number of positions between two checks of the limits.
inline constexpr std::uint64_t kBetweenLooks = 1024;

/// Special ranks, used only while a strategy is built.
inline constexpr std::uint16_t kUnknownRank = 0;
/// Some play from the position may repeat or leave the strategy.
inline constexpr std::uint16_t kEndlessRank = 65'534;

/// An entry is *in order* if all play from it stays in the strategy and ends.
inline bool is_in_order(std::uint16_t rank) { return rank != kUnknownRank && rank <= kMostRank; }
/// Reads the rank; safe while another thread may set it.
inline std::uint16_t rank_now(const StrategyMove& entry) {
  return std::atomic_ref(const_cast<std::uint16_t&>(entry.rank)).load(std::memory_order_relaxed);
}

/// Returns the plies of the mover's win if it takes at most three plies, otherwise 0.
template <int W>
int plies_of_short_win(const WideBoard<W>& board, const WidePosition<W>& position);

/// Lists the replies to a move of a strategy and looks up the entries after them.
template <int W>
class Replies {
 public:
  struct Reply {
    Place place;
    WidePosition<W> next;
    PackedPosition<W> packed;
  };

  /// The board and the moves must outlive this object.
  Replies(const WideBoard<W>& board, const MoveTable<W>& moves)
      : board_(board), moves_(moves), look_ahead_(board, {.connections = false}) {}

  /// Returns the replies. In `after`, the loser must be to move and unable to connect at once. The
  /// result is valid until the next call.
  std::span<const Reply> to(const WidePosition<W>& after);

  /// `reply` must be from the last call of to().
  Outlook<W> outlook_after(const Reply& reply) const {
    return look_ahead_.after(reply.place, reply.next);
  }
  /// Whether the winner wins within three plies after `reply`.
  bool is_won_soon(const Reply& reply) const {
    return outlook_after(reply).forecast == Forecast::win;
  }

  /// Returns the rank of an entry whose move leads to `after`; nullopt if some reply leads neither
  /// to an entry in order nor to a win within three plies.
  std::optional<std::uint16_t> rank_before(const WidePosition<W>& after);

 private:
  const WideBoard<W>& board_;
  const MoveTable<W>& moves_;
  LookAhead<W> look_ahead_;
  std::vector<Reply> replies_;
};

/// Gives each entry its rank, or kEndlessRank if play from it may repeat or leave the strategy.
/// Returns the sorted positions of the endless entries. Sets `end`; after a limit, returns an empty
/// vector and leaves some entries without a rank. Reports progress as Phase::deciding. An entry
/// needs the ranks of the entries after it. Positions with more stones come first, because only
/// captures remove stones; entries that are not ready in their turn are tried again. O(entries *
/// replies), plus a pass over the slots for each number of stones.
template <int W>
std::vector<PackedPosition<W>> find_ranks(const WideBoard<W>& board, MoveTable<W>& moves,
                                          Threads threads, const Stop& stop, End& end);

template <int W>
int plies_from(const WideBoard<W>& board, const WidePosition<W>& position,
               const StrategyMoves<W>& strategy);

}  // namespace onyx::proof_number
