// Tests onyx strong --tiers: its counts equal those of the run in memory, even after kills, stops
// and damaged files.
#include <memory>

#include "experiments/boards/tier_results.h"
#include "experiments/boards/tiered_board.h"
#include "experiments/files/files.h"
#include "experiments/files/run_lock.h"
#include "tests/experiments/program.h"
#include "tests/plain/rules.h"

namespace onyx::test {
namespace {

nlohmann::json by_tiers(const std::string& board, const std::string& folder) {
  const Result result = run_onyx({"strong", board, "--tiers", folder, "--json"});
  EXPECT_EQ(result.code, 0) << result;
  return result.json();
}

std::map<std::string, std::string> content_of(const Path& folder) {
  std::map<std::string, std::string> content;
  for (const std::string& name : names_in(folder)) content[name] = read(folder / name);
  return content;
}

Texts slices_in(const Path& folder) {
  Texts slices;
  for (const std::string& name : names_in(folder)) {
    if (name.ends_with(".slice")) slices.push_back(name);
  }
  return slices;
}

TEST(StrongTiers, HaveTheCountsOfTheRunInMemory) {
  const TemporaryFolder folder;
  for (const std::string& board : Texts{"2x2", "2x4", "3x3", "5x2", "3x4", "4x3"}) {
    const nlohmann::json in_memory = run_onyx({"strong", board, "--json"}).json();
    const nlohmann::json found = by_tiers(board, folder / board);
    for (const char* key : {"board", "wins", "losses", "draws", "illegal", "slots", "by_side"}) {
      EXPECT_EQ(found.at(key), in_memory.at(key)) << board << ' ' << key;
    }
    EXPECT_TRUE(slices_in(folder / board).empty());
    std::map<std::string, std::uint64_t> sums;
    std::map<std::string, std::uint64_t> with_v;
    for (const std::string& line : lines_of(read(found.at("tiers").get<std::string>()))) {
      const nlohmann::json tier = nlohmann::json::parse(line);
      for (const char* key : {"wins", "losses", "draws", "illegal"}) {
        const auto of = [&](const char* side) {
          return tier.at("by_side").at(side).at(key).get<std::uint64_t>();
        };
        const auto alike = tier.at("alike").get<std::uint64_t>();
        const auto swapped = tier.at("alike_swapped").get<std::uint64_t>();
        sums[key] += alike * tier.at(key).get<std::uint64_t>();
        with_v[key] += (alike - swapped) * of("V") + swapped * of("H");
      }
    }
    for (const auto& [key, sum] : sums) {
      EXPECT_EQ(sum, in_memory.at(key)) << board << ' ' << key;
      EXPECT_EQ(with_v.at(key), in_memory.at("by_side").at("V").at(key)) << board << ' ' << key;
    }
    const nlohmann::json again = by_tiers(board, folder / board);
    EXPECT_EQ(again.at("tiers_solved"), 0);
    EXPECT_EQ(again.at("wins"), found.at("wins"));
  }
}

TEST(StrongTiers, OutOfCoreAreTheSameFiles) {
  const TemporaryFolder folder;
  for (const std::string& board : Texts{"3x4", "2x6"}) {
    static_cast<void>(by_tiers(board, folder / board));
    const std::string here = folder / (board + "-on-disk");
    const Result result = run_onyx(
        {"strong", board, "--tiers", here, "--out-of-core", "--memory-limit", "1M", "--json"});
    ASSERT_EQ(result.code, 0) << result;
    EXPECT_GT(result.json().at("chunks"), 1) << board;
    EXPECT_EQ(content_of(here), content_of(folder / board)) << board;
  }
  const Result result = run_onyx(
      {"strong", "3x4", "--tiers", folder / "small", "--out-of-core", "--memory-limit", "10K"});
  EXPECT_EQ(result.code, 3) << result;
  EXPECT_NE(result.err.find("--out-of-core"), std::string::npos) << result;
}

TEST(StrongTiers, CanBeSomeOnly) {
  const TemporaryFolder folder;
  const nlohmann::json whole = by_tiers("3x4", folder / "whole");
  const Texts all = lines_of(read(whole.at("tiers").get<std::string>()));
  // The second text is a pattern for tier names: a letter per midpoint, and `*` for any letter.
  for (const auto& [within, letters] : std::vector<std::pair<std::string, std::string>>{
           {"BC12:V", "V**"}, {"BC12:H,AB23:V", "HV*"}, {"BC12:V,AB23:H,BC34:H", "VHH"}}) {
    const Result result =
        run_onyx({"strong", "3x4", "--tiers", folder / "some", "--within", within, "--json"});
    ASSERT_EQ(result.code, 0) << result;
    std::map<std::string, std::uint64_t> sums;
    std::map<std::string, std::uint64_t> with_v;
    Texts lines;
    for (const std::string& line : all) {
      const nlohmann::json tier = nlohmann::json::parse(line);
      const auto name = tier.at("tier").get<std::string>();
      const bool fits = std::equal(letters.begin(), letters.end(), name.begin(),
                                   [](char asked, char is) { return asked == '*' || asked == is; });
      if (!fits) continue;
      lines.push_back(line);
      for (const char* key : {"wins", "losses", "draws", "illegal"}) {
        sums[key] += tier.at(key).get<std::uint64_t>();
      }
    }
    for (const auto& [key, sum] : sums) EXPECT_EQ(result.json().at(key), sum) << within << key;
    EXPECT_EQ(lines_of(read(folder / "some/tiers.jsonl")), lines) << within;
  }
  EXPECT_EQ(by_tiers("3x4", folder / "some").at("wins"), whole.at("wins"));
  // The symmetry of 3x3 maps these two squares to each other, so the counts are equal.
  nlohmann::json found[2];
  for (const std::size_t i : {0U, 1U}) {
    found[i] = run_onyx({"strong", "3x3", "--tiers", folder / "3x3", "--within",
                         i == 0 ? "BC12:V" : "AB23:H", "--json"})
                   .json();
  }
  EXPECT_EQ(found[0].at("wins"), found[1].at("wins"));
  EXPECT_EQ(found[1].at("tiers_solved"), 0);
  EXPECT_EQ(by_tiers("3x3", folder / "3x3").at("losses"), 121088);
  expect_refused({"strong", "3x4", "--within", "BC12:V"}, "--tiers");
  expect_refused({"strong", "3x4", "--tiers", folder / "no", "--within", "AB12:V"}, "AB12");
  expect_refused({"strong", "3x4", "--tiers", folder / "no", "--within", "BC12"}, "BC12");
  EXPECT_FALSE(std::filesystem::exists(folder / "no"));
}

TEST(StrongTiers, AsText) {
  const TemporaryFolder folder;
  const Result result = run_onyx({"strong", "2x3", "--tiers", folder / "here"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_TRUE(result.out.starts_with("wins: 1702\nlosses: 1586\ndraws: 0\nillegal: 1086\n"))
      << result;
  EXPECT_NE(result.err.find("3 tiers to solve"), std::string::npos) << result;
}

TEST(StrongTiers, StatusTellsHowFarTheyAre) {
  const TemporaryFolder folder;
  const std::string here = folder / "a folder";
  // Level 3 is the highest, because 3x4 has three midpoints.
  ASSERT_EQ(run_onyx({"strong", "3x4", "--tiers", here, "--level", "3"}).code, 0);
  const nlohmann::json part = run_onyx({"status", here, "--json"}).json().at(0);
  EXPECT_EQ(part.at("board"), "3x4");
  const nlohmann::json& levels = part.at("levels");
  ASSERT_EQ(levels.size(), 4U);
  EXPECT_EQ(levels[3].at("midpoints_taken"), 3);
  EXPECT_EQ(levels[3].at("solved"), levels[3].at("tiers"));
  EXPECT_EQ(levels[2].at("solved"), 0);
  EXPECT_EQ(part.at("solved"), levels[3].at("tiers"));
  EXPECT_EQ(part.at("left"), part.at("tiers").get<int>() - part.at("solved").get<int>());
  const Result text = run_onyx({"status", here});
  EXPECT_EQ(text.code, 0) << text;
  EXPECT_NE(text.out.find("to go on: onyx strong 3x4 --tiers '" + here + "'\n"), std::string::npos)
      << text;
  static_cast<void>(by_tiers("3x4", here));
  EXPECT_EQ(run_onyx({"status", here, "--json"}).json().at(0).at("left"), 0);
}

TEST(StrongTiers, GoOnWhereTheyWereKilled) {
  const TemporaryFolder folder;
  static_cast<void>(by_tiers("3x4", folder / "whole"));
  plain::Rng rng(5);
  for (int kill = 0; kill < 50; ++kill) {
    Process process(onyx_command({"strong", "3x4", "--tiers", folder / "killed"}));
    std::this_thread::sleep_for(std::chrono::microseconds(plain::random_below(rng, 30'000)));
    process.send(SIGKILL);
    static_cast<void>(process.wait());
  }
  static_cast<void>(by_tiers("3x4", folder / "killed"));
  EXPECT_EQ(content_of(folder / "killed"), content_of(folder / "whole"));
}

TEST(StrongTiers, GoOnAfterLimitsAndInterrupts) {
  const TemporaryFolder folder;
  const Result late =
      run_onyx({"strong", "3x4", "--tiers", folder / "here", "--time-limit", "0", "--json"});
  EXPECT_EQ(late.code, 3) << late;
  EXPECT_EQ(late.json().at("reason"), "time");
  EXPECT_NE(late.err.find("the same command continues"), std::string::npos) << late;
  for (const int signal : {SIGINT, SIGTERM}) {
    Process process(onyx_command({"strong", "4x4", "--tiers", folder / "large", "--threads", "1"}));
    process.wait_until_signals_are_caught();
    process.send(signal);
    const Result result = process.wait();
    EXPECT_EQ(result.code, 130) << result;
    EXPECT_EQ(result.out, "");
  }
  EXPECT_EQ(by_tiers("3x4", folder / "here").at("wins"), 12878541);
}

TEST(StrongTiers, KeepOthersOutOfTheirFolder) {
  const TemporaryFolder folder;
  const std::string here = folder / "here";
  std::filesystem::create_directory(here);
  {
    const RunLock lock(here);
    expect_refused({"strong", "2x3", "--tiers", here}, "another run");
    EXPECT_THROW(RunLock{here}, FileError);
    expect_refused({"strong", "2x3", "--tiers", here, "--level", "1"}, "another run");
    static_cast<void>(by_tiers("2x3", folder / "there"));
  }
  const RunLock lock(here, RunLock::Kind::shared);
  const RunLock other(here, RunLock::Kind::shared);
  expect_refused({"strong", "2x3", "--tiers", here}, "another run");
  EXPECT_EQ(run_onyx({"strong", "2x3", "--tiers", here, "--level", "1"}).code, 0);
}

/// Runs parts as jobs on a cluster do: level by level, with all parts of a level at the same time.
TEST(StrongTiers, CanBeSolvedByManyRuns) {
  const TemporaryFolder folder;
  for (const std::string& board : Texts{"3x3", "3x4"}) {
    static_cast<void>(by_tiers(board, folder / (board + "-whole")));
    const std::string parts = folder / (board + "-parts");
    std::uint64_t solved = 0;
    for (int level = board == "3x3" ? 2 : 3; level >= 0; --level) {
      std::vector<std::unique_ptr<Process>> runs;
      for (const char* const shard : {"1/3", "2/3", "3/3"}) {
        runs.push_back(std::make_unique<Process>(
            onyx_command({"strong", board, "--tiers", parts, "--level", std::to_string(level),
                          "--shard", shard, "--json"})));
      }
      for (const auto& run : runs) {
        const Result result = run->wait();
        EXPECT_EQ(result.code, 0) << result;
        solved += result.json().at("tiers_solved").get<std::uint64_t>();
      }
    }
    const nlohmann::json found = by_tiers(board, parts);
    EXPECT_EQ(found.at("tiers_solved"), 0);
    EXPECT_EQ(solved, lines_of(read(found.at("tiers").get<std::string>())).size());
    EXPECT_EQ(content_of(parts), content_of(folder / (board + "-whole")));
  }
  expect_refused({"strong", "3x3", "--tiers", folder / "no", "--level", "3"}, "2 midpoints");
  expect_refused({"strong", "3x3", "--tiers", folder / "no", "--level", "1", "--shard", "4/3"},
                 "--shard");
  expect_refused({"strong", "3x3", "--tiers", folder / "no", "--shard", "1/3"}, "--level");
  EXPECT_FALSE(std::filesystem::exists(folder / "no"));
}

TEST(StrongTiers, RefuseWhatTheyCannotDo) {
  const TemporaryFolder folder;
  const std::string here = folder / "here";
  static_cast<void>(by_tiers("2x3", here));
  expect_refused({"strong", "3x2", "--tiers", here}, "another folder");
  expect_refused({"strong", "2x3", "--tiers", here, "--distance"}, "--distance");
  expect_refused({"strong", "2x3", "--tiers", here, "--table", folder / "table"}, "--table");
  expect_refused({"strong", "2x3", "--time-limit", "1"}, "--tiers");
  expect_refused({"strong", "2x3", "--tiers", "/dev/null/here"}, "/dev/null/here");
  write(Path(here) / "settings.json", "{}");
  expect_refused({"strong", "2x3", "--tiers", here}, "settings.json");
  for (const Arguments& more : {Arguments{"20x20"}, {"5x5", "--memory-limit", "1G"}}) {
    Arguments arguments = {"strong", "--tiers", folder / "large"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = run_onyx(arguments);
    EXPECT_EQ(result.code, 3) << result;
    EXPECT_NE(result.err.find(" of memory"), std::string::npos) << result;
    EXPECT_FALSE(std::filesystem::exists(folder / "large"));
  }
}

class HalfDone {
 public:
  explicit HalfDone(std::uint64_t tiers) { EXPECT_FALSE(run(tiers).is_complete); }

  Path path() const { return folder_ / "here"; }
  const Texts& warnings() const { return warnings_; }
  TieredBoard run(std::uint64_t tiers = UINT64_MAX) {
    std::uint64_t done = 0;
    TieredRun run;
    run.folder = path();
    run.should_stop = [&] { return done >= tiers; };
    run.progress = [&](const TieredProgress& now) { done = now.done; };
    run.warn = [&](const std::string& text) { warnings_.push_back(text); };
    return solve_tiered_board({3, 4}, run);
  }
  void expect_whole() {
    const TieredBoard found = run();
    EXPECT_TRUE(found.is_complete);
    EXPECT_EQ(found.counts.both(), (ValueCounts{12878541, 10108398, 0, 5710875}));
    EXPECT_TRUE(slices_in(path()).empty());
  }

 private:
  TemporaryFolder folder_;
  Texts warnings_;
};

TEST(StrongTiers, DoNothingTwice) {
  HalfDone half(12);
  EXPECT_FALSE(slices_in(half.path()).empty());
  EXPECT_EQ(half.run().progress.done, 15U);
  EXPECT_EQ(half.run().progress.done, 0U);
  half.expect_whole();
}

TEST(StrongTiers, NoticeFilesThatAreDamagedOrMissing) {
  {
    HalfDone half(12);
    const Path slice = half.path() / slices_in(half.path()).front();
    std::filesystem::resize_file(slice, std::filesystem::file_size(slice) - 1);
    half.expect_whole();
  }
  {
    HalfDone half(12);
    for (const std::string& name : slices_in(half.path())) {
      std::filesystem::remove(half.path() / name);
    }
    half.expect_whole();
  }
  {
    HalfDone half(12);
    const std::string name = slices_in(half.path()).back();
    std::string content = read(half.path() / name);
    content.back() = static_cast<char>(content.back() ^ 1);
    write(half.path() / name, content);
    half.expect_whole();
    ASSERT_EQ(half.warnings().size(), 1U);
    EXPECT_NE(half.warnings().front().find(name), std::string::npos) << half.warnings().front();
    EXPECT_NE(half.warnings().front().find("block 0"), std::string::npos);
  }
  {
    HalfDone half(12);
    const Path result = half.path() / "tier-VVV.json";
    std::string content = read(result);
    content.replace(content.find("\"wins\":") + 7, 1, "9");
    write(result, content);
    half.expect_whole();
    EXPECT_NE(read(result), content);
  }
}

// An unreadable file may be sound, so it must be neither removed nor replaced.
TEST(StrongTiers, StopAtFilesThatCannotBeRead) {
  HalfDone half(12);
  for (const std::string& name : {slices_in(half.path()).front(), std::string("tier-VVV.json")}) {
    const Path file = half.path() / name;
    const std::string content = read(file);
    std::filesystem::remove(file);
    // Not even root can open a link to itself.
    std::filesystem::create_symlink(name, file);
    const Result result = run_onyx({"strong", "3x4", "--tiers", half.path().string()});
    EXPECT_EQ(result.code, 2) << result;
    EXPECT_NE(result.err.find("cannot read '" + file.string()), std::string::npos) << result;
    ASSERT_TRUE(std::filesystem::is_symlink(file)) << name;
    std::filesystem::remove(file);
    write(file, content);
  }
  EXPECT_EQ(half.run().progress.done, 15U) << "nothing is solved again";
  EXPECT_TRUE(half.warnings().empty());
}

/// Records two made-up draws for a tier of 3x4, because boards that are small enough for a test
/// have none.
class MadeUpDraws {
 public:
  MadeUpDraws() : half_(12), results_(half_.path(), {3, 4}, 3), draws_(half_.path(), {3, 4}, 3) {
    TierResult result = results_.load(kTier).value();
    result.counts.to_move[1].draws = 2;
    result.counts.to_move[1].wins -= 2;
    result.draws_by_stones[7] = {2, 1, {"made up"}};
    results_.save(kTier, result);
    EXPECT_EQ(results_.load(kTier), result);
  }
  std::uint64_t draws_found() { return half_.run().counts.both().draws; }
  Path file() const { return half_.path() / "tier-VHV.draws"; }

  static constexpr TierName kTier{{0b101, 0b010}};
  HalfDone half_;
  TierResults results_;
  DrawFiles draws_;
};

TEST(StrongTiers, SolveAgainWhatHasLostItsDraws) {
  {
    MadeUpDraws folder;
    EXPECT_EQ(folder.draws_found(), 0U);
  }
  {
    MadeUpDraws folder;
    folder.draws_.save(MadeUpDraws::kTier, {3, 5});
    EXPECT_TRUE(folder.draws_.has(MadeUpDraws::kTier, 2));
    EXPECT_FALSE(folder.draws_.has(MadeUpDraws::kTier, 3));
    EXPECT_EQ(folder.draws_.load(MadeUpDraws::kTier, 2), (DrawCodes{3, 5}));
    EXPECT_EQ(folder.draws_found(), 2U);
  }
  {
    MadeUpDraws folder;
    folder.draws_.save(MadeUpDraws::kTier, {3, 5});
    std::filesystem::resize_file(folder.file(), std::filesystem::file_size(folder.file()) - 1);
    EXPECT_THROW(static_cast<void>(folder.draws_.load(MadeUpDraws::kTier, 2)), FileError);
    EXPECT_EQ(folder.draws_found(), 0U);
  }
}

TEST(StrongTiers, CountDrawsThatAreTooManyToList) {
  MadeUpDraws folder;
  TierResult result = folder.results_.load(MadeUpDraws::kTier).value();
  result.draws_listed = false;
  folder.results_.save(MadeUpDraws::kTier, result);
  EXPECT_EQ(folder.results_.load(MadeUpDraws::kTier), result);
  const TieredBoard found = folder.half_.run();
  EXPECT_EQ(found.counts.both().draws, 2U);
  EXPECT_EQ(found.unlisted_draws, 2U);
}

}  // namespace
}  // namespace onyx::test
