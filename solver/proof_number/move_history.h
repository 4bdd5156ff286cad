// What a search learns about moves as it goes: which of them won in similar circumstances.
//
// The same threat is mostly met by the same move, and a place with the same stones around it is
// mostly as good or as bad in another position. So wherever a move is found to win a position, it
// is counted for it in two circumstances, and against the others of the position that were found to
// lose: as the answer to the move before, and by the stones around its place. What has lost more
// often than others do seems harder to win by. Moves that are seen to win or lose
// without search are not counted, since nothing has to be guessed; what rests on a repetition is,
// though it may be wrong elsewhere. Chess programs use the same ideas: the history heuristic
// (J. Schaeffer, "The History Heuristic and Alpha-Beta Search Enhancements in Practice", 1989) and
// countermoves (J. Uiterwijk, "The Countermove Heuristic", 1992).
//
// It changes where the search looks first, and no value. One thread writes it; two sets of stones
// may share a counter, by a hash.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/board.h"
#include "core/position.h"

namespace onyx::proof_number {

template <int W>
class MoveHistory {
 public:
  /// The hardness of a move that is like others, or of which nothing is known.
  static constexpr std::uint32_t kUsual = 8;

  /// The board must outlive it. Takes 384 KiB, and 12 bytes for each ordered pair of places.
  explicit MoveHistory(const Board<W>& board);

  /// As the move before, where there is none.
  Place no_move() const { return static_cast<Place>(board_.place_count()); }

  /// How hard it seems to win by a move of the side to move, where `before` came last: kUsual times
  /// 1/4 to 16. O(W).
  std::uint32_t hardness(const Position<W>& position, Place before, Place move) const;
  void count_win(const Position<W>& position, Place before, Place move) {
    count(position, before, move, true);
  }
  void count_loss(const Position<W>& position, Place before, Place move) {
    count(position, before, move, false);
  }

 private:
  /// Octaves of hardness are counted in parts of this size.
  static constexpr int kPartsOfOctave = 16;
  static constexpr int kLeastOctave = -2;  ///< 1/4
  static constexpr int kMostOctave = 4;    ///< 16 times

  struct Tally {
    std::uint16_t wins = 0;
    std::uint16_t losses = 0;
    std::int16_t parts = 0;  ///< What they say of the hardness.
  };

  void count(const Position<W>& position, Place before, Place move, bool wins);
  static void add(Tally& tally, bool wins, double weight);
  std::size_t reply_index(Player mover, Place before, Place move) const;
  std::size_t pattern_index(const Position<W>& position, Place move) const;

  const Board<W>& board_;
  std::vector<PlaceSet<W>> around_;  ///< By place: what lies near it.
  std::vector<Tally> replies_;       ///< By mover, move before, and move.
  std::vector<Tally> patterns_;      ///< By a hash of mover, place, and the stones around it.
  std::array<std::uint32_t, std::size_t{(kMostOctave - kLeastOctave) * kPartsOfOctave + 1}>
      hardness_;  ///< By parts above the least.
};

}  // namespace onyx::proof_number
