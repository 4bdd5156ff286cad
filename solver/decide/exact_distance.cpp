#include "solver/decide/exact_distance.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "core/base/assert.h"
#include "core/legality.h"

namespace onyx {
namespace {

/// A number of plies that no win exceeds.
constexpr int kNoBound = 100'000;

/// Thrown if the work or time is insufficient, and caught below.
struct NotKnown {};

template <int W>
class Questions {
 public:
  Questions(BoundedSearch<W>& search, const Stop& stop)
      : search_(search),
        most_nodes_(search.nodes() + std::min(stop.work, UINT64_MAX - search.nodes())) {
    search_.set_interrupt(stop.interrupt);
    search_.set_deadline(stop.deadline);
  }

  /// Whether the side to move wins (or loses) within `plies`.
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
std::vector<Place> best_moves(const WideBoard<W>& board, const WidePosition<W>& position,
                              bool mover_wins, int plies, Questions<W>& questions) {
  std::vector<Place> best;
  legal_moves(board, position).for_each([&](Place move) {
    const WidePosition<W> next = successor(board, position, move);
    // The winner takes the shortest way, the loser the longest.
    const int within = mover_wins ? plies - 1 : plies - 3;
    if (questions.is_decided(next, !mover_wins, within) == mover_wins) best.push_back(move);
  });
  return best;
}

}  // namespace

template <int W>
unsigned table_bits_for(std::uint64_t bytes) {
  const std::uint64_t entries = bytes / (sizeof(PackedPosition<W>) + sizeof(std::uint64_t));
  constexpr unsigned kLeast = 10;
  return std::max(static_cast<unsigned>(std::bit_width(entries)), kLeast + 1) - 1;
}

template <int W>
bool complete_win(BoundedSearch<W>& search, const WidePosition<W>& position, const Stop& stop,
                  Decision& decision) {
  constexpr int kMost = BoundedSearch<W>::kMostPlies - 1;
  const bool mover_wins = decision.claim == win_of(position.to_move);
  const int at_most = decision.distance >= 0           ? decision.distance
                      : decision.distance_at_most >= 0 ? decision.distance_at_most
                                                       : kNoBound;
  ONYX_ASSERT(can_go_on(search.board(), position) && at_most >= 1);
  Questions<W> questions(search, stop);
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
    best = best_moves(search.board(), position, mover_wins, plies, questions);
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

#define ONYX_INSTANTIATE(W)                                                                      \
  template bool complete_win(BoundedSearch<W>&, const WidePosition<W>&, const Stop&, Decision&); \
  template unsigned table_bits_for<W>(std::uint64_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
