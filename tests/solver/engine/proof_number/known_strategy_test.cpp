// What a search knows after record_strategy() for a strategy that another search found.

#include <gtest/gtest.h>

#include "solver/engine/proof_number/strategy_ranks.h"
#include "solver/engine/proof_number/winning_strategy.h"
#include "tests/solver/support.h"

namespace onyx::proof_number {
namespace {

/// Returns the winner's strategy, found by a separate search.
template <int W>
StrategyMoves<W> strategy_for(const WideBoard<W>& board, const WidePosition<W>& position) {
  ProofTable<W> table(1 << 26);
  Searcher<W> searcher(board, table);
  const FoundValue<W> value = find_value(searcher, position, {});
  EXPECT_FALSE(value.is_draw);
  return winning_strategy(searcher, position, value.winner, {}).strategies.front();
}

/// Every position of the strategy must be known as a win, within the plies of its longest play.
TEST(KnownStrategy, IsKnownToBothQuestions) {
  for (const std::string text : {"4/4/V3/4/4 - H", "V4/5/5/5 - H", "open:3x4", "open:4x4"}) {
    test::with_position(
        text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
          StrategyMoves<W> strategy = strategy_for(board, position);
          strategy.moves.for_each(
              [](const PackedPosition<W>&, StrategyMove& entry) { entry.rank = 0; });
          ProofTable<W> table(1 << 26);
          table.reserve(strategy.moves.size());
          Searcher<W> searcher(board, table);
          End end = End::complete;
          EXPECT_TRUE(find_ranks(board, strategy.moves, Threads::one, {}, end).empty());
          record_strategy(searcher, position, strategy);
          const auto root = settled(searcher, position);
          ASSERT_TRUE(root) << text;
          EXPECT_EQ(root->winner, strategy.owner);
          EXPECT_EQ(root->plies, plies_from(board, position, strategy));
          ASSERT_GT(strategy.moves.size(), 0U) << text;
          strategy.moves.for_each([&](const PackedPosition<W>& packed, const StrategyMove& entry) {
            for (const Player attacker : {Player::V, Player::H}) {
              const auto known = searcher.in_table(unpack(packed), attacker);
              ASSERT_TRUE(known) << text;
              EXPECT_TRUE(known->is_settled());
              EXPECT_EQ(known->numbers.is_proved(), attacker == strategy.owner);
              EXPECT_EQ(known->plies, entry.rank);
            }
          });
          const Proof<W> again = winning_strategy(searcher, position, strategy.owner, {});
          EXPECT_EQ(again.searched, 0U) << text;
        });
  }
}

// The first position is a full board, which has no move to record.
TEST(KnownStrategy, RecordsNothingForAFinishedGame) {
  const std::string row = "VHHHHHHH";
  std::string full = row;
  for (int i = 1; i < 8; ++i) full += '/' + row;
  for (const std::string& text : {full + " - H", std::string("V1/V1 - H")}) {
    test::with_position(text,
                        [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
                          ASSERT_TRUE(is_finished(board, position)) << text;
                          ProofTable<W> table(1 << 22);
                          Searcher<W> searcher(board, table);
                          StrategyMoves<W> strategy;
                          strategy.owner = Player::V;
                          record_strategy(searcher, position, strategy);
                          EXPECT_EQ(table.used(), 0U) << text;
                        });
  }
}

}  // namespace
}  // namespace onyx::proof_number
