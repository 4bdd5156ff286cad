// onyx spread: from one class to those near it, the same ones always.
#include <map>

#include "tests/experiments/program.h"
#include "tests/experiments/repetitions.h"

namespace onyx::test {
namespace {

using Files = std::map<std::string, std::string>;

/// The certificates in a folder.
Files certificates(const Path& folder) {
  Files files;
  for (const std::string& name : names_in(folder)) {
    if (name.ends_with(".cert.json")) files[name] = read(folder / name);
  }
  return files;
}

Result spread(const std::string& out, const Arguments& more) {
  return run_onyx(with({"spread", "--board", "4x5", "--out", out, "--max-states", "2000",
                        "--max-nodes", "0", "--one"},
                       more));
}

TEST(Spread, FindsWhatLiesNearWhateverHappens) {
  const TemporaryFolder folder;
  const std::string start = "VVHH/V1VV/H1H1/1HVH/VH1V - V";
  const Result limited = spread(folder / "a", {start, "--time-limit", "0.3"});
  EXPECT_TRUE(limited.code == 0 || limited.code == 3) << limited;
  const Result whole = spread(folder / "a", {start});
  ASSERT_EQ(whole.code, 0) << whole;
  const Result alone = spread(folder / "b", {start, "--threads", "1"});
  ASSERT_EQ(alone.code, 0) << alone;
  const Files found = certificates(folder.path() / "a");
  EXPECT_GT(found.size(), 5U);
  EXPECT_TRUE(found == certificates(folder.path() / "b"));
  const Result check = run_onyx({"check", folder / ("a/" + found.begin()->first)});
  EXPECT_EQ(check.code, 0) << check;
  // All is done: nothing more comes of it, also with one of the found ones to begin from.
  ASSERT_EQ(spread(folder / "b", {"--from", folder / "a"}).code, 0);
  EXPECT_TRUE(found == certificates(folder.path() / "b"));
  // A pack does as well.
  ASSERT_EQ(run_onyx({"pack", start, "--out", folder / "start.pack"}).code, 0);
  ASSERT_EQ(spread(folder / "c", {"--from", folder / "start.pack"}).code, 0);
  EXPECT_TRUE(found == certificates(folder.path() / "c"));
}

TEST(Spread, TakesOnlyWhatIsOfItsBoardAndRepeats) {
  const TemporaryFolder folder;
  ASSERT_EQ(spread(folder / "a", {"VVHH/V1VV/H1H1/1HVH/VH1V - V"}).code, 0);
  // A folder may have certificates of other boards.
  const std::string larger = folder / "a/5x5.cert.json";
  ASSERT_EQ(run_onyx({"solve", kDraw, "--certificate", larger}).code, 0);
  const std::string before = read(larger);
  EXPECT_EQ(spread(folder / "a", {}).code, 0);
  EXPECT_EQ(read(larger), before);
  // A win goes round no cycle.
  const std::string name = certificates(folder.path() / "a").begin()->first;
  auto win = nlohmann::ordered_json::parse(read(folder / ("a/" + name)));
  win["claim"] = "V wins";
  win.erase("line");
  write(folder / ("a/" + name), win.dump() + "\n");
  std::filesystem::remove(folder / "a/spread-4x5.json");
  const Result refused = spread(folder / "a", {});
  EXPECT_EQ(refused.code, 2) << refused;
  EXPECT_NE(refused.err.find("no cycle"), std::string::npos) << refused;
}

}  // namespace
}  // namespace onyx::test
