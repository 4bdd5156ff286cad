// Sight: the number of plies k within which a player never overlooks anything.
//
// Let k be odd. A move is k-sighted if
//   - the mover can force a connection within k plies, and the move does so: it connects, or leaves
//     the opponent lost within k - 1 plies; or
//   - the mover cannot, and after the move the opponent cannot force a connection within k - 2
//     plies, or can do so after every legal move.
// A 1-sighted player takes an immediate win. A 3-sighted player also stops immediate threats and
// never misses a win in three.
//
// More sight is not always stricter: a move that wins in seven plies where five are possible is
// 7-sighted but not 5-sighted. So the sight of a game, the largest k for which all its moves are
// k-sighted, is found by trying one k after another.
//
// Bounded search (solver/engine/bounded/bounded_search.h) answers every question, so answers are
// exact.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "core/line.h"
#include "solver/engine/bounded/bounded_search.h"

namespace onyx {

/// The sight of a game, as far as known.
struct GameSight {
  int sight = 0;          ///< The largest k found for which all moves are k-sighted; 0 if none is.
  bool is_exact = false;  ///< Otherwise a larger k is possible: `most` or a limit ended the search.
};

/// The number of plies before the first position that occurs again later in the game. A game that
/// repeats is judged by these plies. Returns all plies if no position occurs again. O(plies
/// squared).
template <class Positions>
std::size_t plies_before_repetition(const Positions& positions) {
  for (auto position = positions.begin(); position != positions.end(); ++position) {
    if (std::find(position + 1, positions.end(), *position) != positions.end()) {
      return static_cast<std::size_t>(position - positions.begin());
    }
  }
  return positions.empty() ? 0 : positions.size() - 1;
}

/// Answers questions about sight. Not thread-safe. Earlier questions make later ones faster and
/// never change an answer, but a node limit may then be met sooner or later.
template <int W>
class Sight {
 public:
  /// The largest k that may be asked about.
  static constexpr int kMost = BoundedSearch<W>::kMostPlies - 1;

  /// `board` must outlive this. The table has 2^table_bits entries (bounded_search.h).
  explicit Sight(const WideBoard<W>& board, unsigned table_bits = 16)
      : board_(board), search_(board, table_bits, BoundedSearch<W>::Looks::ahead) {}

  /// The search behind all questions, with its limits and its table.
  BoundedSearch<W>& search() { return search_; }

  /// Whether a legal move in an unfinished position is k-sighted; k is odd, from 1 to kMost.
  /// Returns nothing if a limit of the search was met.
  std::optional<bool> is_sighted(const WidePosition<W>& position, Place move, int k);

  /// All k-sighted moves of an unfinished position, never empty; nothing if a limit was met.
  std::optional<PlaceSet<W>> sighted_moves(const WidePosition<W>& position, int k);

 private:
  /// Whether the side to move has already lost, or is lost within `plies`, an even number.
  std::optional<bool> is_lost(const WidePosition<W>& position, int plies);
  /// Whether the side to move can force a connection within `plies`; false for 0 plies or less.
  std::optional<bool> can_win(const WidePosition<W>& position, int plies);

  const WideBoard<W>& board_;
  BoundedSearch<W> search_;
};

/// The sight of a game, by all its moves before the first position that occurs again. `moves[i]` is
/// played in `positions[i]`; there is one more position than moves. Asks for k = 1, 3, ... up to
/// the lesser of `most` and kMost. `given_up`, if known: the least number of plies within which
/// some mover could force a win that its move gave up for good. No k from this number on is
/// possible, so the answer is then exact.
template <int W>
GameSight sight_of_game(Sight<W>& sight, std::span<const WidePosition<W>> positions,
                        std::span<const Place> moves, int most,
                        std::optional<int> given_up = std::nullopt);
/// `stop.work` limits the nodes for each question.
GameSight sight_of_game(const Line& game, int most, std::optional<int> given_up, const Stop& stop);

}  // namespace onyx
