// Tests the explorer: its graph is exactly the graph that the rules define, for several hash
// functions and numbers of threads; limits end the exploration.
#include "solver/engine/graph/explorer.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <cstring>
#include <deque>
#include <set>
#include <thread>

#include "tests/sanitized.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

template <int W>
Exploration<W> explored(const WideBoard<W>& board, const std::vector<WidePosition<W>>& roots,
                        const Stop& stop = {}, const ExploreSettings& settings = {}) {
  return explore<W>(board, roots, stop, settings);
}

/// Returns all positions reachable from the roots. As in the explorer, no move is made from a
/// position whose mover can connect at once.
template <int W>
std::set<WidePosition<W>> slowly_explored(const WideBoard<W>& board,
                                          const std::vector<WidePosition<W>>& roots) {
  std::set<WidePosition<W>> met(roots.begin(), roots.end());
  std::deque<WidePosition<W>> waiting(met.begin(), met.end());
  for (; !waiting.empty(); waiting.pop_front()) {
    const WidePosition<W>& position = waiting.front();
    std::vector<WidePosition<W>> successors;
    for (const Place move : test::list(legal_moves(board, position))) {
      successors.push_back(successor(board, position, move));
    }
    const bool leaf =
        std::any_of(successors.begin(), successors.end(),
                    [&](const WidePosition<W>& next) { return is_finished(board, next); });
    if (leaf) continue;
    for (const WidePosition<W>& next : successors) {
      if (met.insert(next).second) waiting.push_back(next);
    }
  }
  return met;
}

/// Expects a correct graph: the states are the reachable positions, each once, and the roots are
/// `roots`. A row holds the legal moves in order; it is empty if the mover can connect at once.
template <int W>
void expect_right_graph(const WideBoard<W>& board, const std::vector<WidePosition<W>>& roots,
                        const StateGraph<W>& graph) {
  std::set<WidePosition<W>> states;
  ASSERT_EQ(graph.row_begin.size(), graph.state_count() + std::size_t{1});
  ASSERT_EQ(graph.row_begin[0], 0U);
  ASSERT_EQ(graph.row_begin[graph.state_count()], graph.edge_count());
  for (StateId state = 0; state < graph.state_count(); ++state) {
    const WidePosition<W> position = graph.position(state);
    SCOPED_TRACE(format_position(board, position));
    ASSERT_TRUE(states.insert(position).second);
    ASSERT_FALSE(is_finished(board, position));
    const std::vector<Place> moves = test::list(legal_moves(board, position));
    const bool leaf = winning_moves(board, position).any();
    ASSERT_EQ(graph.is_leaf(state), leaf);
    const auto row = graph.successors(state);
    ASSERT_EQ(row.size(), leaf ? 0 : moves.size());
    for (std::size_t k = 0; k < row.size(); ++k) {
      ASSERT_LT(row[k], graph.state_count());
      ASSERT_EQ(graph.position(row[k]), successor(board, position, moves[k]));
      ASSERT_EQ(move_of_row(board, graph, state, k), moves[k]);
    }
  }
  ASSERT_EQ(states, slowly_explored(board, roots));
  ASSERT_EQ(graph.roots.size(), roots.size());
  for (std::size_t i = 0; i < roots.size(); ++i) {
    ASSERT_EQ(graph.position(graph.roots[i]), roots[i]);
  }
}

/// Calls use(board, roots) for small sets of roots on many boards.
template <class Use>
void for_each_small_case(Use&& use) {
  for (const std::size_t i : {0U, 1U, 2U, 3U, 10U, 11U}) {
    test::with_position(test::kDraws.at(i), [&](const auto& board, const auto& position) {
      use(board, std::vector{position});
    });
  }
  test::with_position("open:2x4", [&](const auto& board, const auto& position) {
    use(board, std::vector{position});
  });
  test::with_position("standard:4x4", [&](const auto& board, const auto& position) {
    use(board, std::vector{position});
  });
  // Use several roots at once, of both sides and with repeats, for every width of place sets.
  test::Rng rng(1);
  for (const BoardSize size : test::kShapes) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      std::vector<WidePosition<W>> roots;
      for (int i = 0; i < 6; ++i) {
        roots.push_back(test::crowded_position(board, 4, 10, false, rng));
        if (i % 3 == 1) roots.push_back(roots.front());
      }
      use(board, roots);
    });
  }
}

TEST(Explorer, GraphFollowsFromTheRules) {
  std::uint64_t states = 0;
  for_each_small_case(
      [&]<int W>(const WideBoard<W>& board, const std::vector<WidePosition<W>>& roots) {
        const Exploration<W> exploration = explored(board, roots);
        ASSERT_EQ(exploration.end, End::complete);
        EXPECT_EQ(exploration.reached.known, exploration.graph.state_count());
        EXPECT_EQ(exploration.reached.done, exploration.graph.state_count());
        expect_right_graph(board, roots, exploration.graph);
        states += exploration.graph.state_count();
      });
  EXPECT_GT(states, 10'000U);
}

TEST(Explorer, StatesAreThoseOfThePlainEngine) {
  // Neither engine makes moves from a position whose mover can connect at once, so the sets must be
  // equal.
  for (const std::string text : {"HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H", "open:2x3"}) {
    test::with_position(text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& root) {
      std::set<std::string> expected;
      std::vector<plain::Position> waiting{test::to_reference(board, root)};
      while (!waiting.empty()) {
        const plain::Position position = waiting.back();
        waiting.pop_back();
        if (!expected.insert(plain::to_text(position)).second) continue;
        std::vector<plain::Position> successors;
        bool connects = false;
        for (const plain::Move& move : plain::legal_moves(position)) {
          successors.push_back(plain::play(position, move));
          connects = connects || plain::game_over(successors.back());
        }
        if (!connects) waiting.insert(waiting.end(), successors.begin(), successors.end());
      }
      const StateGraph<W> graph = explored(board, std::vector{root}).graph;
      std::set<std::string> states;
      for (StateId state = 0; state < graph.state_count(); ++state) {
        states.insert(format_position(board, graph.position(state)));
      }
      EXPECT_EQ(states, expected);
    });
  }
  test::with_position("HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H", [](const auto& board, const auto& root) {
    EXPECT_EQ(explored(board, std::vector{root}).graph.state_count(), 56U);
  });
}

TEST(Explorer, EqualRootsBecomeOneState) {
  const WideBoard<1> board({3, 3});
  const WidePosition<1> open;
  const WidePosition<1> next = successor(board, open, 4);
  const StateGraph<1> graph = explored(board, std::vector{next, open, next, open}).graph;
  ASSERT_EQ(graph.roots.size(), 4U);
  EXPECT_EQ(graph.roots[0], graph.roots[2]);
  EXPECT_EQ(graph.roots[1], graph.roots[3]);
  EXPECT_NE(graph.roots[0], graph.roots[1]);
  EXPECT_EQ(graph.position(graph.roots[0]), next);
  EXPECT_EQ(graph.state_count(), explored(board, std::vector{open}).graph.state_count());
}

TEST(Explorer, NoRootsMakeAnEmptyGraph) {
  const WideBoard<1> board({3, 3});
  const Exploration<1> exploration = explored(board, std::vector<WidePosition<1>>{});
  EXPECT_EQ(exploration.end, End::complete);
  EXPECT_EQ(exploration.graph.state_count(), 0U);
  EXPECT_EQ(exploration.graph.edge_count(), 0U);
}

TEST(Explorer, FinishedRootsAreRefused) {
  test::with_position("V3/V3/V3/V3 - H", [](const auto& board, const auto& position) {
    EXPECT_THROW(explored(board, std::vector{position}), std::invalid_argument);
    EXPECT_THROW(explored(board, std::vector{open_setup(board), position}), std::invalid_argument);
  });
}

// --- Limits --------------------------------------------------------------------------------------

template <int W>
void expect_empty(const StateGraph<W>& graph) {
  EXPECT_EQ(graph.state_count(), 0U);
  EXPECT_EQ(graph.edge_count(), 0U);
  EXPECT_TRUE(graph.roots.empty());
}

/// Explores 6x6 from the open setup, which would not end without limits.
Exploration<1> explored_beyond(const Stop& stop) {
  const WideBoard<1> board({6, 6});
  const auto start = steady_clock::now();
  Exploration<1> exploration = explored(board, std::vector{open_setup(board)}, stop);
  EXPECT_LT(steady_clock::now() - start, 60s);
  expect_empty(exploration.graph);
  return exploration;
}

TEST(ExplorerLimits, StateLimitEndsTheExploration) {
  for (const std::uint64_t limit : {0U, 1U, 1000U, 300'000U}) {
    Stop stop;
    stop.work = limit;
    const Exploration<1> exploration = explored_beyond(stop);
    EXPECT_EQ(exploration.end, End::work_limit);
    EXPECT_GT(exploration.reached.known, limit);
  }
}

TEST(ExplorerLimits, StateLimitIsExact) {
  test::with_position("open:2x4", [](const auto& board, const auto& position) {
    const auto roots = std::vector{position};
    Stop stop;
    stop.work = explored(board, roots).graph.state_count();
    EXPECT_EQ(explored(board, roots, stop).end, End::complete);
    --stop.work;
    const auto exploration = explored(board, roots, stop);
    EXPECT_EQ(exploration.end, End::work_limit);
    expect_empty(exploration.graph);
  });
}

TEST(ExplorerLimits, MemoryLimitIsKeptAndUsed) {
  for (const std::uint64_t limit : {1ULL, 1ULL << 20, 1ULL << 25}) {
    Stop stop;
    stop.bytes = limit;
    const Exploration<1> exploration = explored_beyond(stop);
    EXPECT_EQ(exploration.end, End::memory_limit) << limit;
    if (limit < 1ULL << 22) continue;  // below the memory that every exploration needs
    EXPECT_LE(exploration.reached.bytes, limit);
    EXPECT_GT(exploration.reached.bytes, limit / 2);
  }
}

TEST(ExplorerLimits, MemoryLimitIncludesLaterSteps) {
  test::with_position("open:2x5", [](const auto& board, const auto& position) {
    const auto roots = std::vector{position};
    const auto exploration = explored(board, roots);
    Stop stop;
    stop.bytes = 8 * exploration.reached.bytes;
    EXPECT_EQ(explored(board, roots, stop).end, End::complete);
    const auto with_more = explored(board, roots, stop, {1, 1});
    EXPECT_EQ(with_more.end, End::complete);
    EXPECT_EQ(with_more.reached.bytes, exploration.reached.bytes + exploration.graph.state_count() +
                                           exploration.graph.edge_count());
    EXPECT_EQ(explored(board, roots, stop, {1000, 0}).end, End::memory_limit);
    EXPECT_EQ(explored(board, roots, stop, {0, 1000}).end, End::memory_limit);
  });
}

TEST(ExplorerLimits, TimeLimitEndsTheExploration) {
  for (const auto allowance : {-1000ms, 0ms, 100ms}) {
    Stop stop;
    stop.deadline = steady_clock::now() + allowance;
    const Exploration<1> exploration = explored_beyond(stop);
    EXPECT_EQ(exploration.end, End::time_limit);
    EXPECT_GE(steady_clock::now(), *stop.deadline);
  }
}

TEST(ExplorerLimits, InterruptBeforehand) {
  const std::atomic<bool> interrupt = true;
  Stop stop;
  stop.interrupt = &interrupt;
  EXPECT_EQ(explored_beyond(stop).end, End::interrupted);
}

TEST(ExplorerLimits, InterruptFromTheProgressCall) {
  std::atomic<bool> interrupt = false;
  int calls = 0;
  Stop stop;
  stop.interrupt = &interrupt;
  stop.progress = [&](const Reached& reached) {
    EXPECT_LE(reached.done, reached.known);
    EXPECT_GT(reached.bytes, 0U);
    if (++calls == 4) interrupt = true;
  };
  EXPECT_EQ(explored_beyond(stop).end, End::interrupted);
  EXPECT_EQ(calls, 4);
}

TEST(ExplorerLimits, InterruptFromAnotherThread) {
  std::atomic<bool> interrupt = false;
  Stop stop;
  stop.interrupt = &interrupt;
  std::jthread other([&] {
    std::this_thread::sleep_for(100ms);
    interrupt = true;
  });
  EXPECT_EQ(explored_beyond(stop).end, End::interrupted);
}

TEST(ExplorerLimits, ProgressEndsWithWhatWasReached) {
  Reached last;
  Stop stop;
  stop.progress = [&](const Reached& reached) { last = reached; };
  test::with_position("open:2x5", [&](const auto& board, const auto& position) {
    const auto exploration = explored(board, std::vector{position}, stop);
    EXPECT_EQ(last.known, exploration.graph.state_count());
    EXPECT_EQ(last.done, last.known);
    EXPECT_EQ(last.bytes, exploration.reached.bytes);
  });
}

// --- Collisions ----------------------------------------------------------------------------------

/// Returns the values of all reachable positions, found with this hash function.
template <int W>
std::map<WidePosition<W>, Outcome> outcomes_with(const WideBoard<W>& board,
                                                 const std::vector<WidePosition<W>>& roots,
                                                 ZobristFunction function) {
  const GraphSolution<W> solution = solve_graph<W>(board, roots, {}, Threads::all, function);
  EXPECT_EQ(solution.end, End::complete);
  auto outcomes = test::outcomes_by_position(solution.solved);
  EXPECT_EQ(outcomes.size(), solution.solved.graph.state_count());
  return outcomes;
}

const std::vector<ZobristFunction> kPoorKeys = {
    [](ZobristInput) -> std::uint64_t { return 0; },
    [](ZobristInput) -> std::uint64_t { return 0x9e3779b97f4a7c15; },
    [](ZobristInput) -> std::uint64_t { return UINT64_MAX; },
    [](ZobristInput input) -> std::uint64_t { return input.colour == 0 ? 0 : UINT64_MAX; },
    [](ZobristInput input) -> std::uint64_t {
      return (input.x2 + input.y2) % 3 == 0 ? 1 : 1ULL << 63;
    },
    // These keep only 4 bits, at the low or the high end of the word.
    [](ZobristInput input) -> std::uint64_t { return zobrist_xxhash(input) >> 60; },
    [](ZobristInput input) -> std::uint64_t { return zobrist_xxhash(input) << 60; },
};

TEST(Explorer, CollisionsChangeNothing) {
  for_each_small_case(
      [&]<int W>(const WideBoard<W>& board, const std::vector<WidePosition<W>>& roots) {
        const auto expected = outcomes_with(board, roots, zobrist_xxhash);
        // Skip large sets, because with all states in one bucket the time is quadratic.
        if (expected.size() > 7000 / test::one_in(3U)) return;
        for (const ZobristFunction function : kPoorKeys) {
          ASSERT_EQ(outcomes_with(board, roots, function), expected)
              << format_position(board, roots[0]);
        }
      });
}

// More than a hundred thousand states share ten bits of hash, so collisions also reach the parts of
// the explorer that only large sets use.
TEST(Explorer, CollisionsChangeNothingInALargeSet) {
  test::with_position("open:2x6", [](const auto& board, const auto& position) {
    const auto roots = std::vector{position};
    const auto expected = outcomes_with(board, roots, zobrist_xxhash);
    EXPECT_EQ(expected.size(), 149'864U);
    EXPECT_EQ(outcomes_with(board, roots,
                            [](ZobristInput input) -> std::uint64_t {
                              return zobrist_xxhash(input) & (std::uint64_t{1023} << 54);
                            }),
              expected);
  });
}

// --- Threads -------------------------------------------------------------------------------------

template <class T>
bool same_bytes(const BigArray<T>& a, const BigArray<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

template <int W>
void expect_same_solution(const SolvedGraph<W>& a, const SolvedGraph<W>& b) {
  EXPECT_TRUE(same_bytes(a.graph.positions, b.graph.positions));
  EXPECT_TRUE(same_bytes(a.graph.row_begin, b.graph.row_begin));
  EXPECT_TRUE(same_bytes(a.graph.targets, b.graph.targets));
  EXPECT_EQ(a.graph.roots, b.graph.roots);
  EXPECT_TRUE(same_bytes(a.outcomes, b.outcomes));
}

template <int W>
void expect_same_for_any_threads(const WideBoard<W>& board,
                                 const std::vector<WidePosition<W>>& roots) {
  const SolvedGraph<W> expected = test::solved_from(board, roots, Threads::one);
  for (const std::size_t threads : {1U, 2U, 4U}) {
    SCOPED_TRACE(threads);
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
    // Use a separate TBB arena, because the default one has at most one thread per core.
    tbb::task_arena arena(static_cast<int>(threads));
    arena.execute(
        [&] { expect_same_solution(test::solved_from(board, roots, Threads::all), expected); });
  }
}

TEST(Parallel, SameGraphForAnyNumberOfThreads) {
  for_each_small_case(
      [&]<int W>(const WideBoard<W>& board, const std::vector<WidePosition<W>>& roots) {
        expect_same_for_any_threads(board, roots);
      });
}

TEST(Parallel, SameLargeGraphForAnyNumberOfThreads) {
  // There are enough states to be divided among threads.
  test::with_position("open:2x6", [](const auto& board, const auto& position) {
    expect_same_for_any_threads(board, std::vector{position});
  });
}

TEST(Parallel, ManyRootsInAnyNumberOfThreads) {
  test::Rng rng(2);
  const WideBoard<1> board({4, 4});
  std::vector<WidePosition<1>> roots;
  for (int i = 0; i < 200; ++i) roots.push_back(test::crowded_position(board, 5, 10, false, rng));
  expect_same_for_any_threads(board, roots);
}

TEST(Parallel, ExplorationsSideBySide) {
  // Like a search, run many small explorations, one per thread.
  const WideBoard<1> board({5, 5});
  std::vector<WidePosition<1>> roots;
  test::Rng rng(3);
  while (roots.size() < 60) roots.push_back(test::crowded_position(board, 5, 10, false, rng));
  std::vector<std::uint64_t> states(roots.size());
  parallel_for_each_index(Threads::all, roots.size(), [&](std::size_t i) {
    states[i] = test::solved_from(board, std::vector{roots[i]}, Threads::one).graph.state_count();
  });
  for (std::size_t i = 0; i < roots.size(); ++i) {
    EXPECT_EQ(states[i], explored(board, std::vector{roots[i]}).graph.state_count());
  }
}

TEST(Parallel, LoopsCoverTheirRangeOnce) {
  for (const Threads threads : {Threads::one, Threads::all}) {
    for (const std::size_t count : {0U, 1U, 7U, 1000U, 100'000U}) {
      std::vector<std::atomic<int>> visits(count);
      parallel_for(threads, count, 64, [&](std::size_t begin, std::size_t end) {
        ASSERT_LT(begin, end);
        for (std::size_t i = begin; i < end; ++i) ++visits[i];
      });
      EXPECT_TRUE(std::all_of(visits.begin(), visits.end(),
                              [](const std::atomic<int>& visit) { return visit == 1; }));
    }
  }
}

}  // namespace
}  // namespace onyx
