// Values and distances: compared with brute force on arbitrary graphs and with the plain engine on
// crowded positions. They must not depend on where a position is on the board.
#include "solver/engine/graph/values.h"

#include <gtest/gtest.h>

#include "core/symmetry.h"
#include "tests/sanitized.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

// --- Outcomes ------------------------------------------------------------------------------------

TEST(Outcome, TellsTheWinnerByTheNumberOfPlies) {
  EXPECT_TRUE(Outcome().is_draw());
  EXPECT_EQ(Outcome().value(), Value::draw);
  EXPECT_EQ(Outcome::decided_in(0).value(), Value::loss);
  for (int plies = 0; plies <= 65'534; ++plies) {
    const Outcome outcome = Outcome::decided_in(static_cast<std::uint16_t>(plies));
    ASSERT_FALSE(outcome.is_draw());
    ASSERT_EQ(outcome.distance(), plies);
    ASSERT_EQ(outcome.value(), plies % 2 == 1 ? Value::win : Value::loss);
  }
  static_assert(sizeof(Outcome) == 2);
  EXPECT_EQ(Outcome::decided_in(3), Outcome::decided_in(3));
  EXPECT_NE(Outcome::decided_in(3), Outcome::decided_in(5));
  EXPECT_NE(Outcome::decided_in(0), Outcome());
}

// --- Graphs of any shape -------------------------------------------------------------------------

/// Brute force: for each distance in turn, looks at all undecided states.
std::vector<Outcome> slow_values(const StateGraph<1>& graph) {
  std::vector<Outcome> outcomes(graph.state_count());
  for (StateId state = 0; state < graph.state_count(); ++state) {
    if (graph.is_leaf(state)) outcomes[state] = Outcome::decided_in(1);
  }
  for (std::uint16_t distance = 2; distance <= graph.state_count() + 1; ++distance) {
    std::vector<StateId> decided;
    for (StateId state = 0; state < graph.state_count(); ++state) {
      if (!outcomes[state].is_draw()) continue;
      bool wins = false;
      bool loses = true;
      for (const StateId next : graph.successors(state)) {
        wins = wins || outcomes[next].value() == Value::loss;
        loses = loses && outcomes[next].value() == Value::win;
      }
      if (wins || loses) decided.push_back(state);
    }
    for (const StateId state : decided) outcomes[state] = Outcome::decided_in(distance);
  }
  return outcomes;
}

TEST(Values, AreRightOnRandomGraphs) {
  test::Rng rng(1);
  std::map<Value, int> met;
  for (int round = 0; round < 3000; ++round) {
    const StateGraph<1> graph =
        test::graph_of_rows(test::random_rows(1 + test::random_below(rng, 40), rng));
    const std::vector<Outcome> expected = slow_values(graph);
    for (const Threads threads : {Threads::one, Threads::all}) {
      const BigArray<Outcome> outcomes = solve_values(graph, threads).outcomes;
      ASSERT_EQ(std::vector<Outcome>(outcomes.begin(), outcomes.end()), expected);
    }
    for (const Outcome outcome : expected) ++met[outcome.value()];
  }
  EXPECT_GT(met[Value::draw], 1000);
  EXPECT_GT(met[Value::win], 1000);
  EXPECT_GT(met[Value::loss], 1000);
}

TEST(Values, OfLargeGraphsTakeManyTasks) {
  test::Rng rng(2);
  std::vector<std::vector<StateId>> rows;
  constexpr StateId kStates = 200'000;
  for (StateId state = 0; state < kStates; ++state) {
    std::vector<StateId> row;
    for (int k = test::random_below(rng, 4); k > 0; --k) {
      row.push_back((state + 1 + static_cast<StateId>(test::random_below(rng, kStates - 1))) %
                    kStates);
    }
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    rows.push_back(row);
  }
  const StateGraph<1> graph = test::graph_of_rows(rows);
  const BigArray<Outcome> one = solve_values(graph, Threads::one).outcomes;
  const BigArray<Outcome> all = solve_values(graph, Threads::all).outcomes;
  ASSERT_EQ(one.size(), kStates);
  EXPECT_TRUE(std::equal(one.begin(), one.end(), all.begin(), all.end()));
  // If each distance follows from the distances of the successors, all values are correct.
  for (StateId state = 0; state < kStates; ++state) {
    int shortest_loss = INT32_MAX;
    int longest_win = graph.is_leaf(state) ? -1 : 0;
    bool has_draw = false;
    for (const StateId next : graph.successors(state)) {
      const Outcome outcome = one[next];
      if (outcome.is_draw()) has_draw = true;
      if (outcome.value() == Value::loss)
        shortest_loss = std::min(shortest_loss, outcome.distance());
      if (outcome.value() == Value::win) longest_win = std::max(longest_win, outcome.distance());
    }
    const int distance = longest_win < 0             ? 1
                         : shortest_loss < INT32_MAX ? shortest_loss + 1
                         : has_draw                  ? -1
                                                     : longest_win + 1;
    ASSERT_EQ(one[state].is_draw() ? -1 : one[state].distance(), distance) << state;
  }
}

StateGraph<1> chain_of(StateId states) {
  std::vector<std::vector<StateId>> rows;
  for (StateId state = 0; state + 1 < states; ++state) rows.push_back({state + 1});
  rows.emplace_back();
  return test::graph_of_rows(rows);
}

TEST(Values, LongDistancesAreExactOrRefused) {
  for (const StateId plies : {1U, 2U, 1000U, 65'533U}) {
    const BigArray<Outcome> outcomes = solve_values(chain_of(plies), Threads::one).outcomes;
    EXPECT_EQ(outcomes[0].distance(), static_cast<int>(plies));
  }
  EXPECT_THROW(solve_values(chain_of(65'535), Threads::one), std::length_error);
  EXPECT_THROW(solve_values(chain_of(200'000), Threads::one), std::length_error);
}

TEST(Values, EmptyGraphHasNone) {
  EXPECT_TRUE(solve_values(test::graph_of_rows({})).outcomes.empty());
}

// --- Stopping and watching -----------------------------------------------------------------------

TEST(Values, ReportProgressAndStopAtAnInterrupt) {
  const StateGraph<1> graph = chain_of(1000);
  std::atomic<bool> interrupt = false;
  std::vector<std::uint64_t> decided;
  Stop stop;
  stop.interrupt = &interrupt;
  stop.progress = [&](const Reached& reached) {
    EXPECT_EQ(reached.known, 1000U);
    decided.push_back(reached.done);
  };
  EXPECT_EQ(solve_values(graph, Threads::one, stop).outcomes.size(), 1000U);
  ASSERT_FALSE(decided.empty());
  EXPECT_TRUE(std::is_sorted(decided.begin(), decided.end()));
  EXPECT_EQ(decided.back(), 1000U);

  stop.progress = [&](const Reached& reached) {
    if (reached.done >= 500) interrupt = true;
  };
  for (const Threads threads : {Threads::one, Threads::all}) {
    interrupt = false;
    const Evaluation evaluation = solve_values(graph, threads, stop);
    EXPECT_EQ(evaluation.end, End::interrupted);
    EXPECT_TRUE(evaluation.outcomes.empty());
  }
}

TEST(Solve, ASecondLookFindsEveryWrongValue) {
  const WideBoard<1> board({3, 3});
  const std::vector<WidePosition<1>> roots{open_setup(board)};
  const GraphSolution<1> solution = solve_graph<1>(board, roots, {});
  const StateGraph<1>& graph = solution.solved.graph;
  BigArray<Outcome> outcomes;
  for (const Outcome outcome : solution.solved.outcomes) outcomes.push_back(outcome);
  EXPECT_NO_THROW(require_consistent(graph, outcomes));
  for (StateId state = 0; state < graph.state_count(); state += 7 * test::one_in(StateId{4})) {
    const Outcome right = outcomes[state];
    for (const Outcome wrong : {Outcome(), Outcome::decided_in(1), Outcome::decided_in(2),
                                Outcome::decided_in(7), Outcome::decided_in(65'000)}) {
      if (wrong == right) continue;
      outcomes[state] = wrong;
      EXPECT_THROW(require_consistent(graph, outcomes), std::logic_error) << state;
    }
    outcomes[state] = right;
  }
}

TEST(Solve, HasNoValuesAfterALimit) {
  const WideBoard<1> board({6, 6});
  const std::vector<WidePosition<1>> roots{open_setup(board)};
  const auto end_of = [&](const Stop& stop) {
    const GraphSolution<1> solution = solve_graph<1>(board, roots, stop);
    EXPECT_EQ(solution.solved.graph.state_count(), 0U);
    EXPECT_TRUE(solution.solved.outcomes.empty());
    return solution.end;
  };
  Stop stop;
  stop.work = 1000;
  EXPECT_EQ(end_of(stop), End::work_limit);
  stop = {};
  stop.bytes = 1 << 20;
  EXPECT_EQ(end_of(stop), End::memory_limit);
  stop = {};
  stop.deadline = std::chrono::steady_clock::now();
  EXPECT_EQ(end_of(stop), End::time_limit);
  stop = {};
  const std::atomic<bool> interrupt = true;
  stop.interrupt = &interrupt;
  EXPECT_EQ(end_of(stop), End::interrupted);
}

TEST(Solve, MemoryLimitCoversTheValues) {
  test::with_position(
      "open:2x5", []<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
        const std::vector<WidePosition<W>> roots{position};
        const std::uint64_t exploring = explore<W>(board, roots, {}).reached.bytes;
        const GraphSolution<W> whole = solve_graph<W>(board, roots, {});
        EXPECT_EQ(whole.reached.bytes, exploring +
                                           kValueBytesPerState * whole.solved.graph.state_count() +
                                           kValueBytesPerEdge * whole.solved.graph.edge_count());
        Stop stop;
        stop.bytes = exploring + 1000;
        EXPECT_EQ(solve_graph<W>(board, roots, stop).end, End::memory_limit);
      });
}

TEST(Solve, CanBeInterruptedAmongTheValues) {
  test::with_position("open:2x5",
                      []<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
                        const std::vector<WidePosition<W>> roots{position};
                        std::atomic<bool> interrupt = false;
                        Stop stop;
                        stop.interrupt = &interrupt;
                        int calls = 0;
                        std::uint64_t last = 0;
                        stop.progress = [&](const Reached& reached) {
                          if (reached.phase != Reached::Phase::deciding) return;
                          EXPECT_GE(reached.done, last);
                          EXPECT_LE(reached.done, reached.known);
                          last = reached.done;
                          if (++calls == 2) interrupt = true;
                        };
                        const GraphSolution<W> solution = solve_graph<W>(board, roots, stop);
                        EXPECT_EQ(solution.end, End::interrupted);
                        EXPECT_EQ(solution.solved.graph.state_count(), 0U);
                        EXPECT_GE(calls, 2);
                      });
}

TEST(Solve, WithoutRootsIsComplete) {
  const WideBoard<1> board({3, 3});
  const GraphSolution<1> solution = solve_graph<1>(board, std::vector<WidePosition<1>>{}, {});
  EXPECT_EQ(solution.end, End::complete);
  EXPECT_TRUE(solution.solved.outcomes.empty());
}

// --- The plain engine ----------------------------------------------------------------------------

/// Compares the values of all states with the plain engine. Returns false, without comparing, if
/// there are more than `limit` states.
template <int W>
bool agrees_with_plain(const WideBoard<W>& board, const WidePosition<W>& root, std::size_t limit) {
  const auto solved = test::solved_if_small(board, root, limit);
  if (!solved) return false;
  std::map<plain::Position, plain::Entry> entries;
  try {
    entries = plain::solve_from(test::to_reference(board, root), limit);
  } catch (const std::length_error&) {
    return false;
  }
  SCOPED_TRACE(format_position(board, root));
  for (StateId state = 0; state < solved->graph.state_count(); ++state) {
    const plain::Position position = test::to_reference(board, solved->graph.position(state));
    const auto entry = entries.find(position);
    EXPECT_NE(entry, entries.end()) << position;
    if (entry == entries.end()) return true;
    EXPECT_EQ(solved->outcomes[state], test::outcome_of(entry->second))
        << position << " is " << entry->second;
  }
  return true;
}

class CrowdedValues : public testing::TestWithParam<BoardSize> {};

TEST_P(CrowdedValues, AreThoseOfThePlainEngine) {
  test::Rng rng(static_cast<unsigned>(GetParam().width));
  // The plain engine is slow on large boards.
  const int wanted = (place_count(GetParam()) > 60 ? 8 : 50) / test::one_in(4);
  int compared = 0;
  with_board(GetParam(), [&](const auto& board) {
    for (int round = 0; round < 2000 && compared < wanted; ++round) {
      const auto root =
          test::crowded_position(board, 3 + test::random_below(rng, 4), 10, false, rng);
      // Leaves test little, so most rounds skip them.
      if (winning_moves(board, root).any() && round % 10 != 0) continue;
      if (agrees_with_plain(board, root, 1500)) ++compared;
    }
  });
  EXPECT_EQ(compared, wanted);
}

INSTANTIATE_TEST_SUITE_P(Boards, CrowdedValues,
                         testing::Values(BoardSize{4, 5}, BoardSize{5, 4}, BoardSize{5, 5},
                                         BoardSize{3, 7}, BoardSize{6, 6}, BoardSize{9, 9}),
                         test::name_of_shape);

TEST(Values, OfDrawsAreThoseOfThePlainEngine) {
  int compared = 0;
  for (const std::string& text : test::kDraws) {
    test::with_position(
        text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
          const SolvedGraph<W> solved = test::solved_from(board, std::vector{position});
          EXPECT_TRUE(solved.outcomes[solved.graph.roots[0]].is_draw()) << text;
          const bool small = solved.graph.state_count() < 1000 || text == test::kDraws[2];
          if (small && agrees_with_plain(board, position, 6000)) ++compared;
        });
  }
  EXPECT_EQ(compared, 4);
}

// --- The same position elsewhere -----------------------------------------------------------------

/// Returns the number of states for each outcome.
template <int W>
std::map<int, int> census(const SolvedGraph<W>& solved) {
  std::map<int, int> counts;
  for (const Outcome outcome : solved.outcomes) {
    ++counts[outcome.is_draw() ? -1 : outcome.distance()];
  }
  return counts;
}

std::map<int, int> census_of(const std::string& text) {
  return test::with_position(text,
                             []<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
                               return census(test::solved_from(board, std::vector{position}));
                             });
}

TEST(Values, DoNotChangeInAFrameOfStones) {
  std::size_t first = 0;
  for (const std::string& text : test::kDraws) {
    const auto expected = census_of(text);
    const std::vector<BoardSize> sizes = {{9, 9}, {7, 12}, {12, 12}, {14, 15}, {20, 20}};
    for (std::size_t i = first++ % test::one_in(3U); i < sizes.size(); i += test::one_in(3U)) {
      EXPECT_EQ(census_of(test::framed(text, sizes[i])), expected) << test::framed(text, sizes[i]);
    }
  }
}

TEST(Values, DoNotChangeUnderSymmetries) {
  test::Rng rng(3);
  int compared = 0;
  for (const BoardSize size : test::kShapes) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      const WideBoard<W> reflected({size.height, size.width});
      for (int round = 0; round < 10; ++round) {
        const WidePosition<W> position = test::crowded_position(board, 5, 10, false, rng);
        const auto solved = test::solved_if_small(board, position, 20'000);
        if (!solved) continue;
        ++compared;
        const auto expected = test::outcomes_by_position(*solved);
        const auto expect_image = [&](const WideBoard<W>& target, const Symmetry& symmetry) {
          const auto image = test::outcomes_by_position(
              test::solved_from(target, std::vector{symmetry(position)}));
          ASSERT_EQ(image.size(), expected.size());
          for (const auto& [state, outcome] : expected) {
            ASSERT_EQ(image.at(symmetry(state)), outcome) << format_position(board, state);
          }
        };
        expect_image(reflected, diagonal_reflection(board.geometry()));
        for (const Symmetry& symmetry : symmetries_of(board.geometry())) {
          expect_image(board, symmetry);
        }
      }
    });
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace onyx
