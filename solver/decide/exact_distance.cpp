#include "solver/decide/exact_distance.h"

#include <algorithm>

#include "solver/bounded/bounded_search.h"

namespace onyx {
namespace {

/// As many as kExactDistanceBytes allow.
template <int W>
constexpr unsigned table_bits() {
  return W == 1 ? 20 : W == 2 ? 19 : W == 4 ? 18 : 17;
}

/// Thrown where the work or time does not suffice, and caught below.
struct NotKnown {};

template <int W>
class Questions {
 public:
  Questions(const Board<W>& board, const Stop& stop)
      : board_(board),
        work_(stop.work),
        search_(board, table_bits<W>(), BoundedSearch<W>::Looks::ahead) {
    search_.set_interrupt(stop.interrupt);
    search_.set_deadline(stop.deadline);
  }

  /// Whether the side to move wins (or loses) within so many plies.
  bool is_decided(const Position<W>& position, bool mover_wins, int plies) {
    if (is_finished(board_, position)) return !mover_wins;
    if (plies <= 0) return false;
    if (search_.nodes() >= work_) throw NotKnown{};
    search_.set_node_limit(work_ - search_.nodes());
    const auto answer =
        mover_wins ? search_.wins_within(position, plies) : search_.loses_within(position, plies);
    if (!answer) throw NotKnown{};
    return *answer;
  }

 private:
  const Board<W>& board_;
  const std::uint64_t work_;  ///< For all questions together.
  BoundedSearch<W> search_;
};

/// All best moves of a position decided in `plies`, in the order of places.
template <int W>
std::vector<Place> best_moves(const Board<W>& board, const Position<W>& position, bool mover_wins,
                              int plies, Questions<W>& questions) {
  std::vector<Place> best;
  legal_moves(board, position).for_each([&](Place move) {
    const Position<W> next = successor(board, position, move);
    // The winner hurries, the loser delays.
    const int within = mover_wins ? plies - 1 : plies - 3;
    if (questions.is_decided(next, !mover_wins, within) == mover_wins) best.push_back(move);
  });
  return best;
}

}  // namespace

template <int W>
std::optional<ExactDistance> exact_distance(const Board<W>& board, const Position<W>& position,
                                            bool mover_wins, int at_most, const Stop& stop) {
  constexpr int kMost = BoundedSearch<W>::kMostPlies - 1;
  Questions<W> questions(board, stop);
  ExactDistance found;
  try {
    int plies = mover_wins ? 1 : 2;
    // Within `at_most` it is known to be decided, and need not be asked.
    while (plies < at_most && !questions.is_decided(position, mover_wins, plies)) {
      plies += 2;
      if (plies > kMost) return {};
    }
    found.plies = plies;
    found.best_moves = best_moves(board, position, mover_wins, plies, questions);
    // A win has a move that wins: else the bound was none.
    if (mover_wins && found.best_moves.empty()) return {};
    found.all_best_moves = true;
  } catch (const NotKnown&) {
    if (found.plies == 0) return {};
  }
  return found;
}

#define ONYX_INSTANTIATE(W)                                                                       \
  template std::optional<ExactDistance> exact_distance(const Board<W>&, const Position<W>&, bool, \
                                                       int, const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
