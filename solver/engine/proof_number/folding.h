// Symmetry reduction: symmetric positions are searched only once.
//
// Only the half-turn is used, on boards with even sides. The reflection swaps the colours and thus
// the mover, but in a game from a setup the numbers of stones determine the mover (core/README.md,
// fact 4). So no game reaches both a position and its reflection.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/moves.h"
#include "core/symmetry.h"

namespace onyx::proof_number {

template <int W>
class Folding {
 public:
  Folding(const WideBoard<W>& board, bool is_enabled) {
    for (const Symmetry& symmetry : symmetries_of(board.geometry())) {
      const bool is_identity = std::is_sorted(symmetry.image.begin(), symmetry.image.end());
      if (is_enabled && !is_identity && !symmetry.swaps_colours) prepare(symmetry);
    }
  }

  WidePosition<W> operator()(const WidePosition<W>& position) const {
    return std::min(position, turned(position));
  }
  WidePosition<W> turned(const WidePosition<W>& position) const {
    if (image_.empty()) return position;
    return {{turned(position.stones[0]), turned(position.stones[1])}, position.to_move};
  }
  /// Returns the folded form of `next`, the position after a move on `place` without a capture.
  /// `turned_position` is the position before the move, turned by 180 degrees.
  WidePosition<W> after(Place place, const WidePosition<W>& next,
                        const WidePosition<W>& turned_position) const {
    if (image_.empty()) return next;
    return std::min(next, with_stone(turned_position, image_[place]));
  }
  /// Maps a place of `position` to its place in the folded position, or vice versa.
  Place back(const WidePosition<W>& position, Place place) const {
    ONYX_ASSERT(image_.empty() || place < image_.size());
    return (*this)(position) == position ? place : image_[place];
  }

 private:
  static constexpr std::size_t kBytes = 8 * W;

  void prepare(const Symmetry& half_turn) {
    image_ = half_turn.image;
    for (Place place = 0; place < image_.size(); ++place) {
      ONYX_ASSERT(image_[image_[place]] == place);
    }
    by_byte_.resize(kBytes);
    for (std::size_t byte = 0; byte < kBytes; ++byte) {
      for (std::size_t value = 0; value < 256; ++value) {
        for (std::size_t bit = 0; bit < 8; ++bit) {
          if ((value >> bit & 1) != 0 && 8 * byte + bit < image_.size()) {
            by_byte_[byte][value].add(image_[8 * byte + bit]);
          }
        }
      }
    }
  }

  PlaceSet<W> turned(const PlaceSet<W>& set) const {
    PlaceSet<W> result;
    for (std::size_t byte = 0; 8 * byte < image_.size(); ++byte) {
      result |= by_byte_[byte][set.words()[byte / 8] >> (8 * (byte % 8)) & 255];
    }
    return result;
  }

  std::vector<Place> image_;  ///< The image of each place; empty if positions are not folded.
  std::vector<std::array<PlaceSet<W>, 256>> by_byte_;
};

}  // namespace onyx::proof_number
