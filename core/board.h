// The board: its places, the lines that join them, the squares and the edges.
//
// `Geometry` translates between coordinates and indices of places. A WideBoard has the same data as
// bit sets (wide_board.h). Both are computed once for each size. A `Board`, which most code passes
// around, is a reference to both. Source: core/README.md, "Board".
#pragma once

#include <array>
#include <string>
#include <string_view>
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

inline constexpr int kMinSide = 2;
inline constexpr int kMaxSide = 20;

constexpr bool is_board_size(BoardSize size) {
  return size.width >= kMinSide && size.width <= kMaxSide && size.height >= kMinSide &&
         size.height <= kMaxSide;
}
constexpr int point_count(BoardSize size) { return size.width * size.height; }
constexpr int midpoint_count(BoardSize size) { return (size.width - 1) * (size.height - 1) / 2; }
constexpr int place_count(BoardSize size) { return point_count(size) + midpoint_count(size); }

/// A cell, named by its lower left corner. It is a square iff column + row is odd.
struct Cell {
  int column = 0;  ///< From 0, left to right.
  int row = 0;     ///< From 0, bottom to top.
  friend bool operator==(const Cell&, const Cell&) = default;
};

/// Coordinates relative to A1, doubled, so that midpoints have whole coordinates too.
struct HalfSteps {
  int x = 0;
  int y = 0;
};

/// Coordinates of the places of one board.
class Geometry {
 public:
  explicit Geometry(BoardSize size);

  BoardSize size() const { return size_; }
  int point_count() const { return onyx::point_count(size_); }
  int place_count() const { return onyx::place_count(size_); }

  bool is_midpoint(Place place) const { return place >= point_count(); }
  Place point_at(int x, int y) const {
    ONYX_ASSERT(x >= 0 && x < size_.width && y >= 0 && y < size_.height);
    return static_cast<Place>(y * size_.width + x);
  }
  /// The column and row of a point, from 0. Meaningless for a midpoint.
  int x_of(Place point) const { return point % size_.width; }
  int y_of(Place point) const { return point / size_.width; }

  bool is_square(Cell cell) const;
  Place midpoint_of(Cell cell) const;
  Cell square_of(Place midpoint) const {
    ONYX_ASSERT(is_midpoint(midpoint) && midpoint < place_count());
    return squares_[static_cast<std::size_t>(midpoint - point_count())];
  }
  /// Returns (2x, 2y) for the point (x, y), (2c + 1, 2r + 1) for the midpoint of the cell (c, r).
  HalfSteps half_steps_to(Place place) const {
    if (!is_midpoint(place)) return {2 * x_of(place), 2 * y_of(place)};
    const Cell square = square_of(place);
    return {2 * square.column + 1, 2 * square.row + 1};
  }
  /// Returns the corners (c,r), (c+1,r), (c+1,r+1), (c,r+1); corners i and i+2 are opposite.
  std::array<Place, 4> corners_of(Cell cell) const;

  /// Returns every pair of joined places once.
  std::vector<std::array<Place, 2>> lines() const;

 private:
  BoardSize size_;
  std::vector<Cell> squares_;  ///< The square of each midpoint, in midpoint order.
};

struct SharedBoard;  // core/wide_board.h

/// A board. Copies are cheap, and all boards of one size are equal. Thread-safe.
class Board {
 public:
  /// Throws std::invalid_argument unless is_board_size(size). O(places) for the first board of a
  /// size. The tables of a size take up to 400 kB and are kept until the program ends.
  explicit Board(BoardSize size);

  const Geometry& geometry() const { return *geometry_; }
  BoardSize size() const { return geometry_->size(); }
  int place_count() const { return geometry_->place_count(); }
  /// For internal use; engines call with_wide() (wide_position.h) instead.
  const SharedBoard& shared() const { return *shared_; }

  friend bool operator==(const Board& a, const Board& b) { return a.shared_ == b.shared_; }

 private:
  const SharedBoard* shared_;
  const Geometry* geometry_;
};

/// Parses "5x4": five points wide, four high. Throws InputError for bad text or a bad size.
BoardSize parse_board_size(std::string_view text);
std::string format_board_size(BoardSize size);

/// Parses `D10`, `BC12`, `b1/c2` (lower left and upper right corner), `{BC-34}`. Throws InputError.
Place parse_place(const Geometry& geometry, std::string_view text);
std::string format_place(const Geometry& geometry, Place place);

}  // namespace onyx
