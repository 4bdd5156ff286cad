// Unreachable positions: proofs that no play leads from a setup to a position, which are cheaper
// than an exhaustive search.
#pragma once

#include <array>

#include "core/wide_position.h"

namespace onyx {

/// The number of pairs that V has captured minus the number that H has captured, in any game from a
/// setup with equal counts to the position. The parity of the counts must fit the side to move
/// (core/README.md, fact 4).
template <int W>
int captured_pairs_lead(const WidePosition<W>& position) {
  const int lead = position.of(Player::V).count() - position.of(Player::H).count();
  return (lead - (position.to_move == Player::V ? 0 : 1)) / 2;
}

/// Stones of `setup` that protect each other permanently: the largest set in which every stone has,
/// in each of its squares, a stone of the set that prevents its capture. (A capture needs two
/// stones of the other player beside it, and a stone of its own owner opposite.) The first capture
/// of a stone of the set would find that stone still present, so there is none. (On the standard
/// setups with sides divisible by four the two stones of each edge share a square and are
/// permanent.)
template <int W>
PlaceSet<W> permanent_stones(const WideBoard<W>& board, const WidePosition<W>& setup);

/// `stones`: by player, the points where stones may be. Returns the points where they may be
/// earlier in the game. Backwards, a stone comes to a point only with its partner across a square,
/// when a capture by two stones beside them is undone; all other conditions are ignored, so this is
/// an upper bound.
template <int W>
std::array<PlaceSet<W>, 2> restorable_stones(const WideBoard<W>& board,
                                             std::array<PlaceSet<W>, 2> stones);

template <int W>
class Unreachable {
 public:
  /// `board` must outlive this object; the setup has equal counts and V to move.
  Unreachable(const WideBoard<W>& board, const WidePosition<W>& setup);

  /// A proof, as part of a sentence, that no play leads from the setup to the position; nullptr if
  /// none is known. The parity of the counts must fit the side to move. Usually O(1); O(places
  /// squared) where stones of the setup are missing or captures hard to undo.
  const char* reason(const WidePosition<W>& position) const;

 private:
  /// Whether the player has stones on opposite corners of some square, where a capture may have
  /// happened.
  bool has_pair(const PlaceSet<W>& stones) const;

  const WideBoard<W>& board_;
  const WidePosition<W> setup_;
  const PlaceSet<W> permanent_;
  /// Midpoints whose corners were never all empty.
  PlaceSet<W> never_free_;
};

}  // namespace onyx
