// What a search learns about moves as it goes: which of them won as answers to the same move.
//
// The same threat is mostly met by the same move. So wherever a move is found to win a position, it
// is counted for it as the answer to the move before, and against the others of the position that
// were found to lose. What has lost more often than others do seems harder to win by. Moves that
// are seen to win or lose without search are not counted, since nothing has to be guessed; what
// rests on a repetition is, though it may be wrong elsewhere. Chess programs use the same ideas:
// the history heuristic (J. Schaeffer, "The History Heuristic and Alpha-Beta Search Enhancements in
// Practice", 1989) and countermoves (J. Uiterwijk, "The Countermove Heuristic", 1992).
//
// It changes where the search looks first, and no value. Not for several threads at once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/place_set.h"
#include "core/player.h"

namespace onyx::proof_number {

class MoveHistory {
 public:
  /// The hardness of a move that is like others, or of which nothing is known.
  static constexpr std::uint32_t kUsual = 8;

  /// Takes 12 bytes for each ordered pair of places: 4 MB on 20x20.
  explicit MoveHistory(int place_count);

  /// As the previous move, where there is none.
  Place no_move() const { return static_cast<Place>(place_count_); }

  /// How hard it seems to win by a move, given the previous one: kUsual times 1/2 to 16. O(1).
  std::uint32_t hardness(Player mover, Place previous, Place move) const {
    return hardness_by_part_[tallies_[index_of_tally(mover, previous, move)].part];
  }
  void count_win(Player mover, Place previous, Place move) {
    Tally& tally = tallies_[index_of_tally(mover, previous, move)];
    ++tally.wins;
    update(tally);
  }
  void count_loss(Player mover, Place previous, Place move) {
    Tally& tally = tallies_[index_of_tally(mover, previous, move)];
    ++tally.losses;
    update(tally);
  }

 private:
  /// Octaves of hardness are counted in parts, from 1/2 on.
  static constexpr int kLeastOctave = -1;
  static constexpr int kMostOctave = 4;
  static constexpr int kPartsOfOctave = 16;
  static constexpr int kUsualPart = -kLeastOctave * kPartsOfOctave;
  static constexpr int kMostPart = (kMostOctave - kLeastOctave) * kPartsOfOctave;

  struct Tally {
    std::uint16_t wins = 0;
    std::uint16_t losses = 0;
    std::uint16_t part = kUsualPart;  ///< What they say of the hardness.
  };

  std::size_t index_of_tally(Player mover, Place previous, Place move) const {
    return (static_cast<std::size_t>(index_of(mover)) * (place_count_ + 1) + previous) *
               place_count_ +
           move;
  }
  static void update(Tally& tally);

  std::size_t place_count_;
  std::vector<Tally> tallies_;
  std::array<std::uint32_t, std::size_t{kMostPart + 1}> hardness_by_part_;
};

}  // namespace onyx::proof_number
