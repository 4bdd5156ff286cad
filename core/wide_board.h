// The facts of a board as place sets of W words, ready for bit-parallel code. Engines are templates
// over W; everything above them uses `Board` (board.h).
#pragma once

#include <array>
#include <variant>
#include <vector>

#include "core/board.h"

namespace onyx {

/// A square as seen from one of its corners, as sets that are ready for comparisons. A stone on
/// that corner captures iff, among the other places of the square, the mover has stones on the
/// opposite corner only and the opponent on both adjacent corners only. In that case the midpoint
/// is empty.
template <int W>
struct CornerView {
  PlaceSet<W> opposite;
  PlaceSet<W> opposite_and_midpoint;
  PlaceSet<W> adjacent;
  PlaceSet<W> adjacent_and_midpoint;
};

/// The squares that have the point as a corner: none, one or two, then empty sets.
template <int W>
using SquaresAt = std::array<CornerView<W>, 2>;

/// The facts of the board as place sets of W words. W * 64 exceeds the number of places.
template <int W>
class WideBoard {
 public:
  /// Throws std::invalid_argument as Geometry does. O(places).
  explicit WideBoard(BoardSize size);

  const Geometry& geometry() const { return geometry_; }
  BoardSize size() const { return geometry_.size(); }
  int place_count() const { return geometry_.place_count(); }

  const PlaceSet<W>& points() const { return points_; }
  const PlaceSet<W>& midpoints() const { return midpoints_; }
  const PlaceSet<W>& neighbours(Place place) const {
    ONYX_ASSERT(place < neighbours_.size());
    return neighbours_[place];
  }
  /// The edge where the player's chain starts (V bottom, H left).
  const PlaceSet<W>& start_edge(Player player) const { return start_edge_[index_of(player)]; }
  /// The edge that the player's chain must reach (V top, H right).
  const PlaceSet<W>& goal_edge(Player player) const { return goal_edge_[index_of(player)]; }
  const SquaresAt<W>& squares_at(Place point) const {
    ONYX_ASSERT(point < squares_at_.size());
    return squares_at_[point];
  }
  /// across() gives the opposite corners in the squares at the place, beside() the adjacent
  /// corners. Both are empty for a midpoint.
  const PlaceSet<W>& across(Place place) const {
    ONYX_ASSERT(place < across_.size());
    return across_[place];
  }
  const PlaceSet<W>& beside(Place place) const {
    ONYX_ASSERT(place < beside_.size());
    return beside_[place];
  }

 private:
  Geometry geometry_;
  PlaceSet<W> points_;
  PlaceSet<W> midpoints_;
  std::array<PlaceSet<W>, 2> start_edge_;
  std::array<PlaceSet<W>, 2> goal_edge_;
  std::vector<PlaceSet<W>> neighbours_;
  std::vector<SquaresAt<W>> squares_at_;
  std::vector<PlaceSet<W>> across_;
  std::vector<PlaceSet<W>> beside_;
};

/// The compiled widths: 9x9 still fits into 2 words, 12x12 into 4. There are few widths because
/// each one adds to the build time. The words need one bit more than the number of places, because
/// packed positions keep the side to move in the highest bit.
#define ONYX_FOR_EACH_WIDTH(X) X(1) X(2) X(4) X(10)

/// The facts behind a Board, in the narrowest width that fits.
struct SharedBoard {
  std::variant<WideBoard<1>, WideBoard<2>, WideBoard<4>, WideBoard<10>> wide;
};

/// Calls use(board) with the shared WideBoard<W> of this size. Throws as Board does.
template <class Use>
decltype(auto) with_board(BoardSize size, Use&& use) {
  return std::visit(use, Board(size).shared().wide);
}

}  // namespace onyx
