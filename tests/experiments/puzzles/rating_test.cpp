// What a solver meets, by the plain engine too; the human-like solver; the fit; the commands.
#include <cmath>

#include "core/notation.h"
#include "experiments/puzzles/human_solver.h"
#include "experiments/puzzles/measures.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/puzzles/rating_fit.h"
#include "experiments/puzzles/shape.h"
#include "tests/experiments/program.h"
#include "tests/plain/retrograde.h"
#include "tests/plain/rules.h"
#include "tests/sanitized.h"

namespace onyx::test {
namespace {

using RatingJson = nlohmann::json;

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
  // Taking the reply that refutes most, 5, first would need three.
  EXPECT_EQ(least_cover<2>({set_of({5, 1}), set_of({5, 2}), set_of({1}), set_of({2})}), 2);
  EXPECT_EQ(least_cover<2>({set_of({1}), set_of({2}), set_of({3}), set_of({4})}), 4);
}

/// By the plain engine: for each wrong move, the replies after which the solver is lost, no more
/// than two plies later than after the best one.
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

/// Whether `more` of the replies from `from` on refute all that is not refuted yet.
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

TEST(Shapes, OfTheSameStonesAreOneCombination) {
  const PuzzleBoard board({6, 6});
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
  const std::string combination = combination_of(board, one);
  for (const Puzzle* const same : {&other_order, &shifted, &turned}) {
    EXPECT_EQ(combination_of(board, *same), combination);
  }
  EXPECT_NE(shape_of(board, other_order), shape_of(board, one));
  EXPECT_EQ(shape_of(board, shifted), shape_of(board, one));
  EXPECT_NE(combination_of(board, another), combination);
  EXPECT_NE(combination_of(board, exchanged), combination);
}

TEST(HumanSolver, IsDeceivedOnLowLevelsOnly) {
  const std::vector<Puzzle> sample = read_puzzles(kRated);
  std::uint64_t most = 0;
  for (const HumanLevel& level : kHumanLevels) most += level.positions + 1;
  for (const Puzzle& puzzle : sample) {
    const HumanAttempt first = attempt(PuzzleBoard(board_of(puzzle)), puzzle);
    const HumanAttempt again = attempt(PuzzleBoard(board_of(puzzle)), puzzle);
    EXPECT_EQ(first.positions, again.positions);
    EXPECT_GE(first.level, 1);
    EXPECT_LE(first.level, kNoLevel);
    EXPECT_GT(first.positions, 0U);
    EXPECT_LE(first.positions, most);
    // A key that it never plays, though it loses, is never found.
    Puzzle impossible = puzzle;
    impossible.solution.move = puzzle.wrong.back().move;
    const HumanAttempt vain = attempt(PuzzleBoard(board_of(puzzle)), impossible);
    EXPECT_GE(vain.positions, first.positions);
    EXPECT_GT(vain.need(), first.need());
  }
}

TEST(HumanSolver, SeesCapturesAndThreatsFirst) {
  const PuzzleBoard board({6, 6});
  const auto first_sight = [&](const std::string& text) {
    const PuzzlePosition position = parse_position(board, text);
    const auto moves = by_first_sight(board, position, placements(board, position), kNowhere);
    EXPECT_EQ(static_cast<int>(moves.size()), placements(board, position).count());
    return format_move(board, position, moves.front());
  };
  EXPECT_EQ(first_sight("6/H5/VHV3/1V1V2/2VH2/6 - H"), "C3**");
  // Either of the two that threaten to connect.
  const std::string threat = first_sight("V5/V5/V5/6/V5/6 - V");
  EXPECT_TRUE(threat == "A1" || threat == "A3") << threat;
}

TEST(RatingFit, FindsTheSlopesThatMadeTheNeeds) {
  std::uint64_t state = 7;
  std::vector<RatedPuzzle> puzzles;
  for (int i = 0; i < 200; ++i) {
    RatedPuzzle puzzle;
    for (int& feature : puzzle.features) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      feature = static_cast<int>(state >> 62);
    }
    puzzle.need = 2;
    for (std::size_t f = 0; f < kFeatures.size(); ++f) {
      // The last one makes it easier, which is none of a feature's business.
      const double slope = kFeatures[f].is_set         ? kFeatures[f].points / 2.0
                           : f + 1 == kFeatures.size() ? -0.5
                                                       : 0.5 * static_cast<double>(f);
      puzzle.need += slope * puzzle.features[f];
    }
    puzzles.push_back(puzzle);
  }
  const RatingFit fit = fit_rating(puzzles);
  for (std::size_t f = 0; f < kFeatures.size(); ++f) {
    if (kFeatures[f].is_set) {
      EXPECT_EQ(fit.points[f], kFeatures[f].points);
    } else if (f + 1 == kFeatures.size()) {
      EXPECT_EQ(fit.slopes[f], 0);
    } else {
      EXPECT_NEAR(fit.slopes[f], 0.5 * static_cast<double>(f), 0.25) << kFeatures[f].name;
    }
  }
  EXPECT_TRUE(std::ranges::is_sorted(fit.cuts));
  EXPECT_LT(fit.cuts.front(), fit.cuts.back());
}

TEST(RatingFit, RanksTogetherOrAgainst) {
  EXPECT_NEAR(rank_correlation({1, 2, 3, 9}, {10, 20, 30, 31}), 1, 1e-12);
  EXPECT_NEAR(rank_correlation({1, 2, 3}, {3, 2, 1}), -1, 1e-12);
  EXPECT_EQ(rank_correlation({1, 1, 1}, {3, 2, 1}), 0);
  // Ties share ranks: 1, 2.5, 2.5 against 1, 2, 3.
  EXPECT_NEAR(rank_correlation({1, 5, 5}, {1, 2, 3}), std::sqrt(0.75), 1e-12);
}

TEST(Rating, OfAFileFromBeforeIsThatOfNewPuzzles) {
  const TemporaryFolder folder;
  std::string before;
  for (const std::string& line : lines_of(read(kRated))) {
    RatingJson puzzle = RatingJson::parse(line);
    puzzle.erase("measures");
    puzzle["difficulty"] = 5;
    before += puzzle.dump() + "\n";
  }
  write(folder / "old.puzzles.jsonl", before);
  const Arguments rate{"puzzles", "--rate",       folder / "old.puzzles.jsonl",
                       "--out",   folder / "new", "--json"};
  const Result result = run_onyx(rate);
  ASSERT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.json().at("changed"), 4);
  EXPECT_EQ(read((folder / "new") + "/old.puzzles.jsonl"), read(kRated));
  // Unrated ones are not accepted, for they claim a difficulty.
  EXPECT_EQ(run_onyx({"puzzles", "--verify", folder / "old.puzzles.jsonl"}).code, 1);

  const Result critic = run_onyx({"puzzles", "--critic", folder / "old.puzzles.jsonl", "--json"});
  ASSERT_EQ(critic.code, 0) << critic;
  const RatingJson table = critic.json();
  EXPECT_EQ(table.at("puzzles"), 4);
  EXPECT_EQ(table.at("kinds").at("draw"), 2);
  EXPECT_EQ(table.at("themes").at("capture"), 4);
  EXPECT_EQ(table.at("human-like solver").at(4).at("puzzles"), 4);
  EXPECT_EQ(table.at("patterns").at("main lines"), 4);
  const Result text = run_onyx({"puzzles", "--critic", kRated.string()});
  EXPECT_NE(text.out.find("his best point"), std::string::npos) << text;
}

TEST(Rating, RuleIsTheFitToTheCollection) {
  if (kIsSanitized) GTEST_SKIP() << "takes a minute with sanitizers";
  Arguments fit{"puzzles", "--json", "--fit"};
  const Path results = Path(ONYX_TEST_DIR) / "../results/puzzles";
  for (const std::string& name : names_in(results)) {
    // The fit is that of the first collection; others were rated by it.
    const bool is_first =
        (name.starts_with("5x5-") || name.starts_with("6x6-")) &&
        (name.find("-win-seed1-") != name.npos || name.find("-draw-seed1-") != name.npos);
    if (is_first && name.ends_with(".puzzles.jsonl")) fit.push_back((results / name).string());
  }
  const Result result = run_onyx(fit);
  ASSERT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.json().at("puzzles"), 600);
  EXPECT_TRUE(result.json().at("is the rule")) << result;
}

TEST(Rating, RefusesWhatDoesNotGoTogether) {
  const TemporaryFolder folder;
  const std::string sample = kRated.string();
  expect_refused({"puzzles", "--rate", sample}, "--out");
  expect_refused({"puzzles", "--rate", sample, "--critic", sample}, "one of");
  expect_refused({"puzzles", "--critic", sample, "--board", "6x6"}, "--board");
  expect_refused({"puzzles", "--critic", sample, "--out", folder / "a"}, "--out");
  expect_refused({"puzzles", "--rate", sample, sample, "--out", folder / "a"}, "two files");
  expect_refused({"puzzles", "--critic", folder / "missing"}, "missing");
  write(folder / "empty", "");
  expect_refused({"puzzles", "--fit", folder / "empty"}, "no puzzles");
}

}  // namespace
}  // namespace onyx::test
