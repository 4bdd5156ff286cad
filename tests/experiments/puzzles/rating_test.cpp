// Tests the difficulty ratings of puzzles with the plain engine.
#include "core/notation.h"
#include "experiments/puzzles/difficulty.h"
#include "experiments/puzzles/measures.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/puzzles/shape.h"
#include "tests/experiments/program.h"
#include "tests/plain/retrograde.h"
#include "tests/plain/rules.h"

namespace onyx::test {
namespace {

const Path kRated = Path(ONYX_TEST_DIR) / "puzzles/sample.puzzles.jsonl";

PuzzleSet set_of(std::initializer_list<Place> places) {
  PuzzleSet set;
  for (const Place place : places) set.add(place);
  return set;
}

TEST(Measures, FewestRepliesThatRefuteAll) {
  EXPECT_EQ(least_cover<2>({}), 0);
  EXPECT_EQ(least_cover<2>({set_of({1, 2}), set_of({2, 3}), set_of({2})}), 1);
  EXPECT_EQ(least_cover<2>({set_of({1, 2}), set_of({2, 3}), set_of({3, 1})}), 2);
  // A greedy choice might begin with reply 5, as frequent as replies 1 and 2, and then need three.
  EXPECT_EQ(least_cover<2>({set_of({5, 1}), set_of({5, 2}), set_of({1}), set_of({2})}), 2);
  EXPECT_EQ(least_cover<2>({set_of({1}), set_of({2}), set_of({3}), set_of({4})}), 4);
}

/// For each wrong move, returns the replies that refute it according to the plain engine: those
/// that connect, if any can; otherwise those that win at most two plies later than the best reply.
std::vector<std::set<std::string>> refuting_by_plain_rules(const Puzzle& puzzle) {
  const plain::Position root = plain::from_text(puzzle.position);
  const auto entries = plain::solve_from(root, 100'000);
  std::vector<std::set<std::string>> refuting;
  for (const WrongMove& wrong : puzzle.wrong) {
    const plain::Position after = plain::play(root, wrong.move);
    std::set<std::string> replies;
    for (const plain::Move& reply : plain::legal_moves(after)) {
      const plain::Position next = plain::play(after, reply);
      const plain::Entry entry = entries.at(next);
      const bool connects = plain::connected(next, after.side);
      const bool is_soon = wrong.plies == 1 ? connects : entry.distance <= wrong.plies + 1;
      if (entry.value == plain::Value::kLoss && is_soon) {
        const std::string text = reply.text();
        replies.insert(text.substr(0, text.find('*')));
      }
    }
    refuting.push_back(replies);
  }
  return refuting;
}

/// Whether `chosen`, with at most `more` of the replies from index `from` on, refutes all moves.
bool refute_all(const std::vector<std::set<std::string>>& refuting,
                const std::vector<std::string>& replies, std::size_t from, int more,
                std::set<std::string>& chosen) {
  const bool does = std::ranges::all_of(refuting, [&](const std::set<std::string>& one) {
    return std::ranges::any_of(chosen,
                               [&](const std::string& reply) { return one.contains(reply); });
  });
  if (does || more == 0) return does;
  for (std::size_t i = from; i < replies.size(); ++i) {
    chosen.insert(replies[i]);
    if (refute_all(refuting, replies, i + 1, more - 1, chosen)) return true;
    chosen.erase(replies[i]);
  }
  return false;
}

TEST(Measures, OfDrawStudiesAreThoseOfThePlainEngine) {
  int studies = 0;
  for (const Puzzle& puzzle : read_puzzles(kRated)) {
    if (puzzle.kind != PuzzleKind::draw) continue;
    ++studies;
    const auto refuting = refuting_by_plain_rules(puzzle);
    std::map<std::string, int> by_reply;
    for (const std::set<std::string>& one : refuting) {
      for (const std::string& reply : one) ++by_reply[reply];
    }
    int most = 0;
    std::vector<std::string> replies;
    for (const auto& [reply, count] : by_reply) {
      most = std::max(most, count);
      replies.push_back(reply);
    }
    int needed = 0;
    std::set<std::string> chosen;
    while (!refute_all(refuting, replies, 0, needed, chosen)) ++needed;
    const std::string key = puzzle.solution.move.substr(0, puzzle.solution.move.find('*'));
    ASSERT_TRUE(puzzle.measures);
    EXPECT_EQ(puzzle.measures->refutations, needed) << puzzle.id;
    EXPECT_EQ(puzzle.measures->is_his_best_point, by_reply[key] == most) << puzzle.id;
    EXPECT_EQ(puzzle.measures->long_refutations,
              std::ranges::count_if(puzzle.wrong, [](const WrongMove& wrong) {
                return wrong.plies >= kLongRefutation || wrong.value == "draw";
              }));
  }
  EXPECT_EQ(studies, 2);
}

TEST(Stars, AreFewWhereOneReplyRefutesAllSoon) {
  Puzzle puzzle;
  Measures& measures = puzzle.measures.emplace();
  measures.is_his_best_point = true;
  measures.before_key = 8;
  measures.long_refutations = 10;
  measures.looks = {Look::quiet, Look::away};
  const auto stars = [&](int refutations, int plies) {
    measures.refutations = refutations;
    puzzle.plies = plies;
    return difficulty_of(puzzle);
  };
  EXPECT_EQ(stars(1, 7), 2);
  EXPECT_EQ(stars(2, 7), 5);
  EXPECT_EQ(stars(1, 9), 5);
  EXPECT_EQ(stars(4, 5), 4);
  measures = {};
  measures.is_his_best_point = true;
  EXPECT_EQ(stars(1, 5), 1) << "the cap adds nothing";
}

TEST(Stars, OfThePublishedPuzzlesFollowTheRule) {
  int puzzles = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(Path(ONYX_TEST_DIR) / "../results/puzzles")) {
    if (file.path().extension() != ".jsonl") continue;
    for (const Puzzle& puzzle : read_puzzles(file.path())) {
      ++puzzles;
      EXPECT_EQ(puzzle.difficulty, difficulty_of(puzzle)) << puzzle.id;
    }
  }
  EXPECT_GT(puzzles, 1500);
}

TEST(Shapes, OfTheSameStonesAreOneCombination) {
  const auto puzzle_of = [](const std::string& position, std::vector<std::string> line) {
    Puzzle puzzle;
    puzzle.position = position;
    puzzle.main_line = std::move(line);
    return puzzle;
  };
  const Puzzle one = puzzle_of("open:6x6", {"B2", "C4", "D2", "E5", "B3"});
  const Puzzle other_order = puzzle_of("open:6x6", {"D2", "E5", "B3", "C4", "B2"});
  const Puzzle shifted = puzzle_of("6/6/6/6/6/6 - H", {"C3", "D5", "E3", "F6", "C4"});
  const Puzzle turned = puzzle_of("open:6x6", {"B2", "D3", "B4", "E5", "C2"});
  const Puzzle another = puzzle_of("open:6x6", {"B2", "C4", "D2", "E5", "C3"});
  const Puzzle exchanged = puzzle_of("open:6x6", {"C4", "B2", "E5", "D2", "B3"});
  const std::string combination = combination_of(one);
  for (const Puzzle* const same : {&other_order, &shifted, &turned}) {
    EXPECT_EQ(combination_of(*same), combination);
  }
  EXPECT_NE(shape_of(other_order), shape_of(one));
  EXPECT_EQ(shape_of(shifted), shape_of(one));
  EXPECT_NE(combination_of(another), combination);
  EXPECT_NE(combination_of(exchanged), combination);
}

TEST(FirstSight, SeesCapturesAndThreatsFirst) {
  const PuzzleBoard board({6, 6});
  const auto first_sight = [&](const std::string& text) {
    const PuzzlePosition position = parse_position(board, text);
    const auto moves = by_first_sight(board, position, placements(board, position));
    EXPECT_EQ(static_cast<int>(moves.size()), placements(board, position).count());
    return format_move(board, position, moves.front());
  };
  EXPECT_EQ(first_sight("6/H5/VHV3/1V1V2/2VH2/6 - H"), "C3**");
  // A1 and A3 both threaten to connect.
  const std::string threat = first_sight("V5/V5/V5/6/V5/6 - V");
  EXPECT_TRUE(threat == "A1" || threat == "A3") << threat;
}

TEST(Rating, ADifficultyWithoutMeasuresIsRefused) {
  const TemporaryFolder folder;
  std::string old;
  for (const std::string& line : lines_of(read(kRated))) {
    nlohmann::json puzzle = nlohmann::json::parse(line);
    puzzle.erase("measures");
    old += puzzle.dump() + "\n";
  }
  write(folder / "old.puzzles.jsonl", old);
  const Result result = run_onyx({"puzzles", "--verify", folder / "old.puzzles.jsonl"});
  EXPECT_EQ(result.code, 1) << result;
  EXPECT_NE(result.out.find("no measures"), std::string::npos) << result;
}

}  // namespace
}  // namespace onyx::test
