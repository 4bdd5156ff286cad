// Arenas, the places that play can still change: compares them with a plain version of their
// definition, checks that play changes nothing outside, and compares values with the explorer.
#include "solver/repetition/arena.h"

#include <gtest/gtest.h>

#include <set>

#include "solver/repetition/recurrence.h"
#include "tests/sanitized.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

using test::Rng;

// --- The least closed set ------------------------------------------------------------------------

/// Returns the arena by its definition, place by place, on the plain engine's board.
std::set<plain::Place> plain_arena(const plain::Position& position) {
  std::set<plain::Place> arena;
  std::vector<std::array<plain::Place, 4>> squares;  // Corners i and i + 2 are opposite.
  std::vector<plain::Place> midpoints;
  for (const plain::Place& place : plain::places(position.width, position.height)) {
    if (position.at(place) != '.') continue;
    if (!place.midpoint) {
      arena.insert(place);
      continue;
    }
    const auto [is_midpoint, x, y] = place;
    midpoints.push_back(place);
    squares.push_back(
        {{{false, x, y}, {false, x + 1, y}, {false, x + 1, y + 1}, {false, x, y + 1}}});
  }
  const auto could_hold = [&](const plain::Place& point, char stone) {
    return arena.contains(point) || position.at(point) == stone;
  };
  bool has_grown = true;
  while (has_grown) {
    has_grown = false;
    for (const auto& corners : squares) {
      for (std::size_t i = 0; i < 4; ++i) {
        if (arena.contains(corners[i])) continue;
        const char own = position.at(corners[i]);
        const char theirs = plain::opponent(own);
        const plain::Place& left = corners[(i + 1) % 4];
        const plain::Place& right = corners[(i + 3) % 4];
        if (could_hold(corners[(i + 2) % 4], own) && could_hold(left, theirs) &&
            could_hold(right, theirs) && (arena.contains(left) || arena.contains(right))) {
          arena.insert(corners[i]);
          has_grown = true;
        }
      }
    }
  }
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const bool is_live = std::all_of(squares[i].begin(), squares[i].end(),
                                     [&](const auto& corner) { return arena.contains(corner); });
    if (is_live) arena.insert(midpoints[i]);
  }
  return arena;
}

template <int W>
WidePosition<W> position_of_any_kind(const WideBoard<W>& board, Rng& rng) {
  const int points = board.geometry().point_count();
  switch (test::random_below(rng, 4)) {
    case 0: {
      const WidePosition<W> setup = test::random_of(test::setups_of(board), rng);
      return test::random_of(test::random_game(board, setup, points, rng), rng);
    }
    case 1:
      return test::crowded_position(board, test::random_below(rng, points + 1),
                                    test::random_below(rng, 101), true, rng);
    default:
      return test::crowded_position(board, test::random_below(rng, points / 3 + 2),
                                    test::random_below(rng, 60), true, rng);
  }
}

TEST(Arena, IsTheLeastClosedSet) {
  Rng rng(1);
  std::map<std::string, int> met;
  for (int round = 0; round < 2000; round += test::one_in(3)) {
    const BoardSize size = test::kShapes[static_cast<std::size_t>(round) % test::kShapes.size()];
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      const WidePosition<W> position = position_of_any_kind(board, rng);
      const Arena<W> arena = arena_of(board, position);
      std::set<plain::Place> found;
      for (const Place place : test::list(arena.points | arena.midpoints)) {
        found.insert(test::to_reference(board.geometry(), place));
      }
      const plain::Position plain = test::to_reference(board, position);
      ASSERT_EQ(found, plain_arena(plain)) << plain;
      ASSERT_TRUE(board.points().contains(arena.points)) << plain;
      ASSERT_TRUE(board.midpoints().contains(arena.midpoints)) << plain;
      const int stones = (position.occupied() & board.points()).count();
      met["with stones"] += (arena.points & position.occupied()).any() ? 1 : 0;
      met["with live midpoints"] += arena.midpoints.any() ? 1 : 0;
      met["smaller than the board"] += arena.points == board.points() ? 0 : 1;
      met["not crowded"] += 2 * stones < board.points().count() ? 1 : 0;
    });
    if (HasFatalFailure()) return;
  }
  for (const auto& [what, count] : met) EXPECT_GT(count, 200 / test::one_in(3)) << what;
}

// --- Values --------------------------------------------------------------------------------------

/// Returns the colouring of a tier's cells in a position.
template <int W>
Colouring colouring_of(const SolvedTier<W>& tier, const WidePosition<W>& position) {
  Colouring colouring;
  for (std::size_t cell = 0; cell < tier.cells.places.size(); ++cell) {
    for (std::size_t player = 0; player < 2; ++player) {
      const bool is_owner = position.stones[player].has(tier.cells.places[cell]);
      if (is_owner) colouring.stones[player] |= CellSet{1} << cell;
    }
  }
  return colouring;
}

/// Returns the stones of a position outside a set of places.
template <int W>
WidePosition<W> without(WidePosition<W> position, const PlaceSet<W>& places) {
  for (PlaceSet<W>& stones : position.stones) stones -= places;
  position.to_move = Player::V;
  return position;
}

std::string name_of(std::optional<Value> value) {
  if (!value) return "illegal";
  return *value == Value::draw ? "draw" : *value == Value::win ? "win" : "loss";
}

/// Expects that positions reachable from `root` differ from it only inside the arena, and that the
/// arena's tiers give the explorer's values. Returns the number of these positions.
template <int W>
StateId compare_reachable(const WideBoard<W>& board, const WidePosition<W>& root,
                          const Arena<W>& arena, ArenaSolver<W>& solver) {
  const auto solved = test::solved_from(board, {root}, Threads::one);
  const WidePosition<W> frozen = without(root, arena.points | arena.midpoints);
  // The stones on midpoints identify the tier.
  std::map<WidePosition<W>, std::vector<StateId>> by_tier;
  for (StateId state = 0; state < solved.graph.state_count(); ++state) {
    const WidePosition<W> position = solved.graph.position(state);
    if (without(position, arena.points | arena.midpoints) != frozen) {
      ADD_FAILURE() << "outside the arena of " << format_position(board, root) << ": "
                    << format_position(board, position);
      return 0;
    }
    by_tier[without(position, arena.points)].push_back(state);
  }
  StateId compared = 0;
  const bool is_complete = solver.solve(root, arena, [&](const SolvedTier<W>& tier) {
    const auto states = by_tier.find(without(tier.fixed, arena.points));
    if (states == by_tier.end()) return;
    for (const StateId state : states->second) {
      const WidePosition<W> position = solved.graph.position(state);
      const auto value = tier.solver.value(colouring_of(tier, position), position.to_move);
      ++compared;
      if (value == solved.outcomes[state].value()) continue;
      ADD_FAILURE() << format_position(board, position) << " is a "
                    << name_of(solved.outcomes[state].value()) << ", not " << name_of(value)
                    << ", in the arena of " << format_position(board, root);
      return;
    }
  });
  EXPECT_TRUE(is_complete);
  EXPECT_EQ(compared, solved.graph.state_count()) << format_position(board, root);
  return compared;
}

/// Compares the legality and the values of all positions of an arena with the explorer, and expects
/// that no move leads out of them.
template <int W>
void compare_all(const WideBoard<W>& board, const WidePosition<W>& root, const Arena<W>& arena,
                 ArenaSolver<W>& solver) {
  std::map<WidePosition<W>, std::optional<Value>> values;
  solver.solve(root, arena, [&](const SolvedTier<W>& tier) {
    std::uint64_t colourings = 1;
    for (int cell = 0; cell < tier.cells.cell_count(); ++cell) colourings *= 3;
    for (std::uint64_t number = 0; number < colourings; ++number) {
      WidePosition<W> position = tier.fixed;
      std::uint64_t left = number;
      for (const Place place : tier.cells.places) {
        if (left % 3 != 0) position.stones[left % 3 - 1].add(place);
        left /= 3;
      }
      for (const Player player : test::kPlayers) {
        position.to_move = player;
        values[position] = tier.solver.value(colouring_of(tier, position), player);
      }
    }
  });
  std::size_t all = 2;
  for (int place = 0; place < arena.place_count(); ++place) all *= 3;
  ASSERT_EQ(values.size(), all);

  std::vector<WidePosition<W>> unfinished;
  for (const auto& [position, value] : values) {
    const bool legal = is_legal(board, position);
    ASSERT_EQ(value.has_value(), legal) << test::to_reference(board, position);
    if (!legal) continue;
    if (is_finished(board, position)) {
      ASSERT_EQ(value, Value::loss) << format_position(board, position);
    } else {
      unfinished.push_back(position);
    }
  }
  const auto outcomes =
      test::outcomes_by_position(test::solved_from(board, unfinished, Threads::one));
  ASSERT_EQ(outcomes.size(), unfinished.size());
  for (const auto& [position, outcome] : outcomes) {
    ASSERT_EQ(name_of(values.at(position)), name_of(outcome.value()))
        << format_position(board, position);
  }
}

/// Returns a crowded position with an arena of at most `most` places. About a third of the
/// candidates get an empty square, which is rare otherwise.
template <int W>
WidePosition<W> position_with_small_arena(const WideBoard<W>& board, int most, Rng& rng) {
  const std::vector<Place> midpoints = test::list(board.midpoints());
  for (;;) {
    const int empty = 3 + test::random_below(rng, 6);
    const int midpoint_percent = test::random_below(rng, 80);
    WidePosition<W> position = test::crowded_position(board, empty, midpoint_percent, false, rng);
    if (test::random_below(rng, 3) == 0) {
      const Place midpoint = test::random_of(midpoints, rng);
      for (PlaceSet<W>& stones : position.stones) {
        stones.remove(midpoint);
        stones -= board.neighbours(midpoint);
      }
    }
    const int places = arena_of(board, position).place_count();
    // The smallest arenas test little, so most of them are skipped.
    if (places < 5 && test::random_below(rng, 8) > 0) continue;
    if (places <= most) return position;
  }
}

class ArenaValues : public testing::TestWithParam<BoardSize> {};

TEST_P(ArenaValues, OfReachablePositionsAreTheExplorers) {
  with_board(GetParam(), []<int W>(const WideBoard<W>& board) {
    Rng rng(2);
    ArenaSolver<W> solver(board);
    std::map<std::string, std::uint64_t> met;
    for (int round = 0; round < 2000; ++round) {
      const WidePosition<W> root = position_with_small_arena(board, 9, rng);
      const Arena<W> arena = arena_of(board, root);
      const StateId states = compare_reachable(board, root, arena, solver);
      met["states"] += states;
      met["not over at once"] += states > 1 ? 1 : 0;
      met["with stones"] += (arena.points & root.occupied()).any() ? 1 : 0;
      met["with live midpoints"] += arena.midpoints.any() ? 1 : 0;
      met["with several"] += arena.midpoints.count() > 1 ? 1 : 0;
      if (HasFailure()) return;
    }
    EXPECT_GT(met["states"], 50'000U);
    EXPECT_GT(met["not over at once"], 400U);
    EXPECT_GT(met["with stones"], 200U);
    EXPECT_GT(met["with live midpoints"], 200U);
    EXPECT_GT(met["with several"], 0U);
  });
}

TEST_P(ArenaValues, OfAllPositionsAreTheExplorers) {
  with_board(GetParam(), []<int W>(const WideBoard<W>& board) {
    Rng rng(3);
    ArenaSolver<W> solver(board);
    int with_midpoints = 0;
    for (int round = 0; round < 40; ++round) {
      const WidePosition<W> root = position_with_small_arena(board, 8, rng);
      const Arena<W> arena = arena_of(board, root);
      compare_all(board, root, arena, solver);
      with_midpoints += arena.midpoints.any() ? 1 : 0;
      if (HasFatalFailure()) return;
    }
    EXPECT_GT(with_midpoints, 0);
  });
}

INSTANTIATE_TEST_SUITE_P(Boards, ArenaValues,
                         testing::Values(BoardSize{4, 4}, BoardSize{4, 5}, BoardSize{5, 5},
                                         BoardSize{6, 6}, BoardSize{8, 8}),
                         test::name_of_shape);

// --- Drawn positions -----------------------------------------------------------------------------

template <int W>
std::set<std::set<WidePosition<W>>> class_positions(const StateGraph<W>& graph,
                                                    const BigArray<Outcome>& outcomes) {
  std::set<std::set<WidePosition<W>>> classes;
  for (const RecurrentClass& states : recurrent_classes(graph, outcomes)) {
    std::set<WidePosition<W>> positions;
    for (const StateId state : states) positions.insert(graph.position(state));
    classes.insert(positions);
  }
  return classes;
}

/// Compares the graph of draws from ArenaSolver::drawn() with the explorer.
template <int W>
void compare_drawn(const WideBoard<W>& board, const WidePosition<W>& root) {
  const Arena<W> arena = arena_of(board, root);
  ArenaSolver<W> solver(board);
  compare_reachable(board, root, arena, solver);
  const SolvedGraph<W> drawn = solver.drawn(root, arena);
  const StateGraph<W>& graph = drawn.graph;

  // Each state must be a draw with at least one drawn successor; its row must hold all of them.
  std::vector<WidePosition<W>> positions;
  for (StateId state = 0; state < graph.state_count(); ++state) {
    positions.push_back(graph.position(state));
    EXPECT_TRUE(drawn.outcomes[state].is_draw());
    EXPECT_FALSE(graph.is_leaf(state)) << format_position(board, positions.back());
  }
  const auto explored = test::solved_from(board, positions, Threads::one);
  const auto outcomes = test::outcomes_by_position(explored);
  for (StateId state = 0; state < graph.state_count(); ++state) {
    const WidePosition<W>& position = positions[state];
    EXPECT_TRUE(outcomes.at(position).is_draw()) << format_position(board, position);
    std::vector<WidePosition<W>> expected;
    for (const Place place : test::list(placements(board, position))) {
      const WidePosition<W> next = successor(board, position, place);
      const auto outcome = outcomes.find(next);
      if (outcome != outcomes.end() && outcome->second.is_draw()) expected.push_back(next);
    }
    std::vector<WidePosition<W>> found;
    for (const StateId next : graph.successors(state)) found.push_back(graph.position(next));
    EXPECT_EQ(found, expected) << format_position(board, position);
  }

  // Neither a reachable draw nor a recurrent class of reachable draws may be missing.
  const auto solved = test::solved_from(board, {root}, Threads::one);
  const std::set<WidePosition<W>> all(positions.begin(), positions.end());
  EXPECT_EQ(all.size(), positions.size());
  EXPECT_TRUE(all.contains(root));
  for (const auto& [position, outcome] : test::outcomes_by_position(solved)) {
    EXPECT_EQ(all.contains(position), outcome.is_draw()) << format_position(board, position);
  }
  const auto classes = class_positions(graph, drawn.outcomes);
  const auto own = class_positions(solved.graph, solved.outcomes);
  EXPECT_FALSE(own.empty());
  EXPECT_TRUE(std::includes(classes.begin(), classes.end(), own.begin(), own.end()));
}

TEST(Arena, HasTheExplorersDraws) {
  int compared = 0;
  for (const std::string& text : test::kDraws) {
    // A frame adds no places to the arena, but makes place sets wider.
    for (const std::string& each :
         {text, test::framed(text, {8, 9}), test::framed(text, {12, 12})}) {
      SCOPED_TRACE(each);
      test::with_position(each, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& root) {
        if (arena_of(board, root).place_count() > 13) return;
        compare_drawn(board, root);
        ++compared;
      });
    }
  }
  EXPECT_GE(compared, 9);
}

TEST(Arena, EndsWhenInterrupted) {
  test::with_position(
      test::kDraws.front(), []<int W>(const WideBoard<W>& board, const WidePosition<W>& root) {
        ArenaSolver<W> solver(board);
        std::atomic<bool> interrupt{false};
        int tiers = 0;
        const auto visit = [&](const SolvedTier<W>&) { interrupt = ++tiers == 5; };
        EXPECT_FALSE(solver.solve(root, arena_of(board, root), visit, &interrupt));
        EXPECT_EQ(tiers, 5);
        EXPECT_EQ(solver.drawn(root, arena_of(board, root), &interrupt).graph.state_count(), 0U);
        // After an interrupt, the next arena is solved as usual.
        interrupt = false;
        EXPECT_EQ(solver.drawn(root, arena_of(board, root), &interrupt).graph.state_count(),
                  ArenaSolver<W>(board).drawn(root, arena_of(board, root)).graph.state_count());
      });
}

}  // namespace
}  // namespace onyx
