#include "experiments/solve/exact_distance.h"

#include <algorithm>

namespace onyx::solve_command {
namespace {

/// 24 bytes each: see kExactDistanceBytes.
constexpr unsigned kTableBits = 20;

/// Thrown where the nodes do not suffice, and caught below.
struct NotKnown {};

class Questions {
 public:
  Questions(const SmallBoard& board, std::uint64_t nodes, Interrupt interrupt)
      : board_(board), nodes_(nodes), search_(board, kTableBits) {
    search_.set_interrupt(interrupt);
  }

  /// Whether the side to move wins (or loses) within so many plies.
  bool is_decided(const SmallPosition& position, bool mover_wins, int plies) {
    if (is_finished(board_, position)) return !mover_wins;
    if (plies <= 0) return false;
    if (search_.nodes() >= nodes_) throw NotKnown{};
    search_.set_node_limit(nodes_ - search_.nodes());
    const auto answer =
        mover_wins ? search_.wins_within(position, plies) : search_.loses_within(position, plies);
    if (!answer) throw NotKnown{};
    return *answer;
  }

 private:
  const SmallBoard& board_;
  const std::uint64_t nodes_;  ///< For all questions together.
  BoundedSearch search_;
};

}  // namespace

std::optional<ExactDistance> exact_distance(const SmallBoard& board, const SmallPosition& position,
                                            bool mover_wins, int at_most, std::uint64_t nodes,
                                            Interrupt interrupt) {
  Questions questions(board, nodes, interrupt);
  ExactDistance found;
  try {
    const int most = std::min(at_most, BoundedSearch::kMostPlies - 1);
    int plies = mover_wins ? 1 : 2;
    while (plies <= most && !questions.is_decided(position, mover_wins, plies)) plies += 2;
    if (plies > most) return {};
    found.plies = plies;
    legal_moves(board, position).for_each([&](Place move) {
      const SmallPosition next = successor(board, position, move);
      // The winner hurries, the loser delays.
      if (questions.is_decided(next, !mover_wins, mover_wins ? plies - 1 : plies - 3) ==
          mover_wins) {
        found.best_moves.push_back(move);
      }
    });
  } catch (const NotKnown&) {
    return {};
  }
  return found;
}

}  // namespace onyx::solve_command
