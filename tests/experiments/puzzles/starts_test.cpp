// Draw studies from catalogued positions: which positions are used, in which order, and the
// resulting studies.
#include "experiments/puzzles/starts.h"

#include <set>

#include "core/legality.h"
#include "core/notation.h"
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
      const int now = ++of_pattern[arena_pattern(board, position)];
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
  const PuzzleBoard board({5, 5});
  std::set<std::string> patterns;
  for (const Puzzle& study : studies) {
    EXPECT_TRUE(patterns.insert(pattern_of_cycle(board, study)).second) << study.id;
  }
  EXPECT_EQ(run_onyx({"puzzles", "--verify", file.string()}).code, 0);
  ASSERT_EQ(compose_some("b", "14").code, 0);
  EXPECT_EQ(read(Path(folder / "b") / file.filename()), read(file));
  // Known studies count for --per-cycle.
  const Result known = run_onyx({"puzzles", "--json", "--board", "5x5", "--kind", "draw", "--from",
                                 kCatalogue, "--per-cycle", "1", "--steps", "10", "--numbers", "14",
                                 "--known", file.string(), "--out", folder / "c"});
  ASSERT_EQ(known.code, 0) << known;
  for (const Puzzle& study : read_puzzles(Path(folder / "c") / file.filename())) {
    EXPECT_TRUE(patterns.insert(pattern_of_cycle(board, study)).second) << study.id;
  }
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
  refuse("5x5", "win", kCatalogue, "--kind draw");
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
