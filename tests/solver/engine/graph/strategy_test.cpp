// Strategies, best moves and the play of two strategies, each compared with its definition.
#include "solver/engine/graph/strategy.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "solver/repetition/recurrence.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

/// Calls use(board, solved) for solved graphs; together they have values of every kind.
template <class Use>
void for_each_solved(Use&& use) {
  for (const std::string& text : test::kDraws) {
    test::with_position(text, [&](const auto& board, const auto& position) {
      use(board, test::solved_from(board, std::vector{position}));
    });
  }
  test::Rng rng(1);
  for (const BoardSize size : test::kShapes) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      for (int round = 0; round < 15; ++round) {
        const WidePosition<W> root = test::crowded_position(board, 6, 10, false, rng);
        if (winning_moves(board, root).any() && round % 3 != 0) continue;
        if (auto solved = test::solved_if_small(board, root, 3000)) use(board, *solved);
      }
    });
  }
}

/// Returns the value after the move, for the player to move.
template <int W>
Outcome outcome_after(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId state,
                      Place move) {
  const WidePosition<W> position = solved.graph.position(state);
  if (is_finished(board, successor(board, position, move))) return Outcome::decided_in(0);
  const std::vector<Place> moves = test::list(legal_moves(board, position));
  const auto k = std::find(moves.begin(), moves.end(), move) - moves.begin();
  return solved.outcomes[solved.graph.successors(state)[static_cast<std::size_t>(k)]];
}

TEST(BestMoves, AreAllThatKeepTheValueAndTheDistance) {
  std::map<Value, int> met;
  for_each_solved([&]<int W>(const WideBoard<W>& board, const SolvedGraph<W>& solved) {
    for (StateId state = 0; state < solved.graph.state_count(); ++state) {
      const WidePosition<W> position = solved.graph.position(state);
      const Outcome outcome = solved.outcomes[state];
      const std::vector<Place> best = best_moves(board, solved, state);
      ++met[outcome.value()];
      SCOPED_TRACE(format_position(board, position));
      ASSERT_FALSE(best.empty());
      for (const Place move : test::list(legal_moves(board, position))) {
        const bool is_best = std::find(best.begin(), best.end(), move) != best.end();
        if (solved.graph.is_leaf(state)) {
          // Leaves have no successors in the graph, so the values after other moves are unknown.
          ASSERT_EQ(is_best, winning_moves(board, position).has(move));
          continue;
        }
        const Outcome next = outcome_after(board, solved, state, move);
        const bool keeps = outcome.is_draw()
                               ? next.is_draw()
                               : !next.is_draw() && next.distance() + 1 == outcome.distance();
        ASSERT_EQ(is_best, keeps) << format_move(board, position, move);
      }
      ASSERT_TRUE(std::is_sorted(best.begin(), best.end()));
    }
  });
  EXPECT_GT(met[Value::win], 1000);
  EXPECT_GT(met[Value::loss], 1000);
  EXPECT_GT(met[Value::draw], 100);
}

/// Follows the strategy against all play: it must have a move in exactly the reachable states of
/// its owner, and each move must keep the owner's value.
template <int W>
void expect_complete(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId start,
                     Player owner, const StateMoves& strategy) {
  std::set<StateId> own;
  std::set<StateId> met{start};
  std::vector<StateId> waiting{start};
  while (!waiting.empty()) {
    const StateId state = waiting.back();
    waiting.pop_back();
    ASSERT_TRUE(solved.is_safe_for(owner, state));
    const WidePosition<W> position = solved.graph.position(state);
    const std::vector<Place> moves = test::list(legal_moves(board, position));
    const auto follow = [&](Place move) {
      const WidePosition<W> after = successor(board, position, move);
      if (is_finished(board, after)) {
        ASSERT_EQ(position.to_move, owner);
        return;
      }
      const auto k = std::find(moves.begin(), moves.end(), move) - moves.begin();
      ASSERT_LT(static_cast<std::size_t>(k), solved.graph.successors(state).size());
      const StateId next = solved.graph.successors(state)[static_cast<std::size_t>(k)];
      if (met.insert(next).second) waiting.push_back(next);
    };
    if (position.to_move != owner) {
      for (const Place move : moves) follow(move);
      continue;
    }
    own.insert(state);
    const auto entry = strategy.find(state);
    ASSERT_NE(entry, strategy.end()) << format_position(board, position);
    ASSERT_TRUE(legal_moves(board, position).has(entry->second));
    const std::vector<Place> best = best_moves(board, solved, state);
    ASSERT_NE(std::find(best.begin(), best.end(), entry->second), best.end());
    follow(entry->second);
  }
  ASSERT_EQ(strategy.size(), own.size());
}

TEST(Strategies, HaveAMoveInExactlyTheStatesThatArise) {
  int strategies = 0;
  for_each_solved([&]<int W>(const WideBoard<W>& board, const SolvedGraph<W>& solved) {
    for (StateId start = 0; start < solved.graph.state_count();
         start += 1 + solved.graph.state_count() / 7) {
      for (const Player owner : test::kPlayers) {
        SCOPED_TRACE(format_position(board, solved.graph.position(start)));
        if (!solved.is_safe_for(owner, start)) {
          EXPECT_THROW(strategy_from(board, solved, start, owner), std::invalid_argument);
          continue;
        }
        const StateMoves strategy = strategy_from(board, solved, start, owner);
        expect_complete(board, solved, start, owner, strategy);
        ++strategies;
      }
    }
  });
  EXPECT_GT(strategies, 300);
}

TEST(Strategies, SafetyFollowsFromTheOutcome) {
  for_each_solved([&](const auto& board, const auto& solved) {
    for (StateId state = 0; state < solved.graph.state_count(); ++state) {
      const Player mover = solved.graph.position(state).to_move;
      EXPECT_EQ(solved.mover(state), mover);
      const Value value = solved.outcomes[state].value();
      ASSERT_EQ(solved.is_safe_for(mover, state), value != Value::loss);
      ASSERT_EQ(solved.is_safe_for(other(mover), state), value != Value::win);
    }
    static_cast<void>(board);
  });
}

/// Returns the positions along the moves, including the first one.
template <int W>
std::vector<WidePosition<W>> played(const WideBoard<W>& board, WidePosition<W> position,
                                    const std::vector<Place>& moves) {
  std::vector<WidePosition<W>> result{position};
  for (const Place move : moves) {
    EXPECT_TRUE(legal_moves(board, position).has(move));
    position = successor(board, position, move);
    result.push_back(position);
  }
  return result;
}

/// The play of two safe strategies from a drawn state, until a state repeats.
struct RepeatingPlay {
  std::vector<Place> prefix;  ///< Leads to the state that repeats.
  std::vector<Place> cycle;   ///< Leads from this state back to it.
};

template <int W>
RepeatingPlay play_out(const WideBoard<W>& board, const StateGraph<W>& graph, StateId start,
                       const StateMoves& v, const StateMoves& h) {
  std::vector<Place> moves;
  std::map<StateId, std::size_t> ply_of;
  StateId state = start;
  while (ply_of.try_emplace(state, moves.size()).second) {
    const bool v_moves = graph.position(state).to_move == Player::V;
    moves.push_back((v_moves ? v : h).at(state));
    state = state_after(board, graph, state, moves.back());
  }
  const auto recurs = moves.begin() + static_cast<std::ptrdiff_t>(ply_of.at(state));
  return {{moves.begin(), recurs}, {recurs, moves.end()}};
}

TEST(Strategies, OfADrawRepeatForEver) {
  int prefixes = 0;
  for (const std::string& text : test::kDraws) {
    test::with_position(
        text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
          const SolvedGraph<W> solved = test::solved_from(board, std::vector{position});
          const StateGraph<W>& graph = solved.graph;
          for (StateId start = 0; start < graph.state_count(); ++start) {
            if (!solved.outcomes[start].is_draw()) continue;
            const StateMoves v = strategy_from(board, solved, start, Player::V);
            const StateMoves h = strategy_from(board, solved, start, Player::H);
            const RepeatingPlay play = play_out(board, graph, start, v, h);
            ASSERT_FALSE(play.cycle.empty());
            const auto prefix = played(board, graph.position(start), play.prefix);
            const auto cycle = played(board, prefix.back(), play.cycle);
            EXPECT_EQ(cycle.front(), cycle.back());
            std::set<WidePosition<W>> different(prefix.begin(), prefix.end());
            different.insert(cycle.begin(), cycle.end());
            EXPECT_EQ(different.size(), prefix.size() + cycle.size() - 2);
            if (!play.prefix.empty()) ++prefixes;
          }
        });
  }
  EXPECT_GT(prefixes, 10);
}

TEST(Strategies, FollowAPlannedCycle) {
  for (const std::string& text : test::kDraws) {
    test::with_position(
        text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
          const SolvedGraph<W> solved = test::solved_from(board, std::vector{position});
          const StateGraph<W>& graph = solved.graph;
          for (const RecurrentClass& states : recurrent_classes(graph, solved.outcomes)) {
            const StateId start = states.back();
            const ForcedCycle cycle = shortest_cycle(graph, solved.outcomes, start);
            const StateMoves plan = moves_along(board, graph, cycle.states);
            EXPECT_EQ(plan.size(), cycle.states.size());
            const StateMoves v = strategy_from(board, solved, start, Player::V, plan);
            const StateMoves h = strategy_from(board, solved, start, Player::H, plan);
            expect_complete(board, solved, start, Player::V, v);
            expect_complete(board, solved, start, Player::H, h);
            const RepeatingPlay play = play_out(board, graph, start, v, h);
            EXPECT_TRUE(play.prefix.empty());
            ASSERT_EQ(play.cycle.size(), cycle.states.size());
            const auto positions = played(board, graph.position(start), play.cycle);
            for (std::size_t i = 0; i < cycle.states.size(); ++i) {
              EXPECT_EQ(positions[i], graph.position(cycle.states[i]));
            }
            EXPECT_EQ(positions.back(), positions.front());
          }
        });
  }
}

TEST(MovesAlong, NeedACycleOfTheGraph) {
  test::with_position(test::kDraws[0], [](const auto& board, const auto& position) {
    const auto solved = test::solved_from(board, std::vector{position});
    const auto classes = recurrent_classes(solved.graph, solved.outcomes);
    auto cycle = shortest_cycle(solved.graph, solved.outcomes, classes.at(0).at(0)).states;
    EXPECT_NO_THROW(moves_along(board, solved.graph, cycle));
    EXPECT_TRUE(moves_along(board, solved.graph, {}).empty());
    cycle.pop_back();
    EXPECT_THROW(moves_along(board, solved.graph, cycle), std::invalid_argument);
  });
}

}  // namespace
}  // namespace onyx
