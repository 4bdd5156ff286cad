// Values by proof-number search, compared with the explorer, including draws; and strategies of
// both kinds.
//
// The environment variable ONYX_PROOF_NUMBER_POSITIONS sets the number of compared positions.
#include "solver/engine/proof_number/found_value.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "solver/certificate/prove.h"
#include "solver/referee/referee.h"
#include "tests/solver/support.h"

namespace onyx::proof_number {
namespace {

constexpr std::uint64_t kLargeTable = 1 << 20;

/// The settings of a search; values must not depend on them.
struct Conditions {
  std::uint64_t table_bytes = kLargeTable;
  int threads = 1;
  Techniques techniques = {};
};

std::string claim_of(Outcome outcome, Player mover) {
  if (outcome.is_draw()) return "draw";
  return (outcome.value() == Value::win) == (mover == Player::V) ? "V wins" : "H wins";
}

/// Compares the value and the bound on the distance, and checks that the certificate is accepted.
template <int W>
void expect_solved(const WideBoard<W>& board, const WidePosition<W>& position, Outcome outcome,
                   const Conditions& conditions) {
  const std::string text = format_position(board, position);
  ProofTable<W> table(conditions.table_bytes);
  Searcher<W> searcher(board, table, conditions.threads, conditions.techniques);
  const FoundValue<W> value = find_value(searcher, position, {});
  ASSERT_EQ(value.end, End::complete) << text;
  EXPECT_EQ(value.is_draw, outcome.is_draw()) << text;
  if (!value.is_draw) {
    const bool mover_wins = outcome.value() == Value::win;
    EXPECT_EQ(value.winner == position.to_move, mover_wins) << text;
    EXPECT_GE(value.plies, outcome.distance()) << text;
  }
  const Proof<W> proof = prove(searcher, position, value, {});
  ASSERT_EQ(proof.end, End::complete) << text;
  const referee::Verdict checked =
      referee::check_certificate(to_json(certificate_of(board, position, claim_of(value), proof)));
  EXPECT_TRUE(checked.accepted) << text << ": " << checked.text;
  EXPECT_EQ(checked.claim, claim_of(outcome, position.to_move)) << text;
}

/// Compares the results under each of the conditions. Returns false, without comparing, if the
/// explorer would need too many states.
template <int W>
[[nodiscard]] bool expect_solved(const WideBoard<W>& board, const WidePosition<W>& position,
                                 const std::vector<Conditions>& all = {Conditions{}}) {
  const auto solved = test::solved_if_small(board, position, 30'000);
  if (!solved) return false;
  const Outcome outcome = solved->outcomes[solved->graph.roots.front()];
  for (const Conditions& conditions : all) expect_solved(board, position, outcome, conditions);
  return true;
}

int wanted_positions(int otherwise) {
  const char* const text = std::getenv("ONYX_PROOF_NUMBER_POSITIONS");
  return text == nullptr ? otherwise : std::atoi(text);
}

TEST(ProofNumberValue, AgreesWithTheExplorer) {
  test::Rng rng(5);
  const std::vector<BoardSize> sizes = {{4, 4}, {4, 5}, {5, 4}, {5, 5}, {5, 6}, {6, 5}, {6, 6}};
  const int wanted = wanted_positions(210) / static_cast<int>(sizes.size());
  for (const BoardSize size : sizes) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      for (int done = 0; done < wanted;) {
        const auto position =
            test::crowded_position(board, 3 + test::random_below(rng, 6), 10, false, rng);
        if (!is_finished(board, position) && expect_solved(board, position)) ++done;
      }
    });
  }
}

/// Draws with one to three places changed; many of the changed positions are draws, too.
TEST(ProofNumberValue, AgreesWithTheExplorerNearDraws) {
  test::Rng rng(15);
  const int wanted = wanted_positions(150) / static_cast<int>(test::kDraws.size());
  for (const std::string& text : test::kDraws) {
    test::with_position(text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& draw) {
      for (int done = 0; done < wanted;) {
        const auto position = test::changed_position(board, draw, rng);
        if (position && expect_solved(board, *position)) ++done;
      }
    });
  }
}

TEST(ProofNumberValue, FindsDraws) {
  int followers = 0;
  for (const std::string& text : test::kDraws) {
    test::with_position(text, [&](const auto& board, const auto& position) {
      EXPECT_TRUE(expect_solved(board, position)) << text;
      placements(board, position).for_each([&](Place place) {
        const auto next = successor(board, position, place);
        if (is_finished(board, next)) return;
        EXPECT_TRUE(expect_solved(board, next)) << format_position(board, next);
        ++followers;
      });
    });
  }
  EXPECT_GT(followers, 70);
}

TEST(ProofNumberValue, DoesNotDependOnHowItIsSearched) {
  std::vector<Conditions> all(11);
  all[0].table_bytes = 1;  // four entries
  all[1].table_bytes = 4096;
  all[2].threads = 2;
  all[3].threads = 3;
  all[3].table_bytes = 4096;
  all[4].techniques.must_play = false;
  all[5].techniques.forks = false;
  all[6].techniques.mobility = false;
  all[6].techniques.symmetry = false;
  all[7].techniques.tolerance = false;
  all[8].techniques.take_over = false;
  all[9].techniques.simulation = false;
  all[10].techniques.evaluation = false;
  all[10].threads = 2;
  test::Rng rng(6);
  for (const BoardSize size : {BoardSize{4, 4}, {6, 6}, {9, 8}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      int compared = 0;
      for (int i = 0; i < 4; ++i) {
        const auto position = test::crowded_position(board, 6, 10, false, rng);
        if (!is_finished(board, position) && expect_solved(board, position, all)) ++compared;
      }
      EXPECT_GE(compared, 3) << format_board_size(size);
    });
  }
  test::with_position(test::kDraws[5], [&](const auto& board, const auto& position) {
    EXPECT_TRUE(expect_solved(board, position, all));
  });
}

/// Random reachable positions of small boards, all searched with one table.
TEST(ProofNumberValue, AgreesOnWholeBoards) {
  test::Rng rng(8);
  for (const BoardSize size : {BoardSize{2, 5}, {3, 3}, {4, 3}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      const WidePosition<W> root = open_setup(board);
      const SolvedGraph<W> solved = test::solved_from(board, std::vector{root});
      ProofTable<W> table(kLargeTable);
      Searcher<W> searcher(board, table);
      for (int i = 0; i < 2000; ++i) {
        const auto state = static_cast<StateId>(
            test::random_below(rng, static_cast<int>(solved.graph.state_count())));
        const WidePosition<W> position = solved.graph.position(state);
        const FoundValue<W> value = find_value(searcher, position, {});
        ASSERT_EQ(value.is_draw, solved.outcomes[state].is_draw());
        EXPECT_EQ(value.winner == position.to_move, solved.outcomes[state].value() == Value::win)
            << format_position(board, position);
        EXPECT_GE(value.plies, solved.outcomes[state].distance());
      }
    });
  }
}

TEST(ProofNumberValue, StopsAtItsLimits) {
  const WideBoard<1> board({6, 6});
  ProofTable<1> table(kLargeTable);
  Searcher<1> searcher(board, table, 2);
  Stop stop;
  stop.work = 1000;
  EXPECT_EQ(find_value(searcher, open_setup(board), stop).end, End::work_limit);
  EXPECT_GE(searcher.nodes(), 1000U);
  stop = {};
  stop.deadline = std::chrono::steady_clock::now();
  EXPECT_EQ(find_value(searcher, open_setup(board), stop).end, End::time_limit);
  stop = {};
  std::atomic<bool> interrupt{false};
  stop.interrupt = &interrupt;
  int calls = 0;
  stop.progress = [&](const Reached& reached) {
    EXPECT_EQ(reached.phase, Reached::Phase::searching);
    EXPECT_EQ(reached.done, searcher.nodes());
    EXPECT_FALSE(searcher.root_numbers().is_solved());
    interrupt = ++calls >= 2;
  };
  EXPECT_EQ(find_value(searcher, open_setup(board), stop).end, End::interrupted);
}

}  // namespace
}  // namespace onyx::proof_number
