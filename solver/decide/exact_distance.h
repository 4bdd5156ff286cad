// The exact distance of a position whose value is known, and all its best moves, if they are cheap
// to find.
//
// Proof-number search finds the winner, but its move need not be the quickest, and it only bounds
// the distance. A bounded search (solver/engine/bounded/bounded_search.h) makes the distance exact
// if that does not take too much search.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>

#include "core/base/assert.h"
#include "core/legality.h"
#include "solver/decide/decide.h"
#include "solver/engine/bounded/bounded_search.h"

namespace onyx {

/// The most memory that the bounded search takes.
inline constexpr std::uint64_t kExactDistanceBytes = std::uint64_t{24} << 20;

/// The greatest `table_bits` of a BoundedSearch whose table takes at most `bytes` bytes, but at
/// least 10.
template <int W>
unsigned table_bits_for(std::uint64_t bytes) {
  const std::uint64_t entries = bytes / (sizeof(PackedPosition<W>) + sizeof(std::uint64_t));
  constexpr unsigned kLeast = 10;
  return std::max(static_cast<unsigned>(std::bit_width(entries)), kLeast + 1) - 1;
}

/// A number of plies that no win exceeds.
inline constexpr int kNoBound = 100'000;

/// Thrown if the work or time is insufficient, and caught below.
struct NotKnown {};

template <int W>
class DistanceQuestions {
 public:
  DistanceQuestions(BoundedSearch<W>& search, const Stop& stop)
      : search_(search),
        most_nodes_(search.nodes() + std::min(stop.work, UINT64_MAX - search.nodes())) {
    search_.set_interrupt(stop.interrupt);
    search_.set_deadline(stop.deadline);
  }

  /// Whether the side to move wins (if `mover_wins`) or loses (otherwise) within `plies`.
  bool is_decided(const WidePosition<W>& position, bool mover_wins, int plies) {
    if (is_finished(search_.board(), position)) return !mover_wins;
    if (plies <= 0) return false;
    if (search_.nodes() >= most_nodes_) throw NotKnown{};
    search_.set_node_limit(most_nodes_ - search_.nodes());
    const auto answer =
        mover_wins ? search_.wins_within(position, plies) : search_.loses_within(position, plies);
    if (!answer) throw NotKnown{};
    return *answer;
  }

 private:
  BoundedSearch<W>& search_;
  const std::uint64_t most_nodes_;  ///< Limit of search_.nodes() for all questions together.
};

/// All best moves of a position decided in `plies`, in the order of places.
template <int W>
std::vector<Place> quickest_moves(const WideBoard<W>& board, const WidePosition<W>& position,
                                  bool mover_wins, int plies, DistanceQuestions<W>& questions) {
  std::vector<Place> best;
  legal_moves(board, position).for_each([&](Place move) {
    const WidePosition<W> next = successor(board, position, move);
    // The winner takes the shortest way: after the move, the loser loses within plies - 1. The
    // loser takes the longest: after the move, the winner does not win within plies - 3.
    const int within = mover_wins ? plies - 1 : plies - 3;
    if (questions.is_decided(next, !mover_wins, within) == mover_wins) best.push_back(move);
  });
  return best;
}

/// Makes the distance and the best moves of a decided win exact, if that takes no more work
/// (positions searched) or time than `stop` allows. If only the distance can be found, the best
/// moves stay unchanged. A bound on the distance in `decision` must be proved, because it is not
/// checked. The search must use outlooks (Looks::ahead); its limits are replaced. `position` must
/// be legal and not finished. Returns whether the distance is now exact.
template <int W>
bool complete_win(BoundedSearch<W>& search, const WidePosition<W>& position, const Stop& stop,
                  Decision& decision) {
  constexpr int kMost = BoundedSearch<W>::kMostPlies - 1;
  const bool mover_wins = decision.claim == win_of(position.to_move);
  const int at_most = decision.distance >= 0           ? decision.distance
                      : decision.distance_at_most >= 0 ? decision.distance_at_most
                                                       : kNoBound;
  ONYX_ASSERT(can_go_on(search.board(), position) && at_most >= 1);
  DistanceQuestions<W> questions(search, stop);
  int plies = mover_wins ? 1 : 2;
  std::optional<std::vector<Place>> best;
  try {
    // The position is known to be decided within `at_most`, so the search need not ask that.
    while (plies < at_most && !questions.is_decided(position, mover_wins, plies)) {
      plies += 2;
      if (plies > kMost) return false;
    }
  } catch (const NotKnown&) {
    return false;
  }
  try {
    best = quickest_moves(search.board(), position, mover_wins, plies, questions);
  } catch (const NotKnown&) {
  }
  // A win has a winning move. If none was found, the bound was wrong.
  if (mover_wins && best && best->empty()) return false;
  ONYX_ASSERT((plies % 2 == 1) == mover_wins);
  decision.distance = plies;
  decision.distance_at_most = -1;
  decision.all_best_moves = best.has_value();
  if (best) decision.best_moves = std::move(*best);
  return true;
}

}  // namespace onyx
