// Sight: the number of plies k within which a player overlooks nothing.
//
// Let k be odd. A move is k-sighted if
//   - the mover can force a connection within k plies, and the move does so: it connects, or the
//     opponent is lost within k - 1 plies; or
//   - the mover cannot, and after the move the opponent cannot force a connection within k - 2
//     plies, or could do so after every legal move.
// A 1-sighted player takes an immediate win. A 3-sighted player also stops immediate threats and
// never misses a win in three. More sight is not always stricter: a move that wins in seven plies
// where five are possible is 7-sighted but not 5-sighted. So the sight of a game, the largest k for
// which all its moves are k-sighted, is found by trying each k. Bounded search
// (solver/engine/bounded/bounded_search.h) answers every question exactly.
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "core/line.h"
#include "solver/engine/bounded/bounded_search.h"

namespace onyx {

struct GameSight {
  int sight = 0;          ///< The largest k found for which all moves are k-sighted; 0 if none.
  bool is_exact = false;  ///< If false, `most` or a limit ended the search; k may be larger.
};

/// Returns the number of plies before the first position that recurs; all if none. O(plies^2).
template <class Positions>
std::size_t plies_before_repetition(const Positions& positions) {
  for (auto position = positions.begin(); position != positions.end(); ++position) {
    if (std::find(position + 1, positions.end(), *position) != positions.end()) {
      return static_cast<std::size_t>(position - positions.begin());
    }
  }
  return positions.empty() ? 0 : positions.size() - 1;
}

/// Not thread-safe. Earlier calls never change an answer, but may change when a limit is met.
template <int W>
class Sight {
 public:
  static constexpr int kMost = BoundedSearch<W>::kMostPlies - 1;

  /// The table has 2^table_bits entries (bounded_search.h).
  explicit Sight(const WideBoard<W>& board, unsigned table_bits = 16)
      : board_(board), search_(board, table_bits, BoundedSearch<W>::Looks::ahead) {}

  BoundedSearch<W>& search() { return search_; }

  /// Whether a legal move is k-sighted, for odd k up to kMost. Returns nullopt at a limit.
  std::optional<bool> is_sighted(const WidePosition<W>& position, Place move, int k);

  /// Returns all k-sighted moves, at least one; nullopt at a limit.
  std::optional<PlaceSet<W>> sighted_moves(const WidePosition<W>& position, int k);

 private:
  /// Whether the side to move has lost or loses within `plies`, an even number.
  std::optional<bool> is_lost(const WidePosition<W>& position, int plies);
  /// Whether the side to move can force a connection within `plies`; false for 0 or less.
  std::optional<bool> can_win(const WidePosition<W>& position, int plies);
  const WideBoard<W>& board_;
  BoundedSearch<W> search_;
};

/// Returns the sight of a game up to the first position that recurs. `moves[i]` is played in
/// `positions[i]`. Tries k = 1, 3, ... up to the lesser of `most` and kMost. `given_up`, if known,
/// is the least number of plies within which a mover could force a win but gave it up for good. No
/// k from this number on is possible, so the answer is exact once k reaches it.
template <int W>
GameSight sight_of_game(Sight<W>& sight, std::span<const WidePosition<W>> positions,
                        std::span<const Place> moves, int most,
                        std::optional<int> given_up = std::nullopt);
/// `stop.work` limits the nodes for each question.
GameSight sight_of_game(const Line& game, int most, std::optional<int> given_up, const Stop& stop);

}  // namespace onyx
