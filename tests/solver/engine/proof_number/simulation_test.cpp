// Wins replayed on similar positions, compared with the explorer.
#include "solver/engine/proof_number/simulation.h"

#include <gtest/gtest.h>

#include "solver/engine/proof_number/found_value.h"
#include "tests/solver/support.h"

namespace onyx::proof_number {
namespace {

struct Tried {
  int shown = 0;      ///< Wins that simulation finds.
  int not_shown = 0;  ///< Wins that simulation does not find.
  int not_won = 0;
};

/// Moves one stone of the model's loser to another point, in all ways. If simulation finds a win in
/// the new position, the explorer must agree, with at most as many plies.
template <int W>
void expect_right(const WideBoard<W>& board, const WidePosition<W>& model,
                  const Techniques& techniques, Tried& tried) {
  const Player winner = model.to_move;
  ProofTable<W> table(1 << 20);
  Searcher<W> searcher(board, table, 1, techniques);
  const FoundValue<W> value = find_value(searcher, model, {});
  if (value.is_draw || value.winner != winner) return;
  LookAhead<W> look_ahead(board, techniques);
  Simulation<W> simulation(searcher, look_ahead, winner, [] { return false; });
  model.of(other(winner)).for_each([&](Place from) {
    (board.points() - model.occupied()).for_each([&](Place to) {
      WidePosition<W> similar = model;
      similar.of(other(winner)).remove(from);
      similar.of(other(winner)).add(to);
      if (!can_go_on(board, similar) || outlook_of(board, similar).forecast != Forecast::open) {
        return;
      }
      const auto solved = test::solved_if_small(board, similar, 20'000);
      if (!solved) return;
      const Outcome outcome = solved->outcomes[solved->graph.roots.front()];
      const bool is_won = !outcome.is_draw() && outcome.value() == Value::win;
      const std::uint16_t plies = simulation.plies_of_win(similar, model, winner, 1000);
      if (plies == 0) {
        ++(is_won ? tried.not_shown : tried.not_won);
        return;
      }
      ++tried.shown;
      ASSERT_TRUE(is_won) << format_position(board, similar) << " like "
                          << format_position(board, model);
      EXPECT_GE(plies, outcome.distance()) << format_position(board, similar);
    });
  });
}

TEST(ProofNumberSimulation, ShowsOnlyTrueWins) {
  test::Rng rng(29);
  Techniques alone;
  alone.simulation = false;
  Tried tried;
  for (const BoardSize size : {BoardSize{4, 4}, BoardSize{4, 5}, BoardSize{5, 5}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      for (int done = 0; done < 12;) {
        const auto model =
            test::crowded_position(board, 6 + test::random_below(rng, 4), 10, false, rng);
        if (is_finished(board, model) || outlook_of(board, model).forecast != Forecast::open) {
          continue;
        }
        ++done;
        expect_right(board, model, done % 2 == 0 ? Techniques{} : alone, tried);
      }
    });
  }
  EXPECT_GT(tried.shown, 100);
  EXPECT_GT(tried.not_shown, 0);
  EXPECT_GT(tried.not_won, 100);
}

TEST(ProofNumberSimulation, KeepsToItsLimit) {
  test::with_position(
      "4/1V2/4/4 - H", [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
        Techniques alone;
        alone.simulation = false;
        ProofTable<W> table(1 << 24);
        Searcher<W> searcher(board, table, 1, alone);
        ASSERT_EQ(find_value(searcher, position, {}).end, End::complete);
        // Use each position as its own model. This works if the search has visited the position.
        int counted = 0;
        LookAhead<W> look_ahead(board, alone);
        Simulation<W> simulation(searcher, look_ahead, Player::V, [&] {
          ++counted;
          return false;
        });
        int longer = 0;
        placements(board, position).for_each([&](Place reply) {
          const WidePosition<W> next = successor(board, position, reply);
          for (const int most : {1, 3}) {
            counted = 0;
            simulation.plies_of_win(next, next, Player::V, static_cast<std::uint64_t>(most));
            EXPECT_LE(counted, most);
            longer += counted == most ? 1 : 0;
          }
        });
        EXPECT_GT(longer, 0);
      });
}

}  // namespace
}  // namespace onyx::proof_number
