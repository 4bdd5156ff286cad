// Finds the exact distance and all best moves of a win by bounded search
// (solver/engine/bounded/bounded_search.h), if that is cheap. Proof-number search only bounds the
// distance, and its move need not win fastest.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>

#include "core/base/assert.h"
#include "core/legality.h"
#include "solver/decide/decide.h"
#include "solver/engine/bounded/bounded_search.h"

namespace onyx {

inline constexpr std::uint64_t kExactDistanceBytes = std::uint64_t{24} << 20;

/// Returns `table_bits` for the largest BoundedSearch that fits into `bytes`, but at least 10.
template <int W>
unsigned table_bits_for(std::uint64_t bytes) {
  const std::uint64_t entries = bytes / (sizeof(PackedPosition<W>) + sizeof(std::uint64_t));
  constexpr unsigned kLeast = 10;
  return std::max(static_cast<unsigned>(std::bit_width(entries)), kLeast + 1) - 1;
}

/// Makes the distance and the best moves of a decided win exact, within the work (nodes) and time
/// of `stop`. If only the distance is found, the best moves do not change. Trusts the bound on the
/// distance in `decision`. `search` must use outlooks (Looks::ahead); the call changes its limits.
/// `position` must be legal and not finished. Returns whether the distance is exact.
template <int W>
bool complete_win(BoundedSearch<W>& search, const WidePosition<W>& position, const Stop& stop,
                  Decision& decision) {
  constexpr int kMost = BoundedSearch<W>::kMostPlies - 1;
  constexpr int kNoBound = 100'000;  // exceeds kMost
  const WideBoard<W>& board = search.board();
  const bool mover_wins = decision.claim == win_of(position.to_move);
  const int at_most = decision.distance >= 0           ? decision.distance
                      : decision.distance_at_most >= 0 ? decision.distance_at_most
                                                       : kNoBound;
  ONYX_ASSERT(can_go_on(board, position) && at_most >= 1);
  search.set_limits(stop);
  const std::uint64_t most_nodes =
      search.nodes() + std::min(stop.work, UINT64_MAX - search.nodes());
  // Whether the side to move wins (if `wins`, else loses) within `plies`; nullopt at a limit.
  const auto is_decided = [&](const WidePosition<W>& at, bool wins,
                              int plies) -> std::optional<bool> {
    if (is_finished(board, at)) return !wins;
    if (plies <= 0) return false;
    if (search.nodes() >= most_nodes) return std::nullopt;
    search.set_node_limit(most_nodes - search.nodes());
    return wins ? search.wins_within(at, plies) : search.loses_within(at, plies);
  };
  // A win within `at_most` plies is known, so do not search that deep.
  int plies = mover_wins ? 1 : 2;
  while (plies < at_most) {
    const std::optional<bool> is_here = is_decided(position, mover_wins, plies);
    if (!is_here) return false;
    if (*is_here) break;
    plies += 2;
    if (plies > kMost) return false;
  }
  // If the mover wins, the opponent loses within plies - 1 after a best move. If the mover loses,
  // the opponent does not win within plies - 3 after a best move.
  const int within = mover_wins ? plies - 1 : plies - 3;
  std::vector<Place> best;
  bool is_known = true;
  for (PlaceSet<W> moves = legal_moves(board, position); moves.any() && is_known;) {
    const Place move = moves.pop_lowest();
    const auto answer = is_decided(successor(board, position, move), !mover_wins, within);
    is_known = answer.has_value();
    if (answer == mover_wins) best.push_back(move);
  }
  // A win has a winning move; if none was found, the bound was wrong.
  if (mover_wins && is_known && best.empty()) return false;
  ONYX_ASSERT((plies % 2 == 1) == mover_wins);
  decision.distance = plies;
  decision.distance_at_most = -1;
  decision.all_best_moves = is_known;
  if (is_known) decision.best_moves = std::move(best);
  return true;
}

}  // namespace onyx
