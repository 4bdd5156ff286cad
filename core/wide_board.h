// Boards as place sets of W words, for engines. Other code uses `Board` (board.h).
#pragma once

#include <array>
#include <variant>
#include <vector>

#include "core/board.h"

namespace onyx {

/// A square as seen from one corner. A stone there captures iff, among the other places, the mover
/// has only the opposite corner and the opponent only both adjacent corners.
template <int W>
struct CornerView {
  PlaceSet<W> opposite;
  PlaceSet<W> opposite_and_midpoint;
  PlaceSet<W> adjacent;
  PlaceSet<W> adjacent_and_midpoint;
};

/// The squares that have the point as a corner: at most two, the others are empty sets.
template <int W>
using SquaresAt = std::array<CornerView<W>, 2>;

/// 64 * W exceeds the number of places.
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
  /// Where the player's chain starts (V bottom, H left).
  const PlaceSet<W>& start_edge(Player player) const { return start_edge_[index_of(player)]; }
  /// Where the player's chain ends (V top, H right).
  const PlaceSet<W>& goal_edge(Player player) const { return goal_edge_[index_of(player)]; }
  const SquaresAt<W>& squares_at(Place point) const {
    ONYX_ASSERT(point < squares_at_.size());
    return squares_at_[point];
  }
  /// The opposite and the adjacent corners in the squares at the place; empty for a midpoint.
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

/// The compiled widths: 9x9 fits into 2 words, 12x12 into 4. More would slow the build. They leave
/// one bit more than the places, in which packed positions keep the side to move.
#define ONYX_FOR_EACH_WIDTH(X) X(1) X(2) X(4) X(10)

struct SharedBoard {
  std::variant<WideBoard<1>, WideBoard<2>, WideBoard<4>, WideBoard<10>> wide;
};

/// Calls use(board) with the shared WideBoard<W>. Throws as Board does.
template <class Use>
decltype(auto) with_board(BoardSize size, Use&& use) {
  return std::visit(use, Board(size).shared().wide);
}

}  // namespace onyx
