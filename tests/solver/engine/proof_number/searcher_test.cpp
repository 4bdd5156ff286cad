// Tests continuing from another search's table, the time spent on saves, and turns among roots.
#include "solver/engine/proof_number/searcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <vector>

#include "core/notation.h"
#include "solver/engine/proof_number/found_value.h"
#include "tests/sanitized.h"

namespace onyx::proof_number {
namespace {

// The second search trains its evaluation on a table, which is then cleared. It still needs less
// than half of the first search's nodes.
TEST(Searcher, LearnsFromATable) {
  const WideBoard<1> board({5, 5});
  const WidePosition<1> root = parse_position(board, "5/2V2/5/5/5 - H");
  ProofTable<1> table(std::uint64_t{1} << 28);
  Searcher<1> first(board, table);
  ASSERT_EQ(find_value(first, root, {}).end, End::complete);
  Searcher<1> second(board, table);
  second.resume_from_table(first.nodes());
  second.forget();
  ASSERT_EQ(find_value(second, root, {}).end, End::complete);
  EXPECT_LT(second.nodes(), first.nodes() / 2);
}

/// Stops a search, and continues with another searcher and the same table for a little more than
/// kFirstRestart nodes. Returns the share of the first search's entries that are still present.
double share_kept(std::uint64_t nodes_of_the_file) {
  const WideBoard<1> board({6, 6});
  const WidePosition<1> root = parse_position(board, "open:6x6");
  ProofTable<1> table(std::uint64_t{1} << 28);
  Stop stop;
  stop.work = kFirstRestart / 2;
  Searcher<1> first(board, table);
  EXPECT_EQ(find_value(first, root, stop).end, End::work_limit);
  std::vector<PackedPosition<1>> questions;
  table.for_each([&](const ProofTable<1>::Entry& entry) { questions.push_back(entry.question); });
  Searcher<1> second(board, table);
  second.resume_from_table(nodes_of_the_file);
  stop.work = kFirstRestart + kFirstRestart / 10;
  EXPECT_EQ(find_value(second, root, stop).end, End::work_limit);
  const auto kept = std::ranges::count_if(questions, [&](const PackedPosition<1>& question) {
    return table.find(question, hash_of(question)).has_value();
  });
  return static_cast<double>(kept) / static_cast<double>(questions.size());
}

// The next restart depends on the node count in the file. Without a restart, nearly all entries are
// kept; only full buckets lose some.
TEST(Searcher, KeepsOpenEntriesOfAnotherSearch) {
  if (test::kIsSanitized) GTEST_SKIP() << "takes long";
  EXPECT_GT(share_kept(2 * kFirstRestart), 0.9);
  EXPECT_LT(share_kept(3 * kFirstRestart), 0.6);
  EXPECT_GT(share_kept(UINT64_MAX), 0.9) << "a number that no search has";
  EXPECT_LT(share_kept(0), 0.6);
}

// Even with a very short interval between saves, the search after a save lasts at least nine times
// as long as the save.
TEST(Searcher, SavesForATenthOfTheTimeAtMost) {
  using Clock = Stop::Clock;
  const WideBoard<1> board({6, 6});
  ProofTable<1> table(std::uint64_t{1} << 28);
  Searcher<1> searcher(board, table);
  std::atomic<bool> is_enough{false};
  std::vector<Clock::time_point> starts;
  std::vector<Clock::time_point> ends;
  searcher.save_every(std::chrono::milliseconds(1), [&] {
    starts.push_back(Clock::now());
    // Each save takes 1 ms, so at least 9 ms of search must follow.
    while (Clock::now() < starts.back() + std::chrono::milliseconds(1)) continue;
    ends.push_back(Clock::now());
    if (ends.size() == 3) is_enough = true;
  });
  Stop stop;
  stop.interrupt = &is_enough;
  EXPECT_EQ(find_value(searcher, parse_position(board, "open:6x6"), stop).end, End::interrupted);
  ASSERT_EQ(starts.size(), 3U);
  for (std::size_t i = 1; i < starts.size(); ++i) {
    EXPECT_GE(starts[i] - ends[i - 1], 9 * (ends[i - 1] - starts[i - 1])) << i;
  }
}

// settled() must find a result whichever player won and whichever player was the attacker.
TEST(Searcher, KnowsWhatIsSettledUnderBothQuestions) {
  const WideBoard<1> board({5, 5});
  const WidePosition<1> root = parse_position(board, "open:5x5");
  for (const Player attacker : {Player::V, Player::H}) {
    for (const Numbers numbers : {Numbers::proved(), Numbers::disproved()}) {
      ProofTable<1> table(std::uint64_t{1} << 20);
      Searcher<1> searcher(board, table);
      searcher.record(root, attacker, {numbers, 9, Place{3}, 1});
      const auto value = settled(searcher, root);
      ASSERT_TRUE(value);
      EXPECT_EQ(value->winner, numbers.is_proved() ? attacker : other(attacker));
      EXPECT_EQ(value->plies, 9);
      EXPECT_EQ(value->move, Place{3});
    }
  }
}

// The first root takes many turns. The second root must be solved meanwhile.
TEST(Searcher, SearchesRootsByTurns) {
  if (test::kIsSanitized) GTEST_SKIP() << "takes long";
  const WideBoard<1> board({5, 5});
  const std::vector<WidePosition<1>> roots{parse_position(board, "5/5/5/V4/5 - H"),
                                           parse_position(board, "5/5/2V2/5/5 - H")};
  ProofTable<1> table(std::uint64_t{1} << 28);
  Searcher<1> searcher(board, table);
  Stop stop;
  stop.work = 2 * kFirstTurn;
  EXPECT_EQ(searcher.search(roots, Player::V, stop), End::work_limit);
  const auto is_solved = [&](const WidePosition<1>& root) {
    const auto found = searcher.known(root, Player::V);
    return found && found->numbers.is_solved();
  };
  EXPECT_FALSE(is_solved(roots[0]));
  EXPECT_TRUE(is_solved(roots[1]));
}

}  // namespace
}  // namespace onyx::proof_number
