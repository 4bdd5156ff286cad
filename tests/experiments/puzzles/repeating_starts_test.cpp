// Tests draw studies made from catalogued positions: which positions are used, in which order, and
// the studies. Also tests wins made from games.
#include "experiments/puzzles/repeating_starts.h"

#include <functional>
#include <set>

#include "core/legality.h"
#include "core/notation.h"
#include "core/wide_line.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/puzzles/shape.h"
#include "tests/experiments/program.h"
#include "tests/sanitized.h"

namespace onyx::test {
namespace {

const std::string kCatalogue =
    (Path(ONYX_TEST_DIR) / "../results/catalogue/catalogue.jsonl").string();

TEST(Starts, BeginWithOneOfEachPattern) {
  for (const BoardSize size : {BoardSize{4, 5}, BoardSize{5, 4}, BoardSize{5, 5}}) {
    const PuzzleBoard board(size);
    const std::vector<std::string> starts = read_starts({kCatalogue}, size);
    ASSERT_GT(starts.size(), 100U);
    EXPECT_EQ(std::set(starts.begin(), starts.end()).size(), starts.size());
    std::map<std::string, int> of_pattern;
    int rank = 1;
    for (const std::string& start : starts) {
      const PuzzlePosition position = parse_position(board, start);
      EXPECT_TRUE(size.width == size.height || has_side_due(position)) << start;
      const int now = ++of_pattern[arena_pattern(start)];
      EXPECT_GE(now, rank);
      rank = now;
    }
    EXPECT_GT(of_pattern.size(), 10U);
  }
}

TEST(Starts, GiveStudiesWithCyclesOfDifferentPatterns) {
  if (kIsSanitized) GTEST_SKIP() << "takes minutes with sanitizers";
  const TemporaryFolder folder;
  const auto compose_some = [&](const char* out, const char* numbers) {
    return run_onyx({"puzzles", "--json", "--board", "5x5", "--kind", "draw", "--from", kCatalogue,
                     "--per-cycle", "1", "--steps", "10", "--numbers", numbers, "--out",
                     folder / out});
  };
  ASSERT_EQ(compose_some("a", "8").code, 0);
  const Result result = compose_some("a", "14");
  ASSERT_EQ(result.code, 0) << result;
  const Path file = Path(folder / "a") / "5x5-draw-seed1-shard0of1.puzzles.jsonl";
  const std::vector<Puzzle> studies = read_puzzles(file);
  ASSERT_GE(studies.size(), 3U);
  std::set<std::string> patterns;
  for (const Puzzle& study : studies) {
    EXPECT_TRUE(patterns.insert(pattern_of_cycle(study)).second) << study.id;
  }
  EXPECT_EQ(run_onyx({"puzzles", "--verify", file.string()}).code, 0);
  ASSERT_EQ(compose_some("b", "14").code, 0);
  EXPECT_EQ(read(Path(folder / "b") / file.filename()), read(file));
  // Studies that are already known count towards --per-cycle.
  const Result known = run_onyx({"puzzles", "--json", "--board", "5x5", "--kind", "draw", "--from",
                                 kCatalogue, "--per-cycle", "1", "--steps", "10", "--numbers", "14",
                                 "--known", file.string(), "--out", folder / "c"});
  ASSERT_EQ(known.code, 0) << known;
  for (const Puzzle& study : read_puzzles(Path(folder / "c") / file.filename())) {
    EXPECT_TRUE(patterns.insert(pattern_of_cycle(study)).second) << study.id;
  }
}

/// Games of two players of sight 3. In each, one player misses a win.
constexpr const char* kGames =
    "open:5x5 C2 C1 D4 C3 D3 D2* E2 E1 D1* D3 E3 E4* A3 E3 A1 C4 A2 A4 B4 B5 A5* B5 "
    "A4\n"
    "open:5x5 C2 C3 B3 B4 C4* C1 B1 B2* C3 A2 E2 D3 D2 C2* E3 E4 D4* E1 D1 D2* E2 D1\n";

TEST(Starts, GiveWinsThatWereMissedInGames) {
  const TemporaryFolder folder;
  const std::string games = folder / "games";
  write(games, kGames + std::string("open:4x4 A1 B2\n"));
  EXPECT_EQ(read_games({games}, {4, 4}), std::vector<std::string>{"open:4x4 A1 B2"});
  ASSERT_EQ(read_games({games, games}, {5, 5}).size(), 2U);
  const Result result = run_onyx({"puzzles", "--json", "--board", "5x5", "--kind", "win", "--from",
                                  games, "--one-reply", "100", "--out", folder / "out"});
  ASSERT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.json().at("numbers"), 2);
  const Path file = Path(folder / "out") / "5x5-win-seed1-shard0of1.puzzles.jsonl";
  const std::vector<Puzzle> puzzles = read_puzzles(file);
  ASSERT_EQ(puzzles.size(), 2U);
  const PuzzleBoard board({5, 5});
  for (const Puzzle& puzzle : puzzles) {
    EXPECT_EQ(puzzle.game.value().setup, "open:5x5");
    const auto line = replay(board, open_setup(board), puzzle.game->moves);
    EXPECT_EQ(format_position(board, line.end()), puzzle.position);
    const std::vector<std::string>& wins = puzzle.missed.value().moves;
    EXPECT_FALSE(wins.empty());
    EXPECT_EQ(std::ranges::count(wins, puzzle.game->moves.back()), 0);
    EXPECT_TRUE(puzzle.not_sole_at.value().empty());
  }
  const auto verify = [](const std::string& path) {
    return run_onyx({"puzzles", "--verify", path, "--verify-states", "1000"}).code;
  };
  EXPECT_EQ(verify(file.string()), 0);
  const auto expect_refuted = [&](const char* what, const std::function<void(Puzzle&)>& change) {
    Puzzle changed = puzzles.front();
    change(changed);
    write(folder / "changed", to_lines({changed}));
    EXPECT_EQ(verify(folder / "changed"), 1) << what;
  };
  expect_refuted("plies", [](Puzzle& puzzle) { puzzle.missed->plies += 2; });
  expect_refuted("moves", [](Puzzle& puzzle) { puzzle.missed->moves.pop_back(); });
  expect_refuted("another move wins", [](Puzzle& puzzle) { puzzle.not_sole_at = {2}; });
  expect_refuted("an earlier position", [](Puzzle& puzzle) { puzzle.game->moves.pop_back(); });
}

TEST(Starts, RefuseWhatHasNone) {
  const TemporaryFolder folder;
  const auto refuse = [&](const std::string& board, const std::string& kind,
                          const std::string& file, const std::string& token) {
    expect_refused(
        {"puzzles", "--board", board, "--kind", kind, "--from", file, "--out", folder / "out"},
        token);
  };
  refuse("4x4", "draw", kCatalogue, "4x4");
  refuse("5x5", "win", kCatalogue, "line 1");
  refuse("5x5", "resist", kCatalogue, "--kind win");
  refuse("5x5", "draw", folder / "missing", "missing");
  write(folder / "bad", "{\"board\":\"5x5\"}\n");
  refuse("5x5", "draw", folder / "bad", "line 1");
  write(folder / "bad", "{\"board\":\"5x5\",\"position\":\"5 - V\"}\n");
  refuse("5x5", "draw", folder / "bad", "line 1");
  expect_refused({"puzzles", "--board", "5x5", "--per-cycle", "1", "--out", folder / "out"},
                 "--kind draw");
}

}  // namespace
}  // namespace onyx::test
