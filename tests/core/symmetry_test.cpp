// The symmetries of a board, and canonical forms. invariants_test.cpp tests that moves commute with
// symmetries (core/README.md, fact 6).
#include "core/symmetry.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support.h"

namespace onyx {
namespace {

TEST(Symmetry, GroupsHaveTheSizesOfTheRules) {
  for (const BoardSize size : test::all_sizes()) {
    const auto group = symmetries_of(Geometry(size));
    const bool turns = size.width % 2 == 0 && size.height % 2 == 0;
    const std::size_t expected = (turns ? 2U : 1U) * (size.width == size.height ? 2U : 1U);
    EXPECT_EQ(group.size(), expected) << format_board_size(size);
  }
  EXPECT_EQ(symmetries_of(Geometry({6, 6})).size(), 4U);
  EXPECT_EQ(symmetries_of(Geometry({5, 5})).size(), 2U);
  EXPECT_EQ(symmetries_of(Geometry({4, 6})).size(), 2U);
  EXPECT_EQ(symmetries_of(Geometry({4, 5})).size(), 1U);
}

TEST(Symmetry, GroupsAreGroups) {
  for (const BoardSize size : test::all_sizes()) {
    const Geometry geometry(size);
    const auto group = symmetries_of(geometry);
    std::set<std::pair<std::vector<Place>, bool>> elements;
    for (const Symmetry& element : group) elements.insert({element.image, element.swaps_colours});
    ASSERT_EQ(elements.size(), group.size());
    for (std::size_t i = 0; i < group[0].image.size(); ++i) ASSERT_EQ(group[0].image[i], i);
    EXPECT_FALSE(group[0].swaps_colours);
    for (const Symmetry& a : group) {
      ASSERT_EQ(std::set<Place>(a.image.begin(), a.image.end()).size(), a.image.size());
      for (const Symmetry& b : group) {
        std::vector<Place> both;
        for (const Place place : a.image) both.push_back(b.image[place]);
        ASSERT_TRUE(elements.contains({both, a.swaps_colours != b.swaps_colours}));
      }
    }
  }
}

TEST(Symmetry, ElementsAreThoseOfThePlainEngine) {
  test::Rng rng(1);
  for (const BoardSize size : test::kShapes) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      for (int round = 0; round < 5; ++round) {
        const WidePosition<W> position = test::random_colouring(board, 60, rng);
        const plain::Position plain_position = test::to_reference(board, position);
        std::set<plain::Position> expected{plain_position};
        const bool turns = size.width % 2 == 0 && size.height % 2 == 0;
        if (turns) expected.insert(plain::turned(plain_position));
        if (size.width == size.height) {
          expected.insert(plain::reflected(plain_position));
          if (turns) expected.insert(plain::turned(plain::reflected(plain_position)));
        }
        std::set<plain::Position> images;
        for (const Symmetry& symmetry : symmetries_of(board.geometry())) {
          images.insert(test::to_reference(board, symmetry(position)));
        }
        EXPECT_EQ(images, expected);
      }
    });
  }
}

TEST(Symmetry, ReflectionSwapsWidthAndHeight) {
  test::Rng rng(2);
  for (const BoardSize size : test::kShapes) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      const WideBoard<W> target({size.height, size.width});
      const Symmetry there = diagonal_reflection(board.geometry());
      const Symmetry back = diagonal_reflection(target.geometry());
      EXPECT_TRUE(there.swaps_colours);
      for (int round = 0; round < 5; ++round) {
        const WidePosition<W> position = test::random_colouring(board, 60, rng);
        const WidePosition<W> image = there(position);
        EXPECT_EQ(image.to_move, other(position.to_move));
        EXPECT_EQ(test::to_reference(target, image),
                  plain::reflected(test::to_reference(board, position)));
        EXPECT_EQ(back(image), position);
      }
    });
  }
  // Checked by hand: V on C1 of 4x2 maps to H on A3 of 2x4; the midpoint BC12 maps to AB23.
  const Geometry wide({4, 2});
  const Geometry high({2, 4});
  const Symmetry reflection = diagonal_reflection(wide);
  EXPECT_EQ(reflection.image[parse_place(wide, "C1")], parse_place(high, "A3"));
  EXPECT_EQ(reflection.image[parse_place(wide, "BC12")], parse_place(high, "AB23"));
}

TEST(CanonicalForm, IsEqualExactlyWithinAnOrbit) {
  test::Rng rng(3);
  for (const BoardSize size : test::kShapes) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      const auto group = symmetries_of(board.geometry());
      std::vector<WidePosition<W>> positions;
      for (int round = 0; round < 12; ++round) {
        positions.push_back(
            test::random_colouring(board, 10 + 20 * test::random_below(rng, 5), rng));
        // Adds a copy in which one random place is V's.
        positions.push_back(positions.back());
        positions.back().stones[0].add(
            static_cast<Place>(test::random_below(rng, board.place_count())));
        positions.back().stones[1] -= positions.back().stones[0];
      }
      for (const WidePosition<W>& a : positions) {
        std::set<WidePosition<W>> orbit;
        for (const Symmetry& symmetry : group) orbit.insert(symmetry(a));
        const WidePosition<W> canonical = canonical_form(group, a);
        ASSERT_EQ(canonical, *orbit.begin());
        for (const WidePosition<W>& image : orbit)
          ASSERT_EQ(canonical_form(group, image), canonical);
        for (const WidePosition<W>& b : positions) {
          ASSERT_EQ(canonical_form(group, b) == canonical, orbit.contains(b));
        }
      }
    });
  }
}

}  // namespace
}  // namespace onyx
