#include "solver/decide/exact_distance.h"

#include <algorithm>
#include <bit>

namespace onyx {
namespace {

/// Thrown where the work or time does not suffice, and caught below.
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

  /// Whether the side to move wins (or loses) within so many plies.
  bool is_decided(const Position<W>& position, bool mover_wins, int plies) {
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
  const std::uint64_t most_nodes_;  ///< Of the search, after all questions.
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
unsigned table_bits_for(std::uint64_t bytes) {
  const std::uint64_t entries = bytes / (sizeof(PackedPosition<W>) + sizeof(std::uint64_t));
  constexpr unsigned kLeast = 10;
  return std::max(static_cast<unsigned>(std::bit_width(entries)), kLeast + 1) - 1;
}

template <int W>
std::optional<ExactDistance> exact_distance(const Board<W>& board, const Position<W>& position,
                                            bool mover_wins, int at_most, const Stop& stop) {
  BoundedSearch<W> search(board, table_bits_for<W>(kExactDistanceBytes),
                          BoundedSearch<W>::Looks::ahead);
  return exact_distance(search, position, mover_wins, at_most, stop);
}

template <int W>
std::optional<ExactDistance> exact_distance(BoundedSearch<W>& search, const Position<W>& position,
                                            bool mover_wins, int at_most, const Stop& stop) {
  constexpr int kMost = BoundedSearch<W>::kMostPlies - 1;
  const Board<W>& board = search.board();
  Questions<W> questions(search, stop);
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
                                                       int, const Stop&);                         \
  template std::optional<ExactDistance> exact_distance(BoundedSearch<W>&, const Position<W>&,     \
                                                       bool, int, const Stop&);                   \
  template unsigned table_bits_for<W>(std::uint64_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
