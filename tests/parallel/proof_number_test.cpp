// Tests proof-number search with several threads on one table.
#include <gtest/gtest.h>

#include "solver/engine/proof_number/found_value.h"
#include "solver/engine/proof_number/strategy_ranks.h"
#include "solver/engine/proof_number/winning_strategy.h"
#include "tests/support.h"

namespace onyx::proof_number {
namespace {

constexpr std::uint64_t kSmallTable = 1 << 16;
constexpr std::uint64_t kLargeTable = 1 << 22;

/// Whether the search was long enough for other threads to join it.
template <int W>
bool had_help(const Searcher<W>& searcher) {
  return searcher.nodes() > kNodesAlone;
}

template <int W>
void expect_same(const FoundValue<W>& value, const FoundValue<W>& expected,
                 const std::string& text) {
  ASSERT_EQ(value.end, End::complete) << text;
  EXPECT_EQ(value.is_draw, expected.is_draw) << text;
  if (!expected.is_draw) {
    EXPECT_EQ(value.winner, expected.winner) << text;
  }
}

/// Returns the value that one thread finds with a large table.
template <int W>
FoundValue<W> found_alone(const WideBoard<W>& board, const WidePosition<W>& position) {
  ProofTable<W> table(kLargeTable);
  Searcher<W> searcher(board, table);
  return find_value(searcher, position, {});
}

TEST(ProofNumberThreads, ShareTheTable) {
  // Each search takes 10 to 50 thousand nodes, but the small table holds only two thousand.
  for (const char* const text :
       {"1VHH1/2V2/5/5/1V3 - H", "H4/5/V4/4V - H", "5/5/V4/5/5 DE12:H V"}) {
    test::with_position(
        text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
          const FoundValue<W> expected = found_alone(board, position);
          for (const auto& [bytes, threads] : {std::pair{kSmallTable, 4}, {kLargeTable, 3}}) {
            ProofTable<W> table(bytes);
            Searcher<W> searcher(board, table, threads);
            EXPECT_EQ(searcher.search(position, Player::V, {}), End::complete);
            EXPECT_TRUE(had_help(searcher)) << text;
            expect_same(find_value(searcher, position, {}), expected, text);
          }
        });
  }
}

TEST(ProofNumberThreads, StopAtTheLimit) {
  const WideBoard<1> board({5, 5});
  ProofTable<1> table(kSmallTable);
  Searcher<1> searcher(board, table, 4);
  Stop stop;
  stop.work = 8 * kNodesAlone;
  EXPECT_EQ(find_value(searcher, open_setup(board), stop).end, End::work_limit);
  EXPECT_GE(searcher.nodes(), stop.work);
}

/// Several threads search at once, each its own root. The small table loses solved entries.
TEST(ProofNumberThreads, TakeSeveralRoots) {
  const WideBoard<1> board({5, 4});
  std::vector<WidePosition<1>> roots;
  std::vector<FoundValue<1>> expected;
  for (const char* const text : {"2V2/5/4H/5 BC12:V H", "H4/5/V4/4V - H", "2H1V/1V3/1H3/5 CD23:V H",
                                 "HV1HV/1HVHV/VV2H/H1VHH - H"}) {
    roots.push_back(parse_position(board, text));
    expected.push_back(found_alone(board, roots.back()));
  }
  ASSERT_TRUE(expected.back().is_draw);
  for (const std::uint64_t bytes : {kSmallTable, kLargeTable}) {
    ProofTable<1> table(bytes);
    Searcher<1> searcher(board, table, 3);
    EXPECT_EQ(prepare_values(searcher, std::span<const WidePosition<1>>(roots), {}), End::complete);
    EXPECT_TRUE(had_help(searcher));
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const std::string text = format_position(board, roots[i]);
      const auto value = settled(searcher, roots[i]);
      // A large table settles everything but draws, which need strategies.
      if (bytes == kLargeTable) {
        EXPECT_NE(value.has_value(), expected[i].is_draw) << text;
      }
      if (value) expect_same(*value, expected[i], text);
    }
  }
}

/// Each entry must have the rank that follows from its successors, no entry may be missing, and
/// play must end.
template <int W>
void expect_ranks(const WideBoard<W>& board, StrategyMoves<W>& strategy, Threads threads) {
  strategy.moves.for_each([](const PackedPosition<W>&, StrategyMove& entry) { entry.rank = 0; });
  End end = End::complete;
  EXPECT_TRUE(find_ranks(board, strategy.moves, threads, {}, end).empty());
  EXPECT_EQ(end, End::complete);
  strategy.moves.for_each([&](const PackedPosition<W>& packed, const StrategyMove& entry) {
    const WidePosition<W> after = successor(board, unpack(packed), entry.move);
    ASSERT_FALSE(is_finished(board, after));
    int rank = 1;
    for_each_successor(board, after, [&](const WidePosition<W>& next) {
      const StrategyMove* const found = strategy.moves.find(pack(next));
      const int plies = found != nullptr ? found->rank : plies_of_short_win(board, next);
      ASSERT_GT(plies, 0);
      rank = std::max(rank, plies + 2);
    });
    ASSERT_EQ(entry.rank, rank);
  });
}

/// The small table has lost most entries that the strategy needs. Neither table has positions that
/// virtual connections decided.
TEST(ProofNumberThreads, WriteAStrategyTogether) {
  constexpr int kThreads = 3;
  for (const char* const text : {"H4/5/V4/4V - H", "5/5/V4/5/5 DE12:H V"}) {
    test::with_position(
        text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
          for (const std::uint64_t bytes : {kSmallTable, kLargeTable}) {
            ProofTable<W> table(bytes);
            Searcher<W> searcher(board, table, kThreads);
            const FoundValue<W> value = find_value(searcher, position, {});
            ASSERT_EQ(value.end, End::complete);
            ASSERT_FALSE(value.is_draw);
            std::atomic<int> told{0};
            Stop stop;
            stop.progress = [&](const Reached&) { ++told; };
            Proof<W> found = winning_strategy(searcher, position, value.winner, stop);
            ASSERT_EQ(found.end, End::complete);
            EXPECT_GT(told, 0);
            EXPECT_GT(found.searched, 0U) << text;
            EXPECT_GT(found.strategies.front().moves.size(), 50U) << text;
            for (const Threads threads : {Threads::all, Threads::one}) {
              expect_ranks(board, found.strategies.front(), threads);
              EXPECT_EQ(plies_from(board, position, found.strategies.front()), found.plies);
            }
          }
        });
  }
}

TEST(ProofNumberThreads, StopWritingAtTheLimit) {
  const WideBoard<1> board({5, 5});
  const WidePosition<1> position = open_setup(board);
  ProofTable<1> table(kLargeTable * 8);
  Searcher<1> searcher(board, table, 3);
  const FoundValue<1> value = find_value(searcher, position, {});
  ASSERT_EQ(value.end, End::complete);
  Stop stop;
  stop.bytes = 1 << 16;
  EXPECT_EQ(winning_strategy(searcher, position, value.winner, stop).end, End::memory_limit);
  stop.bytes = UINT64_MAX;
  std::atomic<bool> has_come{false};
  stop.interrupt = &has_come;
  stop.progress = [&](const Reached&) { has_come = true; };
  EXPECT_EQ(winning_strategy(searcher, position, value.winner, stop).end, End::interrupted);
}

}  // namespace
}  // namespace onyx::proof_number
