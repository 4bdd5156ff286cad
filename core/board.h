// The board: its places, the lines that join them, the squares and the edges.
//
// `Geometry` knows coordinates, and identifies places by indices only. `WideBoard<W>` adds the same
// facts as place sets of W words, ready for bit-parallel code. Both are computed once per board and
// never change. Source: core/README.md, "Board".
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/assert.h"
#include "core/place_set.h"
#include "core/player.h"

namespace onyx {

struct BoardSize {
  int width = 0;   ///< Points in a row, 2 to 20.
  int height = 0;  ///< Points in a column, 2 to 20.

  friend bool operator==(const BoardSize&, const BoardSize&) = default;
};

inline constexpr int kMinSide = 2;   ///< In points.
inline constexpr int kMaxSide = 20;  ///< In points.

constexpr bool is_board_size(BoardSize size) {
  return size.width >= kMinSide && size.width <= kMaxSide && size.height >= kMinSide &&
         size.height <= kMaxSide;
}
constexpr int point_count(BoardSize size) { return size.width * size.height; }
constexpr int midpoint_count(BoardSize size) { return (size.width - 1) * (size.height - 1) / 2; }
constexpr int place_count(BoardSize size) { return point_count(size) + midpoint_count(size); }

/// A cell is named by its lower left corner (column, row). It is a square iff column + row is odd.
struct Cell {
  int column = 0;  ///< From 0, left to right.
  int row = 0;     ///< From 0, bottom to top.

  friend bool operator==(const Cell&, const Cell&) = default;
};

/// The vector from A1 in halves of the distance between points, so that midpoints, too, have
/// integer coordinates.
struct HalfSteps {
  int x = 0;
  int y = 0;
};

/// Coordinates of the places of one board.
class Geometry {
 public:
  /// Throws std::invalid_argument unless is_board_size(size).
  explicit Geometry(BoardSize size);

  BoardSize size() const { return size_; }
  int point_count() const { return onyx::point_count(size_); }
  int place_count() const { return onyx::place_count(size_); }

  bool is_midpoint(Place place) const { return place >= point_count(); }
  Place point_at(int x, int y) const {
    ONYX_ASSERT(x >= 0 && x < size_.width && y >= 0 && y < size_.height);
    return static_cast<Place>(y * size_.width + x);
  }
  /// The column and row of a point, from 0. Mean nothing for a midpoint.
  int x_of(Place point) const { return point % size_.width; }
  int y_of(Place point) const { return point / size_.width; }

  /// True iff the cell lies on the board and is a square.
  bool is_square(Cell cell) const;
  /// The midpoint of a square. `cell` must be a square.
  Place midpoint_of(Cell cell) const;
  /// The square that a midpoint belongs to.
  Cell square_of(Place midpoint) const {
    ONYX_ASSERT(is_midpoint(midpoint) && midpoint < place_count());
    return squares_[static_cast<std::size_t>(midpoint - point_count())];
  }
  /// (2x, 2y) for the point (x, y); (2c + 1, 2r + 1) for the midpoint of the cell (c, r).
  HalfSteps half_steps_to(Place place) const {
    if (!is_midpoint(place)) return {2 * x_of(place), 2 * y_of(place)};
    const Cell square = square_of(place);
    return {2 * square.column + 1, 2 * square.row + 1};
  }
  /// The corners (c,r), (c+1,r), (c+1,r+1), (c,r+1), so that corners i and i+2 are opposite.
  std::array<Place, 4> corners_of(Cell cell) const;

  /// Every pair of joined places, each pair once.
  std::vector<std::array<Place, 2>> lines() const;

 private:
  BoardSize size_;
  std::vector<Cell> squares_;  ///< Indexed by midpoint.
};

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

/// The squares that have the point as a corner: none, one or two. The rest of the array has empty
/// sets.
template <int W>
using SquaresAt = std::array<CornerView<W>, 2>;

/// The facts of the board as place sets of W words. W * 64 exceeds the number of places.
template <int W>
class WideBoard {
 public:
  explicit WideBoard(
      BoardSize size);  ///< Throws std::invalid_argument as Geometry does. O(places).

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
  const PlaceSet<W>& start_edge(Player player) const {
    return start_edge_[static_cast<std::size_t>(index_of(player))];
  }
  /// The edge that the player's chain must reach (V top, H right).
  const PlaceSet<W>& goal_edge(Player player) const {
    return goal_edge_[static_cast<std::size_t>(index_of(player))];
  }
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

/// Calls use(board) with the narrowest Board that fits. Only this function chooses a width. Throws
/// as Geometry does.
template <class Use>
decltype(auto) with_board(BoardSize size, Use&& use) {
  const int bits = place_count(size) + 1;
  if (bits <= 64) return use(WideBoard<1>(size));
  if (bits <= 2 * 64) return use(WideBoard<2>(size));
  if (bits <= 4 * 64) return use(WideBoard<4>(size));
  return use(WideBoard<10>(size));
}

}  // namespace onyx
