// Compares what quiet moves threaten with a search by the plain rules.
#include "experiments/pages/book/quiet_move.h"

#include <gtest/gtest.h>

#include <set>

#include "core/notation.h"
#include "experiments/puzzles/puzzle_json.h"
#include "tests/experiments/program.h"
#include "tests/plain/rules.h"

namespace onyx::test {
namespace {

using Names = std::set<std::string>;

/// Whether the side to move can connect within `plies`, an odd number.
bool plain_wins(const plain::Position& position, int plies) {
  return std::ranges::any_of(plain::legal_moves(position), [&](const plain::Move& move) {
    const plain::Position next = plain::play(position, move);
    if (plain::connected(next, position.side)) return true;
    return plies > 1 &&
           std::ranges::all_of(plain::legal_moves(next), [&](const plain::Move& reply) {
             const plain::Position then = plain::play(next, reply);
             return !plain::connected(then, next.side) && plain_wins(then, plies - 2);
           });
  });
}

/// Returns the places of `among` where the side to move wins within 3 plies.
Names winning(const plain::Position& position, const Names& among) {
  Names names;
  for (const plain::Move& move : plain::legal_moves(position)) {
    if (!among.contains(move.place)) continue;
    const plain::Position next = plain::play(position, move);
    const bool wins = std::ranges::all_of(plain::legal_moves(next), [&](const plain::Move& reply) {
      const plain::Position then = plain::play(next, reply);
      return !plain::connected(then, next.side) && plain_wins(then, 1);
    });
    if (wins) names.insert(move.place);
  }
  return names;
}

Names all_places(const plain::Position& position) {
  Names names;
  for (const plain::Move& move : plain::legal_moves(position)) names.insert(move.place);
  return names;
}

TEST(QuietMove, ThreatensWhatTheSearchByPlainRulesFinds) {
  std::map<std::string, int> seen;
  for (const char* const name : {"4x4-win-seed1-shard0of1", "4x5-win-seed1-shard0of1"}) {
    for (const Puzzle& puzzle : read_puzzles(Path(ONYX_TEST_DIR) / "../results/puzzles" /
                                             (std::string(name) + ".puzzles.jsonl"))) {
      if (puzzle.plies < 5) continue;
      const PuzzleBoard board(board_of(puzzle));
      const auto names = [&](const PuzzleSet& places) {
        Names found;
        places.for_each([&](Place place) { found.insert(format_place(board.geometry(), place)); });
        return found;
      };
      const plain::Position after =
          plain::play(plain::from_text(puzzle.position), puzzle.solution.move);
      plain::Position passed = after;
      passed.side = plain::opponent(after.side);
      const PuzzlePosition position = parse_position(board, plain::to_text(after));
      const QuietMove quiet = quiet_move(board, position);
      const std::string told = told_quiet_move(board, position, 3);
      if (plain_wins(after, 1) || plain_wins(passed, 1)) {
        EXPECT_TRUE(quiet.threats.empty() && quiet.replies.empty() && told.empty()) << puzzle.id;
        ++seen["loud"];
        continue;
      }
      const Names threats = winning(passed, all_places(passed));
      EXPECT_EQ(names(quiet.threats), threats) << puzzle.id;
      Names replies;
      std::vector<std::pair<std::string, Names>> wins;
      for (const plain::Move& reply : plain::legal_moves(after)) {
        const plain::Position next = plain::play(after, reply);
        wins.emplace_back(reply.place, winning(next, threats));
        if (!plain_wins(next, 3)) replies.insert(reply.place);
      }
      EXPECT_EQ(names(quiet.replies), replies) << puzzle.id;
      const auto expect_one_wins = [&](const Names& some) {
        for (const auto& reply : wins) {
          EXPECT_TRUE(std::ranges::any_of(
              some, [&](const auto& one) { return reply.second.contains(one); }))
              << puzzle.id << ' ' << reply.first;
        }
      };
      if (quiet.both) {
        EXPECT_EQ(quiet.both->count(), 2);
        expect_one_wins(names(*quiet.both));
        ++seen["both"];
      }
      if (quiet.links) {
        const auto& [one, two] = *quiet.links;
        EXPECT_TRUE(one.count() == 2 && two.count() == 2 && (one & two).empty()) << puzzle.id;
        expect_one_wins(names(one | two));
        for (const Names& pair : {names(one), names(two)}) {
          for (const auto& [reply, winners] : wins) {
            if (!pair.contains(reply)) continue;
            const std::string other = reply == *pair.begin() ? *pair.rbegin() : *pair.begin();
            EXPECT_TRUE(winners.contains(other)) << puzzle.id << ' ' << reply;
          }
        }
        EXPECT_TRUE(told.starts_with("needs only two more links")) << told;
        ++seen["links"];
      }
      if (told.find("must answer") != told.npos) {
        for (const std::string& reply : replies) EXPECT_NE(told.find(reply), told.npos) << told;
        ++seen["must answer"];
      }
    }
  }
  for (const char* const what : {"loud", "both", "links", "must answer"}) {
    EXPECT_GT(seen[what], 0) << what;
  }
}

TEST(QuietMove, IsToldInWords) {
  const auto told = [](const std::string& position, const std::string& move) {
    const PuzzleBoard board(board_size_of(position));
    const PuzzlePosition before = parse_position(board, position);
    std::string text =
        told_quiet_move(board, successor(board, before, parse_place(board.geometry(), move)), 3);
    for (std::size_t at; (at = text.find("\u00a0")) != text.npos;) text.replace(at, 2, " ");
    return text;
  };
  EXPECT_EQ(
      told("2V1/2V1/3H/1H2 AB23:V H", "B2"),
      "needs only two more links (A1 or A2, and C1 or C2): if Black takes one point of a pair, "
      "White takes the other");
  EXPECT_EQ(told("4H/4V/2H1V/HHH1V/4V/4V - V", "C5"),
            "threatens 3 D5 (then C6 or D6 connects), so White must answer at C6 or D6");
  EXPECT_EQ(told("H1HH1H/VH1V2/V2HVV/VVHH1V/1HH2V/H1H1V1 - V", "B6"),
            "threatens 3 C5* (then B5 or C6 connects), and White's only answer is C5");
  EXPECT_EQ(told("H1V3/1VHHHH/1V4/3V2/1V1V2/6 BC34:V V", "B6"),
            "threatens both 3 B3 and 3 C3, and no reply stops both");
  EXPECT_EQ(told("4/4/4/4 - V", "B2"), "");
}

}  // namespace
}  // namespace onyx::test
