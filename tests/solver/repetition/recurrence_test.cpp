// Recurrent classes and shortest cycles, compared with brute force on random graphs and on known
// repeating positions.
#include "solver/repetition/recurrence.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/solver/support.h"

namespace onyx {
namespace {

using Path = std::vector<StateId>;

/// Returns the drawn successors of a drawn state, in the order of its row.
template <int W>
Path drawn_successors(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes,
                      StateId state) {
  Path result;
  for (const StateId next : graph.successors(state)) {
    if (outcomes[next].is_draw()) result.push_back(next);
  }
  return result;
}

/// Returns, for every drawn state, the drawn states reachable in one or more moves.
template <int W>
std::map<StateId, std::set<StateId>> slow_reach(const StateGraph<W>& graph,
                                                const BigArray<Outcome>& outcomes) {
  std::map<StateId, std::set<StateId>> reach;
  for (StateId state = 0; state < graph.state_count(); ++state) {
    if (!outcomes[state].is_draw()) continue;
    std::set<StateId>& reached = reach[state];
    Path waiting{state};
    while (!waiting.empty()) {
      const StateId from = waiting.back();
      waiting.pop_back();
      for (const StateId next : drawn_successors(graph, outcomes, from)) {
        if (reached.insert(next).second) waiting.push_back(next);
      }
    }
  }
  return reach;
}

/// Returns the classes of mutual reachability, ordered by their least states.
template <int W>
std::vector<RecurrentClass> slow_classes(const StateGraph<W>& graph,
                                         const BigArray<Outcome>& outcomes) {
  const auto reach = slow_reach(graph, outcomes);
  std::vector<RecurrentClass> classes;
  std::set<StateId> taken;
  for (const auto& [state, reached] : reach) {
    if (!reached.contains(state) || taken.contains(state)) continue;
    RecurrentClass members;
    for (const StateId other : reached) {
      if (reach.at(other).contains(state)) members.push_back(other);
    }
    taken.insert(members.begin(), members.end());
    classes.push_back(members);
  }
  return classes;
}

/// Adds all cycles of exactly `length` drawn states that begin with the states of `path`.
template <int W>
void collect_cycles(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes, Path& path,
                    std::size_t length, std::vector<Path>& cycles) {
  for (const StateId next : drawn_successors(graph, outcomes, path.back())) {
    if (path.size() == length) {
      if (next == path.front()) cycles.push_back(path);
      continue;
    }
    if (next == path.front()) continue;
    path.push_back(next);
    collect_cycles(graph, outcomes, path, length, cycles);
    path.pop_back();
  }
}

template <int W>
int freedom_of(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes, const Path& cycle) {
  int freedom = 0;
  for (const StateId state : cycle) {
    freedom += static_cast<int>(drawn_successors(graph, outcomes, state).size()) - 1;
  }
  return freedom;
}

/// Returns the cycle that shortest_cycle() must return: the first one with the least freedom among
/// the shortest cycles, in the order of their moves.
template <int W>
ForcedCycle slow_shortest_cycle(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes,
                                StateId start) {
  std::vector<Path> cycles;
  for (std::size_t length = 1; cycles.empty(); ++length) {
    Path path{start};
    collect_cycles(graph, outcomes, path, length, cycles);
  }
  ForcedCycle best{cycles.front(), freedom_of(graph, outcomes, cycles.front())};
  for (const Path& cycle : cycles) {
    const int freedom = freedom_of(graph, outcomes, cycle);
    if (freedom < best.freedom) best = {cycle, freedom};
  }
  return best;
}

TEST(RecurrentClasses, AreTheMutuallyReachableDrawsOfRandomGraphs) {
  test::Rng rng(1);
  std::size_t classes = 0;
  std::size_t members = 0;
  for (int round = 0; round < 3000; ++round) {
    const StateGraph<1> graph =
        test::graph_of_rows(test::random_rows(2 + test::random_below(rng, 40), rng));
    const BigArray<Outcome> outcomes = solve_values(graph, Threads::one).outcomes;
    const auto found = recurrent_classes(graph, outcomes);
    ASSERT_EQ(found, slow_classes(graph, outcomes));
    classes += found.size();
    for (const RecurrentClass& states : found) members += states.size();
  }
  EXPECT_GT(classes, 1000U);
  EXPECT_GT(members, 5000U);
}

TEST(RecurrentClasses, OfNoDrawsAreNone) {
  test::with_position("open:2x4", [](const auto& board, const auto& position) {
    const auto solved = test::solved_from(board, std::vector{position});
    EXPECT_TRUE(recurrent_classes(solved.graph, solved.outcomes).empty());
  });
}

TEST(ShortestCycle, IsTheShortestOfLeastFreedomInRandomGraphs) {
  test::Rng rng(2);
  int cycles = 0;
  int with_freedom = 0;
  for (int round = 0; round < 3000; ++round) {
    const StateGraph<1> graph =
        test::graph_of_rows(test::random_rows(2 + test::random_below(rng, 11), rng));
    const BigArray<Outcome> outcomes = solve_values(graph, Threads::one).outcomes;
    for (const RecurrentClass& states : recurrent_classes(graph, outcomes)) {
      for (const StateId start : states) {
        const ForcedCycle cycle = shortest_cycle(graph, outcomes, start);
        const ForcedCycle expected = slow_shortest_cycle(graph, outcomes, start);
        ASSERT_EQ(cycle.states.size(), expected.states.size());
        ASSERT_EQ(cycle.freedom, expected.freedom);
        ASSERT_EQ(cycle.freedom, freedom_of(graph, outcomes, cycle.states));
        ASSERT_EQ(cycle.states.front(), start);
        ++cycles;
        if (cycle.freedom > 0) ++with_freedom;
      }
    }
  }
  EXPECT_GT(cycles, 5000);
  EXPECT_GT(with_freedom, 1000);
}

TEST(ShortestCycle, IsTheFirstByMovesAmongEqualOnes) {
  test::Rng rng(3);
  for (int round = 0; round < 3000; ++round) {
    const StateGraph<1> graph =
        test::graph_of_rows(test::random_rows(2 + test::random_below(rng, 11), rng));
    const BigArray<Outcome> outcomes = solve_values(graph, Threads::one).outcomes;
    for (const RecurrentClass& states : recurrent_classes(graph, outcomes)) {
      for (const StateId start : states) {
        ASSERT_EQ(shortest_cycle(graph, outcomes, start).states,
                  slow_shortest_cycle(graph, outcomes, start).states)
            << "round " << round << " start " << start;
      }
    }
  }
}

TEST(ShortestCycle, NeedsACycle) {
  // 0 -> 1 <-> 2, all drawn: 0 is on no cycle.
  const StateGraph<1> graph = test::graph_of_rows({{1}, {2}, {1}});
  const BigArray<Outcome> outcomes = solve_values(graph, Threads::one).outcomes;
  EXPECT_TRUE(outcomes[0].is_draw());
  EXPECT_EQ(recurrent_classes(graph, outcomes), (std::vector<RecurrentClass>{{1, 2}}));
  EXPECT_THROW(shortest_cycle(graph, outcomes, 0), std::invalid_argument);
  EXPECT_EQ(shortest_cycle(graph, outcomes, 2).states, (Path{2, 1}));
}

// --- Known repeating positions -------------------------------------------------------------------

TEST(RecurrentClasses, OfKnownDraws) {
  for (const std::string& text : test::kDraws) {
    test::with_position(text, [&](const auto& board, const auto& position) {
      const auto solved = test::solved_from(board, std::vector{position});
      const auto classes = recurrent_classes(solved.graph, solved.outcomes);
      EXPECT_EQ(classes, slow_classes(solved.graph, solved.outcomes)) << text;
      EXPECT_FALSE(classes.empty()) << text;
    });
  }
}

TEST(RecurrentClasses, OfTheSmallestDrawByHand) {
  test::with_position(
      "1VHHH/HVHVV/V1V1V/VV1VV/HHHVH DE12:H,AB23:V H", [](const auto& board, const auto& position) {
        const auto solved = test::solved_from(board, std::vector{position});
        const auto classes = recurrent_classes(solved.graph, solved.outcomes);
        ASSERT_EQ(classes.size(), 1U);
        EXPECT_EQ(classes[0].size(), 8U);
        const StateId root = solved.graph.roots[0];
        EXPECT_TRUE(std::binary_search(classes[0].begin(), classes[0].end(), root));
        const ForcedCycle cycle = shortest_cycle(solved.graph, solved.outcomes, root);
        EXPECT_EQ(cycle.states.size(), 8U);
        EXPECT_EQ(cycle.freedom, 0);
      });
}

/// Compares the cycle with brute force. Replays it in the plain engine, which counts its freedom.
template <int W>
void expect_forced_cycle(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId start,
                         const std::map<plain::Position, plain::Entry>& entries) {
  const ForcedCycle cycle = shortest_cycle(solved.graph, solved.outcomes, start);
  const ForcedCycle expected = slow_shortest_cycle(solved.graph, solved.outcomes, start);
  EXPECT_EQ(cycle.states, expected.states);
  EXPECT_EQ(cycle.freedom, expected.freedom);
  EXPECT_EQ(cycle.states.front(), start);
  EXPECT_EQ(cycle.states.size() % 4, 0U);  // core/README.md, fact 5
  int freedom = 0;
  for (std::size_t i = 0; i < cycle.states.size(); ++i) {
    const auto at = test::to_reference(board, solved.graph.position(cycle.states[i]));
    const auto wanted = test::to_reference(
        board, solved.graph.position(cycle.states[(i + 1) % cycle.states.size()]));
    EXPECT_EQ(entries.at(at).value, plain::Value::kDraw) << at;
    int leading_there = 0;
    for (const plain::Move& move : plain::legal_moves(at)) {
      const plain::Position next = plain::play(at, move);
      if (next == wanted) {
        ++leading_there;
      } else if (entries.at(next).value == plain::Value::kDraw) {
        ++freedom;
      }
    }
    EXPECT_EQ(leading_there, 1) << at;
  }
  EXPECT_EQ(cycle.freedom, freedom);
}

TEST(ShortestCycle, OfKnownDrawsReplayInThePlainEngine) {
  int replayed = 0;
  for (const std::size_t i : {0U, 1U, 2U, 10U}) {  // few positions are reachable from these
    test::with_position(test::kDraws.at(i), [&](const auto& board, const auto& position) {
      const auto entries = plain::solve_from(test::to_reference(board, position), 6000);
      const auto solved = test::solved_from(board, std::vector{position});
      for (const RecurrentClass& states : recurrent_classes(solved.graph, solved.outcomes)) {
        for (const StateId start : states) {
          SCOPED_TRACE(format_position(board, solved.graph.position(start)));
          expect_forced_cycle(board, solved, start, entries);
          ++replayed;
        }
      }
    });
  }
  EXPECT_EQ(replayed, 4 * 8);
}

}  // namespace
}  // namespace onyx
