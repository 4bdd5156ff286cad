// Wins within a number of plies, compared with the plain engine and the explorer, and the bounds
// that shorten the search.
#include "solver/engine/bounded/bounded_search.h"

#include <gtest/gtest.h>

#include <set>

#include "core/notation.h"
#include "solver/certificate/prove.h"
#include "solver/engine/tactics/outlook.h"
#include "solver/referee/referee.h"
#include "tests/sanitized.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

constexpr int kPlies = 13;

/// Returns the expected answer of a search that is limited to kPlies plies.
std::optional<Outcome> within_plies(Outcome outcome) {
  if (outcome.is_draw() || outcome.distance() > kPlies) return std::nullopt;
  return outcome;
}

TEST(BoundedSearch, AgreesWithThePlainEngine) {
  test::Rng rng(61);
  const WideBoard<1> board({4, 4});
  BoundedSearch<1> search(board, 10);  // a table so small that entries are lost
  for (int round = 0; round < 40; ++round) {
    const WidePosition<1> position =
        test::crowded_position(board, 2 + test::random_below(rng, 4), 15, false, rng);
    const plain::Position plain = test::to_reference(board, position);
    const plain::Entry entry = plain::solve_from(plain, 200'000).at(plain);
    ASSERT_EQ(search.outcome(position, kPlies), within_plies(test::outcome_of(entry))) << plain;
  }
}

TEST(BoundedSearch, AgreesWithTheExplorer) {
  test::Rng rng(65);
  std::set<int> distances;
  for (const BoardSize size :
       {BoardSize{4, 4}, BoardSize{4, 5}, BoardSize{5, 5}, BoardSize{6, 6}}) {
    const WideBoard<1> board(size);
    BoundedSearch<1> search(board, 10);
    for (int round = 0; round < 200; ++round) {
      const WidePosition<1> position =
          test::crowded_position(board, 4 + test::random_below(rng, 5), 15, false, rng);
      const auto solved = test::solved_if_small(board, position, 20'000);
      if (!solved) continue;
      const Outcome expected = solved->outcomes[solved->graph.roots.front()];
      ASSERT_EQ(search.outcome(position, kPlies), within_plies(expected))
          << format_position(board, position);
      if (!expected.is_draw()) distances.insert(expected.distance());
    }
  }
  EXPECT_GE(distances.size(), 7U);
}

TEST(BoundedSearch, AgreesWithTheExplorerWithAndWithoutOutlooks) {
  test::Rng rng(66);
  std::set<int> distances;
  for (const BoardSize size : {BoardSize{3, 4}, {5, 5}, {6, 6}, {8, 8}, {12, 12}, {16, 16}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      using Looks = typename BoundedSearch<W>::Looks;
      BoundedSearch<W> plainly(board, 10, Looks::at_threats);
      BoundedSearch<W> ahead(board, 10, Looks::ahead);
      for (int round = 0; round < 60; round += test::one_in(2)) {
        const WidePosition<W> position =
            test::crowded_position(board, 4 + test::random_below(rng, 5), 15, false, rng);
        const auto solved = test::solved_if_small(board, position, 20'000);
        if (!solved) continue;
        const Outcome expected = solved->outcomes[solved->graph.roots.front()];
        ASSERT_EQ(plainly.outcome(position, kPlies), within_plies(expected));
        ASSERT_EQ(ahead.outcome(position, kPlies), within_plies(expected))
            << format_position(board, position);
        for (int plies = 1; !expected.is_draw() && plies <= kPlies; ++plies) {
          const bool is_win = plies % 2 == 1;
          const bool is_within =
              (expected.value() == Value::win) == is_win && expected.distance() <= plies;
          ASSERT_EQ(
              is_win ? ahead.wins_within(position, plies) : ahead.loses_within(position, plies),
              is_within)
              << format_position(board, position) << " within " << plies;
        }
        if (!expected.is_draw()) distances.insert(expected.distance());
      }
    });
  }
  EXPECT_GE(distances.size(), 7U);
}

TEST(BoundedSearch, LooksAheadCorrectlyOnAWholeBoard) {
  const WideBoard<1> board({3, 4});
  const auto solved = test::solved_from(board, std::vector{open_setup(board)});
  BoundedSearch<1> search(board, 12, BoundedSearch<1>::Looks::ahead);
  test::Rng rng(67);
  for (int i = 0; i < 300; ++i) {
    const auto state =
        static_cast<StateId>(test::random_below(rng, static_cast<int>(solved.graph.state_count())));
    ASSERT_EQ(search.outcome(solved.graph.position(state), 9),
              solved.outcomes[state].is_draw() || solved.outcomes[state].distance() > 9
                  ? std::nullopt
                  : std::optional(solved.outcomes[state]))
        << format_position(board, solved.graph.position(state));
  }
}

TEST(BoundedSearch, LeavesDrawsUndecided) {
  for (const std::string& text : test::kDraws) {
    const BoardSize size = board_size_of(text);
    const WideBoard<1> board(size);
    BoundedSearch<1> search(board);
    EXPECT_EQ(search.outcome(parse_position(board, text), kPlies), std::nullopt) << text;
  }
}

TEST(BoundedSearch, KnowsFinishedGames) {
  const WideBoard<1> board({4, 4});
  BoundedSearch<1> search(board);
  EXPECT_EQ(search.outcome(parse_position(board, "1V2/1V2/1V2/HV1H - H"), 1),
            Outcome::decided_in(0));
}

TEST(BoundedSearch, LowerBoundOfStonesIsRight) {
  test::Rng rng(62);
  const WideBoard<1> board({4, 5});
  for (int round = 0; round < 20; ++round) {
    const WidePosition<1> position = test::crowded_position(board, 4, 15, true, rng);
    if (is_finished(board, position)) {
      EXPECT_EQ(stones_needed(board, position, other(position.to_move), 20), 0);
      continue;
    }
    const plain::Position plain = test::to_reference(board, position);
    for (const auto& [reached, entry] : plain::solve_from(plain, 200'000)) {
      if (entry.value == plain::Value::kDraw || entry.distance == 0) continue;
      const WidePosition<1> now = test::from_plain(board, reached);
      const bool does_mover_win = entry.value == plain::Value::kWin;
      const Player winner = does_mover_win ? now.to_move : other(now.to_move);
      ASSERT_LE(stones_needed(board, now, winner, 20), (entry.distance + 1) / 2) << reached;
    }
  }
}

TEST(BoundedSearch, ConsidersExactlyTheMovesThatStopThreats) {
  test::Rng rng(63);
  int threatened = 0;
  const WideBoard<1> board({5, 5});
  for (int round = 0; round < 3000; ++round) {
    const WidePosition<1> position = test::crowded_position(board, 8, 15, false, rng);
    const PlaceSet<1> threats = threats_of(board, position, other(position.to_move));
    if (threats.empty()) continue;
    ++threatened;
    const PlaceSet<1> parries = proof_number::parries(board, position, threats);
    placements(board, position).for_each([&](Place place) {
      const WidePosition<1> next = successor(board, position, place);
      EXPECT_EQ(parries.has(place), winning_moves(board, next).empty());
    });
  }
  EXPECT_GT(threatened, 500);
}

TEST(BoundedSearch, CertifiesWhatItFinds) {
  test::Rng rng(64);
  const WideBoard<1> board({5, 5});
  BoundedSearch<1> search(board);
  int certified = 0;
  for (int round = 0; round < 30; ++round) {
    const WidePosition<1> position = test::crowded_position(board, 8, 10, false, rng);
    const std::optional<Outcome> outcome = search.outcome(position, kPlies);
    const std::optional<Proof<1>> proof = proof_from(search, position, kPlies);
    ASSERT_EQ(outcome.has_value(), proof.has_value());
    if (!proof) continue;
    ++certified;
    const Certificate certificate =
        certificate_of(board, position, win_of(proof->strategies.front().owner), *proof);
    const referee::Verdict verdict = referee::check_certificate(to_json(certificate));
    EXPECT_TRUE(verdict.accepted) << verdict.text;
    const bool v_wins = (outcome->value() == Value::win) == (position.to_move == Player::V);
    EXPECT_EQ(verdict.claim, v_wins ? "V wins" : "H wins");
  }
  EXPECT_GT(certified, 20);
}

TEST(BoundedSearch, EndsAtItsLimitsAndIsAsNewAfterClear) {
  const WideBoard<1> board({6, 6});
  const WidePosition<1> position = parse_position(board, "3V1V/1HV1H1/1HH2H/2VV2/2V3/2V3 - V");
  BoundedSearch<1> search(board);
  search.set_node_limit(100);
  EXPECT_EQ(search.outcome(position, kPlies), std::nullopt);
  search.set_node_limit(UINT64_MAX);
  search.clear();
  ASSERT_EQ(search.outcome(position, kPlies), Outcome::decided_in(9));
  const std::uint64_t nodes = search.nodes();
  EXPECT_EQ(search.wins_within(position, 9), true);
  EXPECT_EQ(search.wins_within(position, 7), false);
  search.clear();
  ASSERT_EQ(search.outcome(position, kPlies), Outcome::decided_in(9));
  EXPECT_EQ(search.nodes(), nodes);
  const std::atomic<bool> interrupt{true};
  search.clear();
  search.set_interrupt(&interrupt);
  EXPECT_EQ(search.outcome(position, kPlies), std::nullopt);
}

}  // namespace
}  // namespace onyx
