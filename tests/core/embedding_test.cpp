// The embeddings of a board in a larger board must be exactly the shifts, in any orientation, that
// preserve the lines. On a board of equal size, the embeddings are the symmetries.
#include "core/embedding.h"

#include <gtest/gtest.h>

#include <set>

#include "core/symmetry.h"
#include "tests/support.h"

namespace onyx {
namespace {

using Lines = std::set<std::pair<Place, Place>>;

void add_line(Lines& lines, Place a, Place b) { lines.insert({std::min(a, b), std::max(a, b)}); }

Lines lines_among(const Geometry& geometry, const std::set<Place>& places) {
  Lines lines;
  for (const auto& [a, b] : geometry.lines()) {
    if (places.contains(a) && places.contains(b)) add_line(lines, a, b);
  }
  return lines;
}

const std::vector<std::pair<BoardSize, BoardSize>> kPairs = {
    {{2, 2}, {2, 2}}, {{2, 3}, {4, 4}}, {{3, 3}, {6, 5}}, {{4, 3}, {7, 7}},
    {{4, 5}, {5, 4}}, {{5, 4}, {6, 6}}, {{4, 4}, {8, 7}}, {{5, 5}, {9, 6}}};

TEST(Embedding, KeepsPlacesAndLines) {
  for (const auto& [small_size, large_size] : kPairs) {
    const Geometry small(small_size);
    const Geometry large(large_size);
    for (const Embedding& embedding : embeddings(small_size, large_size)) {
      const std::vector<Place> image = image_of(embedding, small, large);
      const std::set<Place> places(image.begin(), image.end());
      ASSERT_EQ(image.size(), static_cast<std::size_t>(small.place_count()));
      ASSERT_EQ(places.size(), image.size());
      Lines expected;
      for (const auto& [a, b] : small.lines()) add_line(expected, image[a], image[b]);
      ASSERT_EQ(lines_among(large, places), expected);
      EXPECT_EQ(*places.begin(), large.point_at(embedding.column, embedding.row));
    }
  }
}

TEST(Embedding, FindsAllEmbeddings) {
  for (const auto& [small_size, large_size] : kPairs) {
    const Geometry small(small_size);
    const Geometry large(large_size);
    std::set<std::vector<Place>> found;
    for (const Embedding& embedding : embeddings(small_size, large_size)) {
      std::vector<Place> points = image_of(embedding, small, large);
      points.resize(static_cast<std::size_t>(small.point_count()));
      EXPECT_TRUE(found.insert(points).second);
    }
    // Tries the small grid of points at every shift in all orientations, and expects the maps that
    // preserve the lines of the points.
    std::set<std::vector<Place>> expected;
    for (int direction = 0; direction < 8; ++direction) {
      const bool turned = direction >= 4;
      const int width = turned ? small_size.height : small_size.width;
      const int height = turned ? small_size.width : small_size.height;
      for (int row = 0; row + height <= large_size.height; ++row) {
        for (int column = 0; column + width <= large_size.width; ++column) {
          std::vector<Place> points;
          for (int i = 0; i < small.point_count(); ++i) {
            const auto point = static_cast<Place>(i);
            int x = turned ? small.y_of(point) : small.x_of(point);
            int y = turned ? small.x_of(point) : small.y_of(point);
            if (direction % 2 == 1) x = width - 1 - x;
            if (direction / 2 % 2 == 1) y = height - 1 - y;
            points.push_back(large.point_at(column + x, row + y));
          }
          Lines lines;
          for (const auto& [a, b] : small.lines()) {
            if (small.is_midpoint(a) || small.is_midpoint(b)) continue;
            add_line(lines, points[a], points[b]);
          }
          if (lines_among(large, {points.begin(), points.end()}) == lines) expected.insert(points);
        }
      }
    }
    EXPECT_EQ(found, expected) << format_board_size(small_size) << " in "
                               << format_board_size(large_size);
  }
}

TEST(Embedding, OfEqualSizeAreTheSymmetries) {
  for (const BoardSize size : test::kShapes) {
    const Geometry geometry(size);
    std::set<std::pair<std::vector<Place>, bool>> expected;
    for (const Symmetry& symmetry : symmetries_of(geometry)) {
      expected.insert({symmetry.image, symmetry.swaps_colours});
    }
    std::set<std::pair<std::vector<Place>, bool>> found;
    for (const Embedding& embedding : embeddings(size, size)) {
      found.insert({image_of(embedding, geometry, geometry), embedding.swaps_colours});
    }
    EXPECT_EQ(found, expected) << format_board_size(size);
  }
}

TEST(Embedding, ThereIsNoneWithoutRoom) {
  EXPECT_TRUE(embeddings({5, 5}, {4, 20}).empty());
  EXPECT_TRUE(embeddings({5, 5}, {20, 4}).empty());
  EXPECT_TRUE(embeddings({4, 6}, {5, 5}).empty());
  for (const Embedding& embedding : embeddings({4, 6}, {7, 5})) {
    EXPECT_TRUE(embedding.swaps_colours);
  }
}

TEST(Embedding, TheMostCentralComeFirst) {
  EXPECT_EQ(embeddings({6, 6}, {12, 12}).front(), (Embedding{{6, 6}, 3, 3, false, false, true}));
  EXPECT_EQ(embeddings({4, 4}, {12, 12}).front(), (Embedding{{4, 4}, 4, 4}));
  EXPECT_EQ(embeddings({5, 5}, {5, 5}).front(), (Embedding{{5, 5}, 0, 0}));
}

TEST(Embedding, CarriesStonesAndTheSideToMove) {
  test::Rng rng(5);
  const WideBoard<1> board({5, 4});
  const WideBoard<1> lying({4, 5});
  const Embedding reflection{{4, 5}, 0, 0, true};
  for (int round = 0; round < 20; ++round) {
    const WidePosition<1> position = test::random_colouring(board, 60, rng);
    EXPECT_EQ(test::to_reference(lying, embed(reflection, board, position, lying)),
              plain::reflected(test::to_reference(board, position)));
  }
}

}  // namespace
}  // namespace onyx
