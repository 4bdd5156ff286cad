// The census of an arena's draws, compared with a plain count of the draws.
#include "solver/engine/tier_run/draw_census.h"

#include <gtest/gtest.h>

#include "solver/repetition/arena.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

template <int W>
void compare_census(const SolvedTier<W>& tier, const std::map<WidePosition<W>, Outcome>& outcomes,
                    std::uint64_t& met, std::uint64_t& in_graph) {
  constexpr std::size_t kMost = 2;
  const DrawCensus<W> census = census_of(tier, kMost);
  std::map<int, std::pair<std::uint64_t, std::uint64_t>> expected;
  tier.solver.for_each_drawn([&](const Colouring& colouring, Player to_move) {
    const WidePosition<W> position = tier.position(colouring, to_move);
    const int v = position.stones[0].count();
    const int h = position.stones[1].count();
    auto& [draws, right] = expected[v + h];
    ++draws;
    if (((v - h) % 2 == 0) == (position.to_move == Player::V)) ++right;
    ++met;
  });
  ASSERT_EQ(census.size(), expected.size());
  for (const auto& [stones, draws] : census) {
    EXPECT_EQ(draws.draws, expected.at(stones).first);
    EXPECT_EQ(draws.right_side, expected.at(stones).second);
    EXPECT_EQ(draws.sample.size(), std::min<std::uint64_t>(kMost, draws.draws));
    EXPECT_TRUE(std::is_sorted(draws.sample.begin(), draws.sample.end()));
    for (const WidePosition<W>& position : draws.sample) {
      const auto found = outcomes.find(position);
      if (found == outcomes.end()) continue;  // not reachable from the root
      EXPECT_TRUE(found->second.is_draw());
      ++in_graph;
    }
  }
  for (const auto& [stones, draws] : census_of(tier, 0)) {
    EXPECT_EQ(draws.draws, expected.at(stones).first);
    EXPECT_TRUE(draws.sample.empty());
  }
}

TEST(DrawCensus, CountsAndSamplesWhatIsDrawn) {
  test::with_position(test::kDraws.front(), []<int W>(const WideBoard<W>& board,
                                                      const WidePosition<W>& root) {
    const auto outcomes =
        test::outcomes_by_position(test::solved_from(board, std::vector{root}, Threads::one));
    std::uint64_t met = 0;
    std::uint64_t in_graph = 0;
    ArenaSolver<W> solver(board);
    ASSERT_TRUE(solver.solve(root, arena_of(board, root), [&](const SolvedTier<W>& tier) {
      compare_census(tier, outcomes, met, in_graph);
    }));
    EXPECT_EQ(met, ArenaSolver<W>(board).drawn(root, arena_of(board, root)).graph.state_count());
    EXPECT_GT(in_graph, 0U);
  });
}

}  // namespace
}  // namespace onyx
