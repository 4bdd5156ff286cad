// Boards as place sets of W words, for engines. Other code uses `Board` (board.h).
#pragma once

#include <array>
#include <variant>
#include <vector>

#include "core/board.h"

namespace onyx {

/// A square as seen from one of its corners. A stone on this corner captures iff the mover has the
/// opposite corner, the opponent has both adjacent corners, and the midpoint is empty.
template <int W>
struct CornerView {
  PlaceSet<W> opposite;
  PlaceSet<W> opposite_and_midpoint;
  PlaceSet<W> adjacent;
  PlaceSet<W> adjacent_and_midpoint;
};

/// The squares that have a point as a corner, at most two. The sets of a missing square are empty.
template <int W>
using SquaresAt = std::array<CornerView<W>, 2>;

/// A board whose place sets have W words. Requires that 64 W exceeds the number of places.
template <int W>
class WideBoard {
 public:
  /// Throws std::invalid_argument unless is_board_size(size). O(places).
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
  /// The player's first edge: bottom for V, left for H.
  const PlaceSet<W>& start_edge(Player player) const { return start_edge_[index_of(player)]; }
  /// The player's second edge: top for V, right for H.
  const PlaceSet<W>& goal_edge(Player player) const { return goal_edge_[index_of(player)]; }
  const SquaresAt<W>& squares_at(Place point) const {
    ONYX_ASSERT(point < squares_at_.size());
    return squares_at_[point];
  }
  /// Opposite (across) or adjacent (beside) corners in the squares at a point; none for a midpoint.
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

/// The compiled widths W: 9x9 needs 2 words, 12x12 needs 4. More widths would slow the build. Every
/// board leaves at least one bit free, in which packed positions store the side to move.
#define ONYX_FOR_EACH_WIDTH(X) X(1) X(2) X(4) X(10)

struct SharedBoard {
  std::variant<WideBoard<1>, WideBoard<2>, WideBoard<4>, WideBoard<10>> wide;
};

/// Calls use(board) with the shared WideBoard<W>. Throws if Board(size) throws.
template <class Use>
decltype(auto) with_board(BoardSize size, Use&& use) {
  return std::visit(use, Board(size).shared().wide);
}

}  // namespace onyx
