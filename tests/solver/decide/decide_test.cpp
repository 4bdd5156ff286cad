// Decisions of each engine and of all engines together agree with the plain engine, and the referee
// accepts their certificates.
#include <gtest/gtest.h>

#include "core/notation.h"
#include "solver/referee/referee.h"
#include "tests/plain/retrograde.h"
#include "tests/sanitized.h"
#include "tests/solver/decide/decide_once.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

using test::kIsSanitized;

/// The results that follow from the plain engine. `best_moves` keep the value and the distance.
struct Expected {
  Claim claim = Claim::draw;
  int distance = -1;
  std::vector<std::string> best_moves;
};

Expected expected_of(const plain::Position& position, const plain::Entry& entry,
                     const std::function<plain::Entry(const plain::Position&)>& lookup) {
  Expected expected;
  const bool is_draw = entry.value == plain::Value::kDraw;
  const bool is_win = entry.value == plain::Value::kWin;
  if (!is_draw) {
    expected.claim = is_win == (position.side == 'V') ? Claim::v_wins : Claim::h_wins;
    expected.distance = entry.distance;
  }
  for (const plain::Move& move : plain::legal_moves(position)) {
    const plain::Entry next = lookup(plain::play(position, move));
    const bool is_best = is_draw
                             ? next.value == plain::Value::kDraw
                             : next.value == (is_win ? plain::Value::kLoss : plain::Value::kWin) &&
                                   next.distance == entry.distance - 1;
    if (is_best) expected.best_moves.push_back(move.text());
  }
  return expected;
}

template <int W>
void expect_decided(const WideBoard<W>& board, const WidePosition<W>& position,
                    const Decision& decision, const Expected& expected) {
  const std::string text = format_position(board, position) + " by " + name_of(decision.engine);
  ASSERT_EQ(decision.end, End::complete) << text;
  EXPECT_EQ(decision.claim, expected.claim) << text;
  if (decision.distance >= 0) {
    EXPECT_EQ(decision.distance, expected.distance) << text;
  }
  if (decision.distance_at_most >= 0) {
    EXPECT_EQ(decision.distance, -1) << text;
    EXPECT_GE(decision.distance_at_most, expected.distance) << text;
  }
  std::vector<std::string> moves;
  for (const Place move : decision.best_moves) moves.push_back(format_move(board, position, move));
  if (decision.all_best_moves) {
    EXPECT_EQ(decision.distance, expected.distance) << text;
    EXPECT_EQ(moves, expected.best_moves) << text;
  }
}

template <int W>
void expect_certified(const WideBoard<W>& board, const WidePosition<W>& position,
                      WideDecider<W>& decider, const Decision& decision) {
  const std::string text = format_position(board, position) + " by " + name_of(decision.engine);
  const auto certificate = decider.certify(position, decision);
  ASSERT_TRUE(certificate) << text;
  const auto verdict = referee::check_certificate(to_json(*certificate));
  EXPECT_TRUE(verdict.accepted) << text << ": " << verdict.text;
  EXPECT_EQ(verdict.claim, name_of(decision.claim)) << text;
  EXPECT_EQ(certificate->position, format_position(board, position));
}

std::vector<DecideOptions> all_options() {
  std::vector<DecideOptions> all(4);
  all[1].threads = 2;
  all[2].only = Engine::explorer;
  all[3].only = Engine::proof_numbers;
  return all;
}

TEST(Decide, EveryEngineAgreesWithThePlainEngine) {
  plain::Rng rng(23);
  int decided = 0;
  for (const auto& [width, height] :
       {std::pair{2, 2}, {3, 3}, {4, 4}, {5, 5}, {8, 5}, {6, 6}, {8, 8}, {12, 12}, {16, 16}}) {
    for (int i = 0; i < 5; i += kIsSanitized ? 4 : 1) {
      plain::Crowding crowding;
      crowding.max_empty = 5;
      crowding.midpoint_percent = i * 10;
      crowding.allow_finished = i == 4;
      const plain::Position start = plain::random_crowded_position(width, height, rng, crowding);
      std::map<plain::Position, plain::Entry> entries;
      try {
        entries = plain::solve_from(start, 3000);
      } catch (const std::length_error&) {
        continue;  // too large for the plain engine
      }
      const Expected expected =
          expected_of(start, entries.at(start), [&](const auto& next) { return entries.at(next); });
      test::with_position(plain::to_text(start),
                          [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
                            auto all = all_options();
                            // Bounded search would never end on a draw.
                            if (expected.claim != Claim::draw) {
                              all.emplace_back().only = Engine::bounded;
                            }
                            for (const DecideOptions& options : all) {
                              WideDecider<W> decider(board, options);
                              const Decision decision = decider.decide(position);
                              expect_decided(board, position, decision, expected);
                              expect_certified(board, position, decider, decision);
                              ++decided;
                            }
                          });
    }
  }
  EXPECT_GE(decided, kIsSanitized ? 30 : 100);
}

// Virtual connections exclude moves, but an excluded move may lose slowest and set the distance.
TEST(Decide, DistancesCountMovesThatWereLeftOut) {
  for (const char* const text :
       {"V3/HV1H/HVVV/3H - H", "2H1/VVV1/1H2/V3 BC12:H H",
        "VH2/VH2/VV2/3H/2V1/HHHV AB23:H,CD45:V V",
        "HVVHH/VH2H/VH2H/2HVH/HH2V/H3V BC12:V,AB23:V,CD23:V,CD45:V,DE56:V V"}) {
    test::with_position(
        text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
          const auto solved = test::solved_from(board, std::vector<WidePosition<W>>{position});
          const Outcome outcome = solved.outcomes[solved.graph.roots.front()];
          ASSERT_FALSE(outcome.is_draw()) << text;
          DecideOptions options;
          options.only = Engine::proof_numbers;
          for (const DecideOptions& asked : {options, DecideOptions{}}) {
            const Decision decision = decide(board, position, asked);
            ASSERT_TRUE(decision.is_decided()) << text;
            if (decision.distance >= 0) {
              EXPECT_EQ(decision.distance, outcome.distance()) << text;
            } else {
              EXPECT_GE(decision.distance_at_most, outcome.distance()) << text;
            }
          }
        });
  }
}

// Near the end of a game on 12x12, bounded search is tried alone and with the other engines.
TEST(Decide, NearWinsOnLargeBoardsAreFoundByBoundedSearch) {
  if (kIsSanitized) GTEST_SKIP() << "takes long";
  const std::string text =
      "2V2V1HV3/1VVVH2HHHV1/1V1V1HH3HH/4V4HH1/3VVV2H1V1/1HV1H1HH2VV/"
      "3VH1H5/1V2HHH5/V1V1H3V3/1HHH6V1/H9VV/10V1 - V";
  test::with_position(text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
    DecideOptions bounded;
    bounded.only = Engine::bounded;
    for (const DecideOptions& options : {bounded, DecideOptions{}}) {
      const Decision decision = decide(board, position, options);
      ASSERT_TRUE(decision.is_decided());
      EXPECT_TRUE(!options.only || decision.engine == Engine::bounded);
      EXPECT_EQ(decision.claim, Claim::h_wins);
      EXPECT_EQ(decision.distance, 8);
    }
  });
}

TEST(Decide, StartsNothingAfterTheDeadline) {
  Stop over;
  over.deadline = Stop::Clock::now();
  const std::string& text = test::kDraws[0];
  test::with_position(text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
    WideDecider<W> decider(board);
    const Decision decision = decider.decide(position, over);
    EXPECT_EQ(decision.end, End::time_limit);
    EXPECT_EQ(decision.states, 0U);
    EXPECT_TRUE(decider.decide(position).is_decided());
  });
}

// Without a deadline, this arena would take minutes.
TEST(Decide, TheArenaEndsAtTheDeadline) {
  const std::string& text = test::kDraws[12];
  test::with_position(text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
    DecideOptions options;
    options.only = Engine::arena;
    Stop stop;
    stop.deadline = Stop::Clock::now() + std::chrono::milliseconds(50);
    EXPECT_EQ(decide(board, position, options, stop).end, End::time_limit);
  });
}

TEST(Decide, TellsDrawsAndAllMovesThatKeepThem) {
  int compared = 0;
  for (const std::string& text : test::kDraws) {
    const plain::Position start = plain::from_text(text);
    std::map<plain::Position, plain::Entry> entries;
    try {
      entries = plain::solve_from(start, 4'000);
    } catch (const std::length_error&) {
      continue;  // too large for the plain engine
    }
    ++compared;
    const Expected expected =
        expected_of(start, entries.at(start), [&](const auto& next) { return entries.at(next); });
    test::with_position(text,
                        [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
                          for (const DecideOptions& options : all_options()) {
                            WideDecider<W> decider(board, options);
                            const Decision decision = decider.decide(position);
                            EXPECT_TRUE(decision.all_best_moves) << text;
                            expect_decided(board, position, decision, expected);
                            expect_certified(board, position, decider, decision);
                          }
                        });
    if (kIsSanitized) return;
  }
  EXPECT_GE(compared, 3);
}

/// One decider decides many positions; what it learns from one must not affect another.
TEST(Decide, AgreesOnWholeBoards) {
  plain::Rng rng(5);
  for (const auto& [width, height] : {std::pair{3, 3}, {2, 5}, {5, 2}}) {
    const plain::Table table(width, height);
    const WideBoard<1> board({width, height});
    for (const bool is_certifying : {false, true}) {
      DecideOptions options;
      options.with_certificates = is_certifying;
      if (is_certifying) options.only = Engine::proof_numbers;
      WideDecider<1> decider(board, options);
      for (int i = 0; i < 60; ++i) {
        const plain::Position start =
            plain::random_play_position(plain::open_setup(width, height), 7, rng);
        const Expected expected = expected_of(start, table.lookup(start),
                                              [&](const auto& next) { return table.lookup(next); });
        const WidePosition<1> position = parse_position(board, plain::to_text(start));
        const Decision decision = decider.decide(position);
        EXPECT_TRUE(decision.all_best_moves);
        expect_decided(board, position, decision, expected);
        if (is_certifying) expect_certified(board, position, decider, decision);
      }
    }
  }
}

TEST(Decide, StopsAtItsLimits) {
  const WideBoard<1> board({6, 6});
  const WidePosition<1> position = open_setup(board);
  for (const std::size_t threads : {std::size_t{1}, std::size_t{2}}) {
    DecideOptions options;
    options.threads = threads;
    Stop stop;
    stop.deadline = Stop::Clock::now() + std::chrono::milliseconds(300);
    const auto late = decide(board, position, options, stop);
    EXPECT_EQ(late.end, End::time_limit);
    EXPECT_GT(late.states, 0U) << "what engines did that found nothing";
    std::atomic<bool> flag{true};
    stop = {};
    stop.interrupt = &flag;
    EXPECT_EQ(decide(board, position, options, stop).end, End::interrupted);
    stop = {};
    stop.bytes = 1'000'000;
    EXPECT_EQ(decide(board, position, options, stop).end, End::memory_limit);
  }
}

TEST(Decide, KnowsThatAGameIsOver) {
  const WideBoard<1> board({2, 2});
  WideDecider<1> decider(board);
  const WidePosition<1> position = parse_position(board, "VH/HV - V");
  const Decision decision = decider.decide(position);
  EXPECT_EQ(decision.claim, Claim::h_wins);
  EXPECT_EQ(decision.distance, 0);
  EXPECT_TRUE(decision.best_moves.empty());
  EXPECT_EQ(decision.engine, Engine::rules);
  expect_certified(board, position, decider, decision);
}

TEST(Decide, MakesNoCertificateThatTakesTooMuchMemory) {
  test::with_position("open:4x4",
                      [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
                        DecideOptions options;
                        options.only = Engine::proof_numbers;
                        WideDecider<W> decider(board, options);
                        const Decision decision = decider.decide(position);
                        ASSERT_TRUE(decision.is_decided());
                        Stop stop;
                        stop.bytes = 10'000;  // the certificate needs hundreds of thousands
                        EXPECT_FALSE(decider.certify(position, decision, stop));
                        EXPECT_TRUE(decider.certify(position, decision));
                      });
}

}  // namespace
}  // namespace onyx
