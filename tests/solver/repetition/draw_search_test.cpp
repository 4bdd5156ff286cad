// The search for draws, compared with the explorer.
#include "solver/repetition/draw_search.h"

#include <gtest/gtest.h>

#include <map>

#include "solver/engine/graph/solve_graph.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

constexpr std::uint64_t kTable = std::uint64_t{1} << 24;

/// For each draw reachable by moves between draws, its drawn successors.
template <int W>
using Draws = std::map<PackedPosition<W>, std::vector<PackedPosition<W>>>;

template <int W>
Draws<W> explored_draws(const WideBoard<W>& board, const WidePosition<W>& position) {
  const GraphSolution<W> solution =
      solve_graph<W>(board, std::span<const WidePosition<W>>(&position, 1), {});
  const StateGraph<W>& graph = solution.solved.graph;
  Draws<W> draws;
  std::vector<StateId> waiting{graph.roots.front()};
  while (!waiting.empty()) {
    const StateId state = waiting.back();
    waiting.pop_back();
    const auto [item, is_new] = draws.try_emplace(graph.positions[state]);
    if (!is_new) continue;
    for (const StateId next : graph.successors(state)) {
      if (!solution.solved.outcomes[next].is_draw()) continue;
      item->second.push_back(graph.positions[next]);
      waiting.push_back(next);
    }
  }
  return draws;
}

TEST(DrawSearch, FindsTheDrawsThatTheExplorerFinds) {
  for (const std::string& text : test::kDraws) {
    with_board(board_size_of(text), [&]<int W>(const WideBoard<W>& board) {
      const WidePosition<W> position = parse_position(board, text);
      const DrawsFound<W> found = find_draws(board, position, kTable, {});
      ASSERT_EQ(found.end, End::complete) << text;
      EXPECT_FALSE(found.winner) << text;
      const StateGraph<W>& graph = found.drawn.graph;
      ASSERT_EQ(graph.roots, std::vector<StateId>{0}) << text;
      EXPECT_EQ(graph.position(0), position) << text;
      EXPECT_EQ(found.drawn.outcomes.size(), graph.state_count()) << text;
      Draws<W> draws;
      for (StateId state = 0; state < graph.state_count(); ++state) {
        auto& row = draws[graph.positions[state]];
        for (const StateId next : graph.successors(state)) row.push_back(graph.positions[next]);
      }
      EXPECT_TRUE(draws == explored_draws(board, position)) << text;
    });
  }
}

TEST(DrawSearch, TellsWhoWinsAndWhatLimitItMet) {
  const WideBoard<1> board({4, 4});
  const WidePosition<1> open = parse_position(board, "open:4x4");
  const DrawsFound<1> found = find_draws(board, open, kTable, {});
  EXPECT_EQ(found.end, End::complete);
  EXPECT_EQ(found.winner, Player::V);
  EXPECT_EQ(found.drawn.graph.state_count(), 0U);
  Stop stop;
  stop.work = 1;
  const DrawsFound<1> limited = find_draws(board, open, kTable, stop);
  EXPECT_EQ(limited.end, End::work_limit);
  EXPECT_FALSE(limited.winner);
}

}  // namespace
}  // namespace onyx
