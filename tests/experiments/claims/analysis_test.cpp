// The analysis of a game whose later positions nothing decides in time.
#include "experiments/claims/analysis.h"

#include <gtest/gtest.h>

#include <map>

#include "core/line.h"
#include "core/notation.h"
#include "solver/referee/referee.h"
#include "tests/support.h"

namespace onyx {
namespace {

// What the first position says of the next two is inferred. The strategy that wins there may play
// another of the best moves than the game, or another move that wins: then there is no certificate,
// and none is asked for.
TEST(Analysis, InfersFromTheFirstPosition) {
  int kept = 0;
  int not_kept = 0;
  for (const char* const text : {"open:4x4", "open:3x4"}) {
    test::with_position(text, [&]<int W>(const Board<W>& board, const Position<W>& start) {
      const Decision<W> decision = decide(board, start);
      ASSERT_FALSE(decision.best_moves.empty());
      for (const Place move : decision.best_moves) {
        const Position<W> next = successor(board, start, move);
        const Place reply = placements(board, next).lowest();
        Line<W> line;
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
        const GameAnalysis analysis = analyse_game(board, line, task);
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

}  // namespace
}  // namespace onyx
