#include "experiments/claims/analysis.h"

#include <gtest/gtest.h>

#include <map>

#include "core/notation.h"
#include "core/wide_line.h"
#include "solver/referee/referee.h"
#include "tests/sanitized.h"
#include "tests/solver/decide/decide_once.h"
#include "tests/support.h"

namespace onyx {
namespace {

template <int W>
Line to_plain(const WideBoard<W>& board, const WideLine<W>& line) {
  return replay(to_plain(board, line.start()), format_moves<W>(board, line.start(), line.moves));
}

using test::random_move;
using test::Rng;
using test::with_position;

// The values of both plies are inferred from the first position. They get certificates only if the
// winning strategy of that position plays the move of the game.
TEST(Analysis, InfersFromTheFirstPosition) {
  int kept = 0;
  int not_kept = 0;
  for (const char* const text : {"open:4x4", "open:3x4"}) {
    with_position(text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& start) {
      const Decision decision = decide(board, start);
      ASSERT_FALSE(decision.best_moves.empty());
      for (const Place move : decision.best_moves) {
        const WidePosition<W> next = successor(board, start, move);
        const Place reply = placements(board, next).lowest();
        WideLine<W> line;
        line.positions = {start, next, successor(board, next, reply)};
        line.moves = {move, reply};
        AnalysisTask task;
        task.options.only = Engine::proof_numbers;
        std::size_t asked = 0;
        task.stop = [&] {
          Stop stop;
          if (asked++ < 2) stop.deadline = Stop::Clock::now() - std::chrono::hours(1);
          return stop;
        };
        std::map<std::string, Certificate> certificates;
        task.keep = [&](const std::string& name, Certificate certificate) {
          certificates[name] = std::move(certificate);
        };
        const GameAnalysis analysis = analyse_game(to_plain(board, line), task);
        ASSERT_EQ(analysis.plies.size(), 2U);
        for (const AnalysedPly& ply : analysis.plies) {
          EXPECT_EQ(ply.after.claim, Claim::v_wins) << ply.move;
          EXPECT_EQ(ply.after.distance, -1) << "it was to be inferred";
        }
        EXPECT_EQ(certificates.count("ply-1"), certificates.count("ply-2"));
        ++(certificates.contains("ply-2") ? kept : not_kept);
        for (const auto& [name, certificate] : certificates) {
          const referee::Verdict verdict = referee::check_certificate(to_json(certificate));
          EXPECT_TRUE(verdict.accepted) << name << ": " << verdict.text;
          EXPECT_EQ(verdict.text.substr(0, 6), "V wins") << verdict.text;
        }
      }
    });
  }
  EXPECT_GT(kept, 0);
  EXPECT_GT(not_kept, 0);
}

TEST(Analysis, MarksWinsThatTakeLongerThanTheyHadTo) {
  int marked = 0;
  int not_marked = 0;
  Rng rng(5);
  for (int i = 0; i < 40; i += test::one_in(4)) {
    with_position("open:4x4", [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& start) {
      WideLine<W> line{{start}, {}};
      while (!is_finished(board, line.end())) {
        line.moves.push_back(random_move(board, line.end(), rng));
        line.positions.push_back(successor(board, line.end(), line.moves.back()));
      }
      AnalysisTask task;
      task.stop = [] { return Stop(); };
      for (const AnalysedPly& ply : analyse_game(to_plain(board, line), task).plies) {
        ASSERT_TRUE(ply.before.claim && ply.after.claim);
        const bool keeps_win =
            ply.before.claim == win_of(ply.mover) && ply.after.claim == ply.before.claim;
        if (!keeps_win || ply.before.distance < 0 || ply.after.distance < 0) {
          EXPECT_FALSE(ply.wins_later && !keeps_win);
          continue;
        }
        const bool is_near = ply.before.distance <= kNearWin;
        EXPECT_EQ(ply.wins_later, is_near && ply.after.distance >= ply.before.distance);
        ++(ply.wins_later ? marked : not_marked);
      }
    });
  }
  EXPECT_GT(marked, 0);
  EXPECT_GT(not_marked, 0);
}

// The last ply must be reported before earlier positions are decided, and each ply only once.
TEST(Analysis, TellsPliesAsTheyBecomeKnown) {
  with_position("open:4x4", [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& start) {
    Rng rng(1);
    WideLine<W> line{{start}, {}};
    while (!is_finished(board, line.end())) {
      line.moves.push_back(random_move(board, line.end(), rng));
      line.positions.push_back(successor(board, line.end(), line.moves.back()));
    }
    AnalysisTask task;
    std::size_t asked = 0;
    task.stop = [&] {
      ++asked;
      return Stop();
    };
    std::vector<std::size_t> told;
    task.tell = [&](const AnalysedPly& ply) {
      if (told.empty()) {
        EXPECT_EQ(asked, 2U) << "the positions before and after the last move";
      }
      told.push_back(ply.ply);
    };
    analyse_game(to_plain(board, line), task);
    std::vector<std::size_t> backwards;
    for (std::size_t ply = line.moves.size(); ply > 0; --ply) backwards.push_back(ply);
    EXPECT_EQ(told, backwards);
  });
}

// A ply whose value is inferred from an earlier position must not be reported before that position.
TEST(Analysis, TellsNothingThatChangesLater) {
  with_position("open:4x4", [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& start) {
    WideLine<W> line{{start}, {}};
    for (int i = 0; i < 2; ++i) {
      line.moves.push_back(decide(board, line.end()).best_moves.front());
      line.positions.push_back(successor(board, line.end(), line.moves.back()));
    }
    AnalysisTask task;
    std::size_t asked = 0;
    task.stop = [&] {
      Stop stop;
      if (asked++ < 2) stop.deadline = Stop::Clock::now() - std::chrono::hours(1);
      return stop;
    };
    std::vector<std::string> told;
    task.tell = [&](const AnalysedPly& ply) { told.push_back(ply.after.name()); };
    EXPECT_EQ(analyse_game(to_plain(board, line), task).summary.unknown, 0U);
    EXPECT_EQ(told, (std::vector<std::string>{"V wins", "V wins"}));
  });
}

// Deciding a hard position ends a run of undecided positions; deciding an easy position does not.
TEST(Analysis, GlancesWhenManyPositionsInARowAreUnknown) {
  with_position("open:4x4", [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& start) {
    Rng rng(3);
    WideLine<W> line{{start}, {}};
    while (line.moves.size() < kMostUnknownInARow + 3) {
      line.moves.push_back(random_move(board, line.end(), rng));
      line.positions.push_back(successor(board, line.end(), line.moves.back()));
      ASSERT_FALSE(is_finished(board, line.end())) << "choose another seed";
    }
    for (const std::uint64_t most_easy_states : {std::uint64_t{0}, std::uint64_t{1'000'000}}) {
      AnalysisTask task;
      task.most_easy_states = most_easy_states;
      std::size_t asked = 0;
      task.stop = [&] {
        Stop stop;
        const bool is_known = asked == kMostUnknownInARow / 2;
        ++asked;
        if (!is_known) stop.deadline = Stop::Clock::now() - std::chrono::hours(1);
        return stop;
      };
      const std::size_t glanced = analyse_game(to_plain(board, line), task).glanced_up_to;
      EXPECT_EQ(glanced, most_easy_states == 0 ? 0U : line.moves.size() - kMostUnknownInARow);
    }
  });
}

}  // namespace
}  // namespace onyx
