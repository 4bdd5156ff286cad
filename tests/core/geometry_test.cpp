// The places, lines, squares and edges of boards, compared with core/README.md, with the plain
// engine and with definitions by coordinates.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <stdexcept>

#include "tests/support.h"

namespace onyx {
namespace {

using test::all_sizes;
using test::to_reference;

TEST(Geometry, CountsOfPlacesAreThoseOfTheRules) {
  const std::map<std::pair<int, int>, int> counts = {
      {{2, 2}, 4},  {{3, 3}, 11}, {{4, 4}, 20},    {{4, 5}, 26},    {{5, 4}, 26},
      {{5, 5}, 33}, {{6, 6}, 48}, {{12, 12}, 204}, {{20, 20}, 580},
  };
  for (const auto& [size, places] : counts) {
    EXPECT_EQ(place_count({size.first, size.second}), places);
    EXPECT_EQ(Geometry({size.first, size.second}).place_count(), places);
  }
  EXPECT_EQ(midpoint_count({2, 2}), 0);
  EXPECT_EQ(midpoint_count({20, 20}), 180);
}

TEST(Geometry, RefusesOtherSizes) {
  for (const BoardSize size : {BoardSize{1, 5}, {5, 1}, {21, 5}, {5, 21}, {0, 0}, {-4, 4}}) {
    EXPECT_FALSE(is_board_size(size));
    EXPECT_THROW(Geometry{size}, std::invalid_argument);
    EXPECT_THROW(WideBoard<10>{size}, std::invalid_argument);
  }
  EXPECT_TRUE(is_board_size({2, 20}));
}

TEST(Geometry, PlacesAreNumberedByRowPointsFirst) {
  for (const BoardSize size : all_sizes()) {
    const Geometry geometry(size);
    const std::vector<plain::Place> places = plain::places(size.width, size.height);
    ASSERT_EQ(places.size(), static_cast<std::size_t>(geometry.place_count()));
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto place = static_cast<Place>(i);
      ASSERT_EQ(to_reference(geometry, place), places[i]);
      ASSERT_EQ(geometry.is_midpoint(place), places[i].midpoint);
      if (places[i].midpoint) {
        ASSERT_EQ(geometry.midpoint_of({places[i].x, places[i].y}), place);
      } else {
        ASSERT_EQ(geometry.point_at(places[i].x, places[i].y), place);
      }
    }
  }
}

TEST(Geometry, SquaresAreTheOddCellsOfTheBoard) {
  for (const BoardSize size : all_sizes()) {
    const Geometry geometry(size);
    int squares = 0;
    for (int row = -2; row <= size.height; ++row) {
      for (int column = -2; column <= size.width; ++column) {
        const bool on_board =
            column >= 0 && row >= 0 && column <= size.width - 2 && row <= size.height - 2;
        const bool is_square = on_board && plain::is_square(column, row);
        ASSERT_EQ(geometry.is_square({column, row}), is_square) << column << ',' << row;
        if (is_square) ++squares;
      }
    }
    EXPECT_EQ(squares, midpoint_count(size));
  }
}

TEST(Geometry, CornersGoRoundTheCell) {
  const Geometry geometry({5, 4});
  EXPECT_EQ(geometry.corners_of({1, 2}),
            (std::array<Place, 4>{geometry.point_at(1, 2), geometry.point_at(2, 2),
                                  geometry.point_at(2, 3), geometry.point_at(1, 3)}));
}

using Pairs = std::multiset<std::pair<plain::Place, plain::Place>>;

Pairs normalised(const std::vector<std::pair<plain::Place, plain::Place>>& lines) {
  Pairs pairs;
  for (const auto& [a, b] : lines) pairs.insert({std::min(a, b), std::max(a, b)});
  return pairs;
}

TEST(Geometry, JoinsWhatThePlainEngineJoins) {
  for (const BoardSize size : all_sizes()) {
    const Geometry geometry(size);
    std::vector<std::pair<plain::Place, plain::Place>> lines;
    for (const auto& [a, b] : geometry.lines()) {
      lines.emplace_back(to_reference(geometry, a), to_reference(geometry, b));
    }
    ASSERT_EQ(normalised(lines), normalised(plain::lines(size.width, size.height)))
        << format_board_size(size);
  }
}

TEST(Geometry, JoinsTheNeighboursNamedByHand) {
  // The inventor's examples 3 and 5 (core/README.md, "Sources"): the slash joins H10 to G9, and no
  // line crosses a square.
  const WideBoard<4> board({12, 12});
  const auto joined = [&](const char* a, const char* b) {
    return board.neighbours(parse_place(board.geometry(), a)).has(parse_place(board.geometry(), b));
  };
  EXPECT_TRUE(joined("H10", "G9"));
  EXPECT_FALSE(joined("H10", "I9"));
  EXPECT_FALSE(joined("G10", "H9"));
  EXPECT_TRUE(joined("J10", "JK910"));
  EXPECT_TRUE(joined("K9", "JK910"));
  EXPECT_FALSE(joined("J10", "K9"));
  EXPECT_FALSE(joined("D3", "C4"));
  EXPECT_TRUE(joined("D4", "C3"));
  EXPECT_TRUE(joined("D3", "E2"));
  EXPECT_TRUE(joined("F2", "G2"));
  EXPECT_FALSE(joined("F2", "F4"));
}

/// Whether two places are joined, by the definition with coordinates in core/README.md, "Board".
bool are_joined(const Geometry& geometry, Place a, Place b) {
  const HalfSteps from = geometry.half_steps_to(a);
  const HalfSteps to = geometry.half_steps_to(b);
  const int dx = std::abs(from.x - to.x);
  const int dy = std::abs(from.y - to.y);
  if (geometry.is_midpoint(a) || geometry.is_midpoint(b)) return dx == 1 && dy == 1;
  if (dx + dy == 2) return dx != dy;  // side by side, or one above the other
  if (dx != 2 || dy != 2) return false;
  const int column = std::min(from.x, to.x) / 2;
  const int row = std::min(from.y, to.y) / 2;
  const bool is_slash = (from.x < to.x) == (from.y < to.y);
  return (column + row) % 2 == 0 && is_slash == (column % 2 == 0);
}

template <int W>
void expect_tables_follow_from_coordinates(const WideBoard<W>& board) {
  const Geometry& geometry = board.geometry();
  const auto [width, height] = board.size();

  EXPECT_EQ(board.points().count(), geometry.point_count());
  EXPECT_EQ(board.points().count() + board.midpoints().count(), board.place_count());
  EXPECT_TRUE((board.points() & board.midpoints()).empty());

  for (int i = 0; i < board.place_count(); ++i) {
    const auto place = static_cast<Place>(i);
    PlaceSet<W> neighbours;
    for (int j = 0; j < board.place_count(); ++j) {
      if (are_joined(geometry, place, static_cast<Place>(j))) neighbours.add(static_cast<Place>(j));
    }
    ASSERT_EQ(board.neighbours(place), neighbours) << format_place(geometry, place);
  }

  for (int i = 0; i < geometry.point_count(); ++i) {
    const auto point = static_cast<Place>(i);
    const int x = geometry.x_of(point);
    const int y = geometry.y_of(point);
    EXPECT_EQ(board.start_edge(Player::V).has(point), y == 0);
    EXPECT_EQ(board.goal_edge(Player::V).has(point), y == height - 1);
    EXPECT_EQ(board.start_edge(Player::H).has(point), x == 0);
    EXPECT_EQ(board.goal_edge(Player::H).has(point), x == width - 1);
  }
  for (const Player player : test::kPlayers) {
    EXPECT_TRUE(board.points().contains(board.start_edge(player)));
    EXPECT_TRUE(board.points().contains(board.goal_edge(player)));
  }
}

TEST(Board, TablesFollowFromCoordinates) {
  for (const BoardSize size : all_sizes()) {
    with_board(size, [](const auto& board) { expect_tables_follow_from_coordinates(board); });
  }
}

/// Every interior point is a corner of exactly two squares, which share only that point.
template <int W>
void expect_squares_at_points(const WideBoard<W>& board) {
  const Geometry& geometry = board.geometry();
  for (const Place point : test::list(board.points())) {
    std::map<Place, std::array<Place, 4>> squares;
    for (const int dy : {-1, 0}) {
      for (const int dx : {-1, 0}) {
        const Cell cell{geometry.x_of(point) + dx, geometry.y_of(point) + dy};
        if (!geometry.is_square(cell)) continue;
        squares[geometry.midpoint_of(cell)] = geometry.corners_of(cell);
      }
    }
    const bool interior = geometry.x_of(point) > 0 && geometry.y_of(point) > 0 &&
                          geometry.x_of(point) + 1 < board.size().width &&
                          geometry.y_of(point) + 1 < board.size().height;
    if (interior) {
      ASSERT_EQ(squares.size(), 2U) << format_place(geometry, point);
    }

    PlaceSet<W> seen;
    std::size_t count = 0;
    for (const CornerView<W>& view : board.squares_at(point)) {
      if (view.opposite.empty()) {
        ASSERT_TRUE((view.opposite_and_midpoint | view.adjacent_and_midpoint).empty());
        continue;
      }
      ++count;
      const PlaceSet<W> midpoint = view.opposite_and_midpoint - view.opposite;
      ASSERT_EQ(midpoint, view.adjacent_and_midpoint - view.adjacent);
      ASSERT_EQ(midpoint.count(), 1);
      ASSERT_TRUE(squares.contains(midpoint.lowest()));
      PlaceSet<W> corners;
      for (const Place corner : squares[midpoint.lowest()]) corners.add(corner);
      ASSERT_EQ(PlaceSet<W>::single(point) | view.opposite | view.adjacent, corners);
      const Place opposite = view.opposite.lowest();
      ASSERT_NE(geometry.x_of(opposite), geometry.x_of(point));
      ASSERT_NE(geometry.y_of(opposite), geometry.y_of(point));
      corners.remove(point);
      ASSERT_TRUE((corners & seen).empty()) << format_place(geometry, point);
      seen |= corners;
    }
    ASSERT_EQ(count, squares.size());
  }
}

TEST(Board, InteriorPointsAreCornersOfTwoSquaresThatShareOnlyThem) {
  for (const BoardSize size : all_sizes()) {
    with_board(size, [](const auto& board) { expect_squares_at_points(board); });
  }
}

TEST(Board, TheNarrowestWidthIsChosen) {
  std::set<int> chosen;
  for (const BoardSize size : all_sizes()) {
    int narrowest = 0;
#define ONYX_TEST_WIDTH(W) \
  if (narrowest == 0 && place_count(size) < 64 * (W)) narrowest = W;
    ONYX_FOR_EACH_WIDTH(ONYX_TEST_WIDTH)
#undef ONYX_TEST_WIDTH
    const int width = with_board(size, []<int W>(const WideBoard<W>&) { return W; });
    EXPECT_EQ(width, narrowest) << format_board_size(size);
    chosen.insert(width);
  }
  EXPECT_EQ(chosen, (std::set<int>{1, 2, 4, 10}));
  EXPECT_EQ(with_board({6, 6}, []<int W>(const WideBoard<W>&) { return W; }), 1);
}

}  // namespace
}  // namespace onyx
