// Proof-number search with several threads and one table.
#include <gtest/gtest.h>

#include "solver/proof_number/value.h"
#include "tests/support.h"

namespace onyx::proof_number {
namespace {

constexpr std::uint64_t kSmallTable = 1 << 12;
constexpr std::uint64_t kLargeTable = 1 << 20;

/// Many roots at once, each thread at its own, with a table that loses what was solved.
TEST(ProofNumberThreads, TakeSeveralRoots) {
  const Board<1> board({3, 4});
  for (const std::uint64_t bytes : {kSmallTable, kLargeTable}) {
    ProofTable<1> table(bytes);
    Searcher<1> searcher(board, table, 3);
    std::vector<Position<1>> roots;
    test::Rng rng(4);
    while (roots.size() < 9) {
      const auto game = test::random_game(board, open_setup(board), 6, rng);
      if (!is_finished(board, game.back())) roots.push_back(game.back());
    }
    EXPECT_EQ(prepare_values(searcher, std::span<const Position<1>>(roots), {}), SearchEnd::solved);
    for (const Position<1>& root : roots) {
      EXPECT_TRUE(settled(searcher, root).has_value() || bytes < kLargeTable);
    }
  }
}

TEST(ProofNumberThreads, ShareTheTable) {
  const Board<1> board({4, 4});
  ProofTable<1> table(1 << 16);
  Searcher<1> searcher(board, table, 4);
  const Verdict<1> verdict = find_value(searcher, open_setup(board), {});
  EXPECT_EQ(verdict.end, SearchEnd::solved);
  EXPECT_EQ(verdict.winner, Player::V);
}

}  // namespace
}  // namespace onyx::proof_number
