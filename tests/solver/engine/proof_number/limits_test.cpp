// Limits of proof-number search and of strategy writing, and the progress that they report.
#include <gtest/gtest.h>

#include "solver/certificate/prove.h"
#include "solver/engine/proof_number/found_value.h"
#include "tests/solver/support.h"

namespace onyx::proof_number {
namespace {

TEST(ProofNumberLimits, MemoryLimitStopsAWinningStrategy) {
  const WideBoard<1> board({4, 4});
  ProofTable<1> table(1 << 20);
  Searcher<1> searcher(board, table);
  const FoundValue<1> value = find_value(searcher, open_setup(board), {});
  Stop stop;
  stop.bytes = 1 << 10;
  EXPECT_EQ(prove(searcher, open_setup(board), value, stop).end, End::memory_limit);
  stop.bytes = 1 << 20;
  const Proof<1> proof = prove(searcher, open_setup(board), value, stop);
  EXPECT_EQ(proof.end, End::complete);
  EXPECT_GT(proof.entries() * sizeof(PackedPosition<1>), 1U << 10);
}

TEST(ProofNumberLimits, MemoryLimitStopsASafeStrategy) {
  test::with_position(test::kDraws.front(),
                      []<int W>(const WideBoard<W>& board, const WidePosition<W>& draw) {
                        ProofTable<W> table(1 << 20);
                        Searcher<W> searcher(board, table);
                        Stop stop;
                        stop.bytes = 100;
                        EXPECT_EQ(find_value(searcher, draw, stop).end, End::memory_limit);
                        stop.bytes = 1 << 20;
                        EXPECT_TRUE(find_value(searcher, draw, stop).is_draw);
                      });
}

TEST(ProofNumberLimits, TimeEndsASafeStrategyThatNeedsNoSearch) {
  test::with_position(test::kDraws.front(),
                      []<int W>(const WideBoard<W>& board, const WidePosition<W>& draw) {
                        ProofTable<W> table(1 << 20);
                        Searcher<W> searcher(board, table);
                        ASSERT_TRUE(find_value(searcher, draw, {}).is_draw);
                        Stop stop;
                        SafeStrategy<W> strategy(searcher, Player::V, stop);
                        EXPECT_TRUE(strategy.build(draw).has_value());
                        stop.deadline = Stop::Clock::now();
                        SafeStrategy<W> late(searcher, Player::V, stop);
                        EXPECT_FALSE(late.build(draw).has_value());
                        EXPECT_EQ(late.end(), End::time_limit);
                      });
}

TEST(ProofNumberLimits, InterruptsAndTimeEndTheWritingOfAStrategy) {
  const WideBoard<1> board({3, 4});
  ProofTable<1> table(1 << 20);
  Searcher<1> searcher(board, table);
  const FoundValue<1> value = find_value(searcher, open_setup(board), {});
  const std::atomic<bool> interrupt{true};
  Stop stop;
  stop.interrupt = &interrupt;
  EXPECT_EQ(prove(searcher, open_setup(board), value, stop).end, End::interrupted);
  stop = {};
  stop.deadline = std::chrono::steady_clock::now();
  EXPECT_EQ(prove(searcher, open_setup(board), value, stop).end, End::time_limit);
}

/// After a save, a search continues from the same point, so saving hardly changes the node count.
TEST(ProofNumberLimits, SavingChangesNothing) {
  const WideBoard<1> board({4, 5});
  const auto nodes_until = [&](int threads, const std::function<void()>& save) {
    ProofTable<1> table(1 << 22);
    Searcher<1> searcher(board, table, threads);
    if (save) searcher.save_every(std::chrono::milliseconds(1), save);
    Stop stop;
    stop.work = 20'000;
    const FoundValue<1> value = find_value(searcher, open_setup(board), stop);
    EXPECT_EQ(value.end, End::work_limit);
    return searcher.nodes();
  };
  const std::uint64_t nodes = nodes_until(1, {});
  for (const int threads : {1, 3}) {
    int saves = 0;
    const std::uint64_t with_saves = nodes_until(threads, [&] { ++saves; });
    EXPECT_NEAR(static_cast<double>(with_saves), static_cast<double>(nodes), 2000);
    EXPECT_GT(saves, 0);
  }
}

}  // namespace
}  // namespace onyx::proof_number
