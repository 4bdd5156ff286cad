// Tests onyx check and onyx-check: equal verdicts on all kinds of files, exit codes, and
// files that are not certificates.

#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

const std::string kDrawn = "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H";
const std::string kDrawLine = ": accepted: draw; " + kDrawn + "\n";
const std::string kWinLine = ": accepted: V wins; open:2x2\n";

class Check : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run_onyx({"solve", kDrawn, "--certificate", folder_ / "draw.cert.json"}).code, 0);
    ASSERT_EQ(run_onyx({"solve", "open:2x2", "--certificate", folder_ / "win.cert.json"}).code, 0);
    std::string wrong = read(folder_ / "win.cert.json");
    wrong.replace(wrong.find("V wins"), 6, "H wins");
    write(folder_ / "wrong.cert.json", wrong);
  }

  TemporaryFolder folder_;
};

TEST_F(Check, PrintsALineAFile) {
  const std::string draw = folder_ / "draw.cert.json";
  const std::string win = folder_ / "win.cert.json";
  const std::string wrong = folder_ / "wrong.cert.json";
  const Result good = run_onyx({"check", draw, win});
  EXPECT_EQ(good.code, 0) << good;
  EXPECT_EQ(good.out, draw + kDrawLine + win + kWinLine);
  EXPECT_EQ(good.err, "");
  const Result bad = run_onyx({"check", draw, wrong, win});
  EXPECT_EQ(bad.code, 1) << bad;
  const Texts lines = lines_of(bad.out);
  ASSERT_EQ(lines.size(), 3U) << bad;
  EXPECT_EQ(lines[0] + '\n', draw + kDrawLine);
  EXPECT_TRUE(lines[1].starts_with(wrong + ": rejected: ")) << bad;
  EXPECT_EQ(lines[2] + '\n', win + kWinLine);
}

TEST_F(Check, AsJson) {
  const Result result =
      run_onyx({"check", "--json", folder_ / "draw.cert.json", folder_ / "wrong.cert.json"});
  EXPECT_EQ(result.code, 1) << result;
  const nlohmann::json json = result.json();
  ASSERT_EQ(json.size(), 2U);
  EXPECT_EQ(json[0], (nlohmann::json{{"file", folder_ / "draw.cert.json"},
                                     {"verdict", "accepted"},
                                     {"claim", "draw"},
                                     {"position", kDrawn},
                                     {"game", nullptr}}));
  EXPECT_EQ(keys_of(json[1]), (Texts{"claim", "file", "game", "position", "reason", "verdict"}));
  EXPECT_EQ(json[1].at("verdict"), "rejected");
  EXPECT_EQ(json[1].at("claim"), nullptr);
  EXPECT_EQ(json[1].at("position"), nullptr);
}

// The file name is misleading, so the answer must come from the content.
TEST_F(Check, SaysOfWhatAndByWhichGame) {
  const std::string renamed = folder_ / "standard-12x12-draw.cert.json";
  std::filesystem::copy_file(
      std::string(ONYX_TEST_DIR) + "/certificates/accept/draw-5x5-game.cert.json", renamed);
  const nlohmann::json game = nlohmann::json::parse(read(renamed)).at("game");
  const std::string plies = std::to_string(game.at("moves").size());
  const std::string position = nlohmann::json::parse(read(renamed)).at("position");
  EXPECT_EQ(run_check({renamed}).out, renamed + ": accepted: draw; " + position + "; game of " +
                                          plies + " plies from open:5x5\n");
  const nlohmann::json json = run_check({"--json", renamed}).json().at(0);
  EXPECT_EQ(json.at("position"), position);
  EXPECT_EQ(json.at("game"),
            (nlohmann::json{{"setup", "open:5x5"}, {"plies", game.at("moves").size()}}));
}

TEST_F(Check, SaysOfWhatCompactCertificatesAndPacksAre) {
  const std::string compact = folder_ / "win.certz";
  ASSERT_EQ(run_onyx({"solve", "V3/4/4/4 - H", "--certificate", compact}).code, 0);
  EXPECT_EQ(run_check({compact}).out, compact + ": accepted: H wins; V3/4/4/4 - H\n");
  const std::string pack = folder_ / "both.pack";
  ASSERT_EQ(run_onyx({"pack", kDrawn, "open:2x2", "--out", pack}).code, 0);
  const std::string line = pack + ": accepted: pack of 2 certificates: 1 V wins, 1 draw\n";
  EXPECT_EQ(run_check({pack}).out, line);
  const Texts lines{pack + ": certificate 1: V wins; open:2x2",
                    pack + ": certificate 2: draw; " + kDrawn};
  const Result listed = run_check({"--list", pack, compact});
  ASSERT_EQ(lines_of(listed.out).size(), 4U) << listed;
  EXPECT_EQ(lines_of(listed.out)[0] + '\n', line);
  EXPECT_EQ(lines_of(listed.out)[1], lines[0]);
  EXPECT_EQ(lines_of(listed.out)[2], lines[1]);
  EXPECT_EQ(run_onyx({"check", "--list", pack, compact}).out, listed.out);
  const nlohmann::json json = run_check({"--json", pack}).json().at(0);
  EXPECT_EQ(json.at("certificates"), (nlohmann::json{{"V wins", 1}, {"draw", 1}}));
  EXPECT_EQ(json.at("claim"), nullptr);
  EXPECT_FALSE(json.contains("list"));
  const nlohmann::json list = run_check({"--json", "--list", pack}).json().at(0).at("list");
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[1], (nlohmann::json{{"claim", "draw"}, {"position", kDrawn}, {"game", nullptr}}));
  write(folder_ / "damaged.pack", read(pack).replace(read(pack).size() - 40, 1, "x"));
  const Result damaged = run_check({"--list", folder_ / "damaged.pack"});
  EXPECT_EQ(damaged.code, 1);
  EXPECT_EQ(lines_of(damaged.out).size(), 1U) << damaged;
  EXPECT_NE(damaged.out.find(": rejected: "), std::string::npos) << damaged;
}

TEST_F(Check, JudgesGamesWithOneMistakeByTheFilesBesideThem) {
  const std::filesystem::path games = std::string(ONYX_TEST_DIR) + "/certificates/games/accept";
  for (const char* const name : {"4x5.game.json", "4x5-win.certz", "4x5-draw.cert.json"}) {
    std::filesystem::copy_file(games / name, folder_ / name);
  }
  const std::string game = folder_ / "4x5.game.json";
  const std::string position = "VV1H/V1VV/H2V/1HVH/VH1V - V";
  const Result result = run_check({game});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.out, game + ": accepted: one mistake; " + position +
                            "; game of 18 plies from open:4x5; H gives up a win at ply 18\n");
  EXPECT_EQ(run_onyx({"check", game}).out, result.out);
  EXPECT_EQ(run_check({"--json", game}).json().at(0),
            (nlohmann::json{{"file", game},
                            {"verdict", "accepted"},
                            {"claim", "one mistake"},
                            {"position", position},
                            {"game", {{"setup", "open:4x5"}, {"plies", 18}}}}));
  // If a file of the game's proof is missing, the game is neither accepted nor rejected.
  std::filesystem::remove(folder_ / "4x5-win.certz");
  const Result without = run_check({game});
  EXPECT_EQ(without.code, 2) << without;
  EXPECT_EQ(without.out, "");
  EXPECT_NE(without.err.find("it names 4x5-win.certz: there is no such file"), std::string::npos)
      << without;
  std::filesystem::create_directory(folder_ / "4x5-win.certz");
  EXPECT_NE(run_check({game}).err.find("it names 4x5-win.certz: is a directory"),
            std::string::npos);
}

TEST_F(Check, SaysTheSameAsTheIndependentProgram) {
  const std::string good = read(folder_ / "draw.cert.json");
  Arguments files;
  for (std::size_t i = 0; i < 40; ++i) {
    std::string content = good.substr(0, good.size() * i / 40);
    if (i % 2 == 1) {
      content = good;
      content[good.size() * i / 40] = "V1H*/{\"\xff"[i % 8];
    }
    files.push_back(folder_ / (std::to_string(i) + ".cert.json"));
    write(files.back(), content);
  }
  files.push_back(folder_ / "draw.cert.json");
  Arguments arguments{"check"};
  arguments.insert(arguments.end(), files.begin(), files.end());
  const Result ours = run_onyx(arguments);
  const Result theirs = run_check(files);
  EXPECT_EQ(ours.code, 1);
  EXPECT_EQ(theirs.code, 1);
  EXPECT_EQ(ours.out, theirs.out);
}

TEST_F(Check, RejectsWhatIsNoCertificate) {
  for (const std::string& content :
       Texts{std::string(), std::string("\0", 1), std::string("[]"), std::string(100'000, '['),
             std::string(R"({"about":)") + std::string(100'000, '['),
             std::string("\xff\xfe\x00\x01", 4)}) {
    write(folder_ / "bad", content);
    const Result result = run_onyx({"check", folder_ / "bad"});
    EXPECT_EQ(result.code, 1) << result;
    EXPECT_EQ(lines_of(result.out).size(), 1U) << result;
    EXPECT_TRUE(result.out.starts_with((folder_ / "bad") + ": rejected: ")) << result;
  }
}

TEST_F(Check, GoesOnAfterAFileThatItCannotRead) {
  const std::string missing = folder_ / "missing";
  const std::string win = folder_ / "win.cert.json";
  const std::string wrong = folder_ / "wrong.cert.json";
  const Result result = run_onyx({"check", missing, folder_.path().string(), win, wrong});
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_TRUE(result.out.starts_with(win + kWinLine)) << result;
  EXPECT_NE(result.out.find(wrong + ": rejected: "), std::string::npos) << result;
  EXPECT_NE(result.err.find(missing), std::string::npos) << result;
  EXPECT_EQ(lines_of(result.err).size(), 2U) << result;
  const Result as_json = run_onyx({"--json", "check", missing, win});
  EXPECT_EQ(as_json.code, 2) << as_json;
  ASSERT_EQ(as_json.json().size(), 2U) << as_json;
  const nlohmann::json unread = as_json.json().front();
  EXPECT_EQ(keys_of(unread), (Texts{"claim", "error", "file", "game", "position", "verdict"}));
  EXPECT_EQ(unread.at("file"), missing);
  EXPECT_EQ(unread.at("verdict"), "not checked");
  EXPECT_NE(unread.at("error").get<std::string>().find("no such file"), std::string::npos);
  EXPECT_EQ(as_json.json().back().at("file"), win);
}

TEST_F(Check, TakesFileNamesAsTheyAre) {
  for (const std::string& name :
       Texts{"show", "[x]", "[]", "{}", "a%%b", "a b", "-x", "\xff\xfe"}) {
    const std::string file = folder_ / name;
    std::filesystem::copy_file(folder_ / "win.cert.json", file);
    const Result result = run_onyx({"check", file});
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(result.out, file + kWinLine);
    const Result as_json = run_onyx({"--json", "check", file});
    EXPECT_EQ(as_json.code, 0) << as_json;
    EXPECT_EQ(as_json.json().at(0).at("verdict"), "accepted");
  }
  expect_refused({"check"}, "FILE");
}

TEST_F(Check, TakesRelativeFileNamesAsTheyAre) {
  // The option parser would read the first two names as lists.
  for (const std::string& name : Texts{"[x]", "[]", " [x]", "x"}) {
    const Path file = std::filesystem::path(folder_.path()) / name;
    std::filesystem::copy_file(folder_ / "win.cert.json", file);
    const Result result = run_onyx({"check", name}, {"", "", folder_.path().string()});
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(result.out, name + kWinLine);
  }
}

TEST_F(Check, PrintsALineAFileWhateverItsName) {
  const std::string file = folder_ / "a\nb";
  std::filesystem::copy_file(folder_ / "win.cert.json", file);
  const Result result = run_onyx({"check", file, folder_ / "no\nfile"});
  EXPECT_EQ(result.out, (folder_ / "a\\x0ab") + kWinLine);
  EXPECT_EQ(lines_of(result.err).size(), 1U) << result;
  EXPECT_EQ(run_check({file}).out, result.out);
}

TEST_F(Check, GoesOnAfterAFileLargerThanTheMemory) {
  const std::string huge = folder_ / "huge";
  write(huge, "{");
  std::filesystem::resize_file(huge, std::uintmax_t{1} << 42);  // a sparse file
  const std::string win = folder_ / "win.cert.json";
  const Result result = run_onyx({"check", huge, win});
  EXPECT_EQ(result.code, 3) << result;
  EXPECT_EQ(result.out, win + kWinLine);
  EXPECT_NE(result.err.find("not enough memory"), std::string::npos) << result;
}

TEST_F(Check, ReadsNoDevice) {
  // /dev/null stands in for endless devices, which would fill the memory if this test failed.
  const std::string win = folder_ / "win.cert.json";
  const Result result = run_onyx({"check", "/dev/null", win});
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_EQ(result.out, win + kWinLine);
  EXPECT_NE(result.err.find("/dev/null"), std::string::npos) << result;
}

TEST_F(Check, TellsKindsApartByContent) {
  const std::string compact = folder_ / "win.certz";
  const std::string table = folder_ / "3x3.table";
  ASSERT_EQ(run_onyx({"solve", "open:3x3", "--certificate", compact}).code, 0);
  ASSERT_EQ(run_onyx({"strong", "3x3", "--table", table}).code, 0);
  std::filesystem::rename(compact, folder_ / "a.cert.json");
  std::filesystem::rename(table, folder_ / "b.certz");
  std::filesystem::rename(folder_ / "draw.cert.json", folder_ / "c.table");
  const Arguments files{folder_ / "a.cert.json", folder_ / "b.certz", folder_ / "c.table"};
  const Result theirs = run_check(files);
  EXPECT_EQ(theirs.code, 0) << theirs;
  const Texts lines = lines_of(theirs.out);
  ASSERT_EQ(lines.size(), 3U) << theirs;
  EXPECT_EQ(lines[0], files[0] + ": accepted: V wins; open:3x3");
  EXPECT_TRUE(lines[1].starts_with(files[1] + ": accepted: table of 3x3: ")) << theirs;
  EXPECT_EQ(lines[2] + '\n', files[2] + kDrawLine);
  Arguments arguments{"check"};
  arguments.insert(arguments.end(), files.begin(), files.end());
  EXPECT_EQ(run_onyx(arguments).out, theirs.out);
  const nlohmann::json json = run_check({"--json", files[1]}).json().at(0);
  EXPECT_EQ(files[1] + ": accepted: " + json.at("table").get<std::string>(), lines[1]);
  EXPECT_EQ(json.at("claim"), nullptr);
}

TEST_F(Check, ReadsStandardInput) {
  // In tests, standard input is a device, which must be refused.
  for (const Result& result : {run_check({"-"}), run_onyx({"check", "-"})}) {
    EXPECT_EQ(result.code, 2) << result;
    EXPECT_NE(result.err.find("-: is neither a file nor a pipe"), std::string::npos) << result;
  }
  const std::string file = folder_ / "win.cert.json";
  const std::string command = std::string(ONYX_CHECK_PROGRAM) + " - ";
  for (const std::string& input : {"<'" + file + "'", "- < <(cat '" + file + "')"}) {
    const Result result = Process({"/bin/bash", "-c", command + input}).wait();
    EXPECT_EQ(lines_of(result.out).front() + '\n', "-" + kWinLine) << result;
  }
}

TEST_F(Check, SaysHowMuchMemoryAFileNeeds) {
  const std::string table = folder_ / "3x3.table";
  ASSERT_EQ(run_onyx({"strong", "3x3", "--table", table}).code, 0);
  for (const Result& result : {run_check({"--memory-limit", "1K", table}),
                               run_onyx({"check", "--memory-limit", "1K", table})}) {
    EXPECT_EQ(result.code, 3) << result;
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("it takes about 1 MiB"), std::string::npos) << result;
  }
  for (const char* size : {"100M", "100MB", "1GiB"}) {
    EXPECT_EQ(run_check({"--memory-limit", size, table}).code, 0) << size;
  }
  for (const char* size : {"", "x", "-1", "1.5G", "1GG", "1iB", "B", "99999999999T"}) {
    const Result result = run_check({"--memory-limit", size, table});
    EXPECT_EQ(result.code, 2) << result;
    EXPECT_NE(result.err.find("--memory-limit"), std::string::npos) << result;
  }
}

TEST_F(Check, WithoutFilesPrintsItsUsage) {
  const Result result = run_check({});
  EXPECT_EQ(result.code, 2) << result;  // 0 would suggest that a certificate was accepted
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(result.err.starts_with("usage: onyx-check ")) << result;
  EXPECT_NE(result.err.find("onyx-check --help"), std::string::npos) << result;
}

TEST_F(Check, BothProgramsAreOfOneVersion) {
  const std::string version = run_onyx({"--version"}).out;
  ASSERT_TRUE(version.starts_with("onyx ")) << version;
  EXPECT_EQ(run_check({"--version"}).out, "onyx-check " + version.substr(5));
}

}  // namespace
}  // namespace onyx::test
