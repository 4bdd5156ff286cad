#include "core/board.h"

#include <memory>
#include <mutex>
#include <stdexcept>

#include "core/wide_board.h"

namespace onyx {

Geometry::Geometry(BoardSize size) : size_(size) {
  if (!is_board_size(size)) throw std::invalid_argument("board sides must be 2 to 20");
  for (int row = 0; row + 1 < size.height; ++row) {
    for (int column = 0; column + 1 < size.width; ++column) {
      if ((column + row) % 2 == 1) squares_.push_back({column, row});
    }
  }
  ONYX_ASSERT(static_cast<int>(squares_.size()) == midpoint_count(size));
}

bool Geometry::is_square(Cell cell) const {
  return cell.column >= 0 && cell.row >= 0 && cell.column + 1 < size_.width &&
         cell.row + 1 < size_.height && (cell.column + cell.row) % 2 == 1;
}

Place Geometry::midpoint_of(Cell cell) const {
  ONYX_ASSERT(is_square(cell));
  // In even rows the squares are in odd columns; in odd rows, in even columns.
  const int cells = size_.width - 1;
  const int before = (cell.row / 2) * cells + (cell.row % 2) * (cells / 2);
  const auto midpoint = static_cast<Place>(point_count() + before + cell.column / 2);
  ONYX_ASSERT(square_of(midpoint) == cell);
  return midpoint;
}

std::array<Place, 4> Geometry::corners_of(Cell cell) const {
  ONYX_ASSERT(cell.column + 1 < size_.width && cell.row + 1 < size_.height);
  const auto [c, r] = cell;
  return {point_at(c, r), point_at(c + 1, r), point_at(c + 1, r + 1), point_at(c, r + 1)};
}

std::vector<std::array<Place, 2>> Geometry::lines() const {
  std::vector<std::array<Place, 2>> lines;
  for (int y = 0; y < size_.height; ++y) {
    for (int x = 0; x < size_.width; ++x) {
      const bool has_right = x + 1 < size_.width;
      const bool has_above = y + 1 < size_.height;
      if (has_right) lines.push_back({point_at(x, y), point_at(x + 1, y)});
      if (has_above) lines.push_back({point_at(x, y), point_at(x, y + 1)});
      if (!has_right || !has_above) continue;
      const Cell cell{x, y};
      const auto corners = corners_of(cell);
      if (is_square(cell)) {
        for (const Place corner : corners) lines.push_back({corner, midpoint_of(cell)});
      } else if (x % 2 == 0) {
        lines.push_back({corners[0], corners[2]});  // a slash
      } else {
        lines.push_back({corners[1], corners[3]});  // a backslash
      }
    }
  }
  return lines;
}

template <int W>
WideBoard<W>::WideBoard(BoardSize size) : geometry_(size) {
  const auto places = static_cast<std::size_t>(geometry_.place_count());
  ONYX_ASSERT(places < 64 * W);
  neighbours_.resize(places);
  across_.resize(places);
  beside_.resize(places);
  squares_at_.resize(static_cast<std::size_t>(geometry_.point_count()));
  for (Place place = 0; place < places; ++place) {
    (geometry_.is_midpoint(place) ? midpoints_ : points_).add(place);
  }
  for (const auto& [a, b] : geometry_.lines()) {
    ONYX_ASSERT(a != b && !neighbours_[a].has(b));
    neighbours_[a].add(b);
    neighbours_[b].add(a);
  }
  for (int x = 0; x < size.width; ++x) {
    start_edge_[0].add(geometry_.point_at(x, 0));
    goal_edge_[0].add(geometry_.point_at(x, size.height - 1));
  }
  for (int y = 0; y < size.height; ++y) {
    start_edge_[1].add(geometry_.point_at(0, y));
    goal_edge_[1].add(geometry_.point_at(size.width - 1, y));
  }
  midpoints_.for_each([&](Place midpoint) {
    const auto corners = geometry_.corners_of(geometry_.square_of(midpoint));
    for (std::size_t i = 0; i < 4; ++i) {
      SquaresAt<W>& at = squares_at_[corners[i]];
      CornerView<W>& view = at[at[0].opposite.empty() ? 0 : 1];
      ONYX_ASSERT(view.opposite.empty());
      view.opposite.add(corners[(i + 2) % 4]);
      view.adjacent.add(corners[(i + 1) % 4]);
      view.adjacent.add(corners[(i + 3) % 4]);
      view.opposite_and_midpoint = view.opposite | PlaceSet<W>::single(midpoint);
      view.adjacent_and_midpoint = view.adjacent | PlaceSet<W>::single(midpoint);
      across_[corners[i]] |= view.opposite;
      beside_[corners[i]] |= view.adjacent;
    }
  });
  ONYX_ASSERT(points_.count() == geometry_.point_count());
  ONYX_ASSERT(midpoints_.count() == midpoint_count(size));
}

#define ONYX_INSTANTIATE(W) template class WideBoard<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

namespace {

SharedBoard narrowest_board(BoardSize size) {
#define ONYX_TRY_WIDTH(W) \
  if (place_count(size) < 64 * W) return {WideBoard<W>(size)};
  ONYX_FOR_EACH_WIDTH(ONYX_TRY_WIDTH)
#undef ONYX_TRY_WIDTH
  throw std::logic_error("the greatest width fits every board");
}

const SharedBoard* shared_board(BoardSize size) {
  if (!is_board_size(size)) throw std::invalid_argument("board sides must be 2 to 20");
  struct Entry {
    std::once_flag made;
    const SharedBoard* board = nullptr;
  };
  constexpr int kSides = kMaxSide - kMinSide + 1;
  static std::array<Entry, kSides * kSides> entries;
  Entry& entry =
      entries[static_cast<std::size_t>((size.width - kMinSide) * kSides + size.height - kMinSide)];
  // Never freed, because other threads and static objects may use the board until the program ends.
  std::call_once(entry.made, [&] {
    entry.board = std::make_unique<SharedBoard>(narrowest_board(size)).release();
  });
  return entry.board;
}

}  // namespace

Board::Board(BoardSize size)
    : shared_(shared_board(size)),
      geometry_(std::visit([](const auto& board) { return &board.geometry(); }, shared_->wide)) {}

}  // namespace onyx
