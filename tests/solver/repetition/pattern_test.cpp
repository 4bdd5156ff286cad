// Patterns: a position has the same pattern as its symmetric images and its frames. Positions with
// the same pattern are the same game; different games have different patterns.
#include "solver/repetition/pattern.h"

#include <gtest/gtest.h>

#include <map>

#include "solver/repetition/arena.h"
#include "solver/repetition/frame.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

using test::Rng;

Pattern pattern_of_text(const std::string& text) {
  return test::with_position(
      text, [](const auto& board, const auto& position) { return *pattern_of(board, position); });
}

bool have_one_pattern(const std::string& a, const std::string& b) {
  const Pattern one = pattern_of_text(a);
  const Pattern two = pattern_of_text(b);
  EXPECT_EQ(one == two, one.name() == two.name()) << a << " and " << b;
  return one == two;
}

std::string reflected(const std::string& text) {
  return plain::to_text(plain::reflected(plain::from_text(text)));
}

TEST(Pattern, IsTheSameForSymmetricPositions) {
  for (const std::string& text : test::kDraws) {
    EXPECT_TRUE(have_one_pattern(text, text)) << text;
    EXPECT_TRUE(have_one_pattern(text, reflected(text))) << text;
    const BoardSize size = board_size_of(text);
    if (size.width % 2 != 0 || size.height % 2 != 0) continue;
    EXPECT_TRUE(have_one_pattern(text, plain::to_text(plain::turned(plain::from_text(text)))));
  }
}

TEST(Pattern, IsTheSameInAFrame) {
  Rng rng(1);
  const WideBoard<2> large({9, 9});
  int framed = 0;
  for (const std::string& text : test::kDraws) {
    test::with_position(text, [&](const auto& small, const auto& position) {
      const Pattern pattern = *pattern_of(small, position);
      for (const Embedding& embedding : embeddings(small.size(), large.size())) {
        if (test::random_below(rng, 8) != 0) continue;
        const auto inner = embed(embedding, small, position, large);
        const auto frame_around = frame(large, inner, embedding, WidePosition<2>{}, std::nullopt);
        if (!frame_around) continue;
        EXPECT_EQ(pattern, *pattern_of(large, frame_around->position))
            << text << " and " << format_position(large, frame_around->position);
        ++framed;
      }
    });
  }
  EXPECT_GT(framed, 50);
}

TEST(Pattern, DoesNotDependOnTheStonesInTheArena) {
  for (const std::string& text : test::kDraws) {
    test::with_position(text, [&](const auto& board, auto position) {
      const Pattern pattern = *pattern_of(board, position);
      for (int ply = 0; ply < 6; ++ply) {
        const auto moves = test::list(placements(board, position));
        // A stone on a midpoint is never captured, so it changes the pattern.
        if (board.geometry().is_midpoint(moves.front()) || is_finished(board, position)) return;
        const auto next = successor(board, position, moves.front());
        // If some stones can no longer be captured, the arena shrinks, and so does the pattern.
        if (arena_of(board, next).points == arena_of(board, position).points &&
            arena_of(board, next).midpoints == arena_of(board, position).midpoints) {
          EXPECT_EQ(pattern, *pattern_of(board, next)) << text;
        } else {
          return;
        }
        position = next;
      }
    });
  }
}

TEST(Pattern, DiffersForDifferentGames) {
  // The second position has one more empty point.
  EXPECT_FALSE(have_one_pattern("VVHH/V1VV/H1H1/1HVH/VH1V - V", "VVHH/V1V1/H1H1/1HVH/VH1V - V"));
  // An empty midpoint, and the same midpoint with a stone.
  EXPECT_FALSE(have_one_pattern("open:2x3", "2/2/2 AB23:V V"));
  // Arenas of different sizes.
  EXPECT_FALSE(have_one_pattern("open:3x3", "open:3x4"));
}

/// Counts the wins, losses, draws and illegal colourings of an arena with either side to move, so
/// that the counts do not depend on the colours.
template <int W>
std::array<std::uint64_t, 4> arena_counts(const WideBoard<W>& board,
                                          const WidePosition<W>& position) {
  ArenaSolver<W> solver(board);
  ValueCounts all;
  solver.solve(position, arena_of(board, position),
               [&](const SolvedTier<W>& tier) { all += tier.counts().both(); });
  return {all.wins, all.losses, all.draws, all.illegal};
}

TEST(Pattern, MeansTheSameGame) {
  // Groups crowded positions by pattern; all positions of a group must have equal counts.
  Rng rng(2);
  struct Group {
    std::array<std::uint64_t, 4> counts;
    std::string text;
  };
  std::map<Pattern, Group> groups;
  int together = 0;
  for (int i = 0; i < 1'500; ++i) {
    const int width = 3 + test::random_below(rng, 3);
    const int height = 3 + test::random_below(rng, 3);
    with_board({width, height}, [&]<int W>(const WideBoard<W>& board) {
      const WidePosition<W> position = test::crowded_position(
          board, 1 + test::random_below(rng, 3), test::random_below(rng, 60), false, rng);
      if (arena_of(board, position).place_count() > 8) return;
      const std::string text = format_position(board, position);
      const auto counts = arena_counts(board, position);
      const std::optional<Pattern> pattern = pattern_of(board, position);
      ASSERT_TRUE(pattern) << text;
      const auto [group, is_new] = groups.try_emplace(*pattern, Group{counts, text});
      if (is_new) return;
      EXPECT_EQ(group->second.counts, counts) << text << " and " << group->second.text;
      together += group->second.text != text ? 1 : 0;
    });
  }
  EXPECT_GT(together, 300);
  EXPECT_GT(groups.size(), 100U);
}

// Published results cite names of patterns, so the names must never change.
TEST(Pattern, HasAStableName) {
  EXPECT_EQ(pattern_of_text("HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H").name(), "611ed06d03f8bc42");
}

TEST(Pattern, IsNotGivenForArenasTooLarge) {
  test::with_position("open:6x6", [](const auto& board, const auto& position) {
    EXPECT_FALSE(pattern_of(board, position));
  });
}

}  // namespace
}  // namespace onyx
