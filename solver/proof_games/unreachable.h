// Unreachable positions: reasons why no play leads from a setup to a position, which are cheaper
// than a search that ends without finding one.
#pragma once

#include <array>

#include "core/position.h"

namespace onyx {

/// How many pairs V has captured more than H in any game from a setup with equal counts to the
/// position; negative if H has. The parity of the counts must fit the side to move (core/README.md,
/// fact 4).
template <int W>
int captured_pairs_lead(const Position<W>& position) {
  const int lead = position.of(Player::V).count() - position.of(Player::H).count();
  return (lead - (position.to_move == Player::V ? 0 : 1)) / 2;
}

/// Stones of `setup` that protect each other for ever: the largest set of which every stone has, in
/// each of its squares, a stone of the set that stands in the way of its capture, which needs two
/// of the other player's stones beside it and one of its own owner's opposite. The first capture of
/// a stone of the set would find that stone still there, so there is none. (On the standard setups
/// with sides divisible by four the two stones of each edge share a square and are permanent.)
template <int W>
PlaceSet<W> permanent_stones(const Board<W>& board, const Position<W>& setup);

/// Given, by player, the points where stones may stand: the points where they may stand before it
/// in a game. Backwards a stone comes to a point only with its partner across a square, when a
/// capture by two stones beside them is undone; all else is ignored, so this is an upper bound.
template <int W>
std::array<PlaceSet<W>, 2> restorable_stones(const Board<W>& board,
                                             std::array<PlaceSet<W>, 2> stones);

template <int W>
class Unreachable {
 public:
  /// `board` must outlive it; the setup has equal counts and V to move.
  Unreachable(const Board<W>& board, const Position<W>& setup);

  /// A proof, as part of a sentence, that no play leads from the setup to the position; nullptr if
  /// none is known. The parity of the counts must fit the side to move.
  /// O(1) mostly, O(places squared) where stones of the setup are gone or captures hard to undo.
  const char* reason(const Position<W>& position) const;

 private:
  /// Whether the player's stones are on opposite corners of some square: where a capture may have
  /// happened.
  bool has_pair(const PlaceSet<W>& stones) const;

  const Board<W>& board_;
  const Position<W> setup_;
  const PlaceSet<W> permanent_;
  /// Midpoints whose corners were never all empty.
  PlaceSet<W> never_free_;
};

}  // namespace onyx
