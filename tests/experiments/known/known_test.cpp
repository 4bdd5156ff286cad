// Tests onyx query and onyx play on certificates, the store of certificates (--known, ONYX_KNOWN),
// and the cache file that remembers what the referee accepted.
#include "experiments/known/judged_once.h"
#include "tests/experiments/program.h"
#include "tests/experiments/repetitions.h"
#include "tests/experiments/set_variable.h"

namespace onyx::test {
namespace {

const Path kResults = Path(ONYX_TEST_DIR).parent_path() / "results";

/// Every test has its own cache, and three certificates: win.certz, win.cert.json, draw.cert.json.
class Known : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run_onyx({"solve", "open:3x4", "--certificate", win_}).code, 0);
    ASSERT_EQ(run_onyx({"solve", "open:3x4", "--certificate", json_}).code, 0);
    ASSERT_EQ(run_onyx({"solve", kDraw, "--certificate", draw_}).code, 0);
  }

  TemporaryFolder folder_;
  TemporaryFolder cache_;
  const SetVariable variable_{"XDG_CACHE_HOME", cache_.path().string()};
  const std::string win_ = folder_ / "win.certz";
  const std::string json_ = folder_ / "win.cert.json";
  const std::string draw_ = folder_ / "draw.cert.json";
  const Path accepted_ = cache_.path() / "onyx" / "accepted";
};

TEST(ContentHash, IsSha256) {
  EXPECT_EQ(content_hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(content_hash("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(content_hash(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_F(Known, QueryGivesTheOwnersMoveAndTheAnswers) {
  for (const std::string& file : {win_, json_}) {
    const Result start = run_onyx({"query", file, "open:3x4"});
    EXPECT_EQ(start.code, 0) << start;
    const std::string begin = "3/3/3/3 - V: V plays ";
    ASSERT_TRUE(start.out.starts_with(begin)) << start;
    const std::string move = lines_of(start.out).front().substr(begin.size());
    const Result next = run_onyx({"query", file, "open:3x4 " + move, "open:3x4"});
    const Texts lines = lines_of(next.out);
    const std::string position = lines_of(run_onyx({"play", "open:3x4", move}).out).front();
    EXPECT_EQ(lines.front(), position + ": H to move, every reply is answered");
    EXPECT_EQ(lines.back(), lines_of(start.out).front());
    const nlohmann::json json = run_onyx({"query", "--json", file, position}).json().at(0);
    EXPECT_EQ(json.at("owner"), "V");
    EXPECT_EQ(json.at("file"), file);
    const auto legal = lines_of(run_onyx({"moves", position}).out);
    ASSERT_EQ(json.at("replies").size(), legal.size());
    EXPECT_EQ(json.at("replies")[0].at("reply"), legal.front());
    const std::string answer = json.at("replies")[0].at("answer");
    EXPECT_EQ(run_onyx({"play", position, legal.front(), answer}).code, 0);
  }
}

TEST_F(Known, QuerySearchesFoldersAndNamesWhatIsNotReached) {
  const Result result = run_onyx({"query", folder_.path().string(), kDraw, "open:3x4",
                                  "3/3/3/V2 - H", "open:4x4", "1V1/1V1/1V1/HVH - H"});
  EXPECT_EQ(result.code, 0) << result;
  const Texts lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 5U) << result;
  EXPECT_TRUE(lines[0].starts_with(kDraw + ": H plays ")) << result;
  EXPECT_TRUE(lines[1].starts_with("3/3/3/3 - V: V plays ")) << result;
  EXPECT_EQ(lines[2], "3/3/3/V2 - H: not reached");
  EXPECT_EQ(lines[3], "4/4/4/4 - V: not reached");
  EXPECT_FALSE(run_onyx({"query", "--json", win_, "open:4x4"}).json().at(0).at("reached"));
  expect_refused({"query", win_}, "name a position");
  expect_refused({"query", win_, "open:3x4 A9"}, "A9");
  const TemporaryFolder empty;
  expect_refused({"query", empty.path().string(), "open:3x4"}, "no certificate");
}

TEST_F(Known, LineIsAGameThatEndsInTheWin) {
  const Result result = run_onyx({"query", win_, "--line"});
  EXPECT_EQ(result.code, 0) << result;
  const Texts lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 2U) << result;
  const nlohmann::json played = run_onyx({"play", "--json", lines[0]}).json();
  EXPECT_EQ(played.at("finished"), true);
  EXPECT_EQ(lines[1], "V wins in " + std::to_string(played.at("moves").size()) + " plies at most");
  EXPECT_EQ(run_onyx({"query", json_, "--line"}).out.empty(), false);
  const Result draw = run_onyx({"query", draw_, "--line", "--json"});
  EXPECT_GE(draw.json().at("cycle").size(), 4U);
  expect_refused({"query", win_, "--line", "open:3x4"}, "--line");
}

TEST_F(Known, ForgedCutAndForeignFilesAreRefused) {
  const std::string bytes = read(win_);
  const std::string bad = folder_ / "bad.certz";
  std::string forged = bytes;
  forged[bytes.size() - 1] ^= 1;
  for (const std::string& content :
       Texts{forged, bytes.substr(0, bytes.size() - 3), bytes.substr(0, 40), "", "{}", "hello"}) {
    write(bad, content);
    expect_refused({"query", bad, "open:3x4"}, "bad.certz");
    expect_refused({"query", bad, "open:4x4"}, "bad.certz");
    expect_refused({"solve", "open:3x4", "--known", bad}, "bad.certz");
    const SetVariable standing("ONYX_KNOWN", bad);
    const Result passed = run_onyx({"solve", "open:3x4", "--json"});
    EXPECT_EQ(passed.code, 0) << passed;
    EXPECT_FALSE(passed.json().contains("proved_by")) << passed;
    EXPECT_NE(passed.err.find("bad.certz"), std::string::npos) << passed;
  }
  nlohmann::json certificate = nlohmann::json::parse(read(json_));
  certificate.at("strategies").at("V").erase("3/3/3/3 - V");
  const std::string altered = folder_ / "altered.cert.json";
  write(altered, certificate.dump());
  expect_refused({"query", altered, "open:3x4"}, "rejected");
  expect_refused({"play", altered}, "rejected");
}

TEST_F(Known, SolveAnswersFromWhatIsKnown) {
  const nlohmann::json asked = run_onyx({"solve", "open:3x4", "--known", win_, "--json"}).json();
  EXPECT_EQ(asked.at("value"), "V wins");
  EXPECT_EQ(asked.at("proved_by"), win_);
  EXPECT_EQ(asked.at("states"), 0);
  const SetVariable standing("ONYX_KNOWN", folder_.path().string());
  const Result text = run_onyx({"solve", "open:3x4"});
  EXPECT_EQ(lines_of(text.out).front(), "V wins") << text;
  EXPECT_NE(text.out.find("proved by " + folder_.path().string()), std::string::npos) << text;
  const nlohmann::json draw = run_onyx({"solve", kDraw, "--json"}).json();
  EXPECT_EQ(draw.at("value"), "draw");
  EXPECT_EQ(draw.at("proved_by"), draw_);
  // If the user names an engine, that engine must answer, not the store.
  EXPECT_FALSE(run_onyx({"solve", "open:3x4", "--engine", "explorer", "--json"})
                   .json()
                   .contains("proved_by"));
  const Result several = run_onyx({"solve", "open:3x4", "open:3x3"});
  EXPECT_NE(lines_of(several.out).at(0).find("proved_by"), std::string::npos) << several;
  EXPECT_EQ(lines_of(several.out).at(1).find("proved_by"), std::string::npos) << several;
}

/// The store finds the winner's first move without reading the strategy; query reads all of it.
TEST_F(Known, FirstMoveAgreesWithTheWholeStrategy) {
  for (const char* const name : {"certificates/4x4/A4.certz", "5x5.certz", "6x5.certz"}) {
    const std::string file = (kResults / "openings" / name).string();
    const auto asked = run_onyx({"check", file, "--json"}).json().at(0);
    const std::string position = asked.at("position");
    const nlohmann::json whole = run_onyx({"query", "--json", file, position}).json().at(0);
    const nlohmann::json solved = run_onyx({"solve", position, "--known", file, "--json"}).json();
    EXPECT_EQ(solved.at("value"), asked.at("claim"));
    EXPECT_EQ(solved.at("proved_by"), file);
    EXPECT_EQ(solved.at("best_moves"),
              whole.contains("move") ? Texts{whole.at("move").get<std::string>()} : Texts{});
  }
}

/// The time limit is 0, so values can come only from certificates.
TEST_F(Known, AnalyseUsesWhatIsKnown) {
  const std::string known = (kResults / "openings/5x5.certz").string();
  const Arguments analyse = {"analyse", "open:5x5 C3 A1", "--time-limit", "0", "--json"};
  EXPECT_EQ(run_onyx(analyse).json().at("summary").at("unknown"), 2);
  const nlohmann::json json = run_onyx(with(analyse, {"--known", known})).json();
  EXPECT_EQ(json.at("summary").at("unknown"), 0);
  for (const nlohmann::json& ply : json.at("plies")) {
    EXPECT_EQ(ply.at("before"), "V wins");
    EXPECT_EQ(ply.at("after"), "V wins");
    EXPECT_EQ(ply.at("error"), false);
  }
  EXPECT_EQ(json.at("plies")[0].at("best"), Texts{"C3"});
  const SetVariable standing("ONYX_KNOWN", known);
  EXPECT_EQ(run_onyx(analyse).json().at("summary").at("unknown"), 0);
  expect_refused({"analyse", "open:5x5 C3", "--known", folder_ / "none"}, "none");
}

TEST_F(Known, LargeCertificatesAreReadInPassingOnlyForTheirOwnGames) {
  const std::string large = (kResults / "openings/5x5/B3.certz").string();  // 134,726 moves
  const Arguments game = {"analyse", "open:5x5 B3 A1", "--time-limit", "0", "--json"};
  const Arguments position = {"analyse", "5/5/1V3/5/H4 - V", "--time-limit", "0", "--json"};
  const auto value = [](const Result& result) { return result.json().at("value"); };
  {
    const SetVariable standing("ONYX_KNOWN", large);
    EXPECT_EQ(run_onyx(game).json().at("summary").at("unknown"), 0);
    EXPECT_EQ(value(run_onyx(position)), "unknown");
    EXPECT_EQ(run_onyx({"solve", "5/5/1V3/5/5 - H", "--time-limit", "0"}).code, 0);
  }
  EXPECT_EQ(value(run_onyx(with(position, {"--known", large}))), "V wins");
}

TEST_F(Known, JudgeUsesWhatIsKnown) {
  const std::string claims = folder_ / "claims.txt";
  write(claims, "open:3x4\n" + kDraw + "\nopen:3x4 A1\nrubbish\n");
  const Result result = run_onyx({"judge", claims, "--known", folder_.path().string(), "--json"});
  const nlohmann::json answers = result.json();
  ASSERT_EQ(answers.size(), 4U) << result;
  EXPECT_EQ(answers[0].at("answer"), "refuted");
  EXPECT_EQ(answers[1].at("answer"), "confirmed");
  EXPECT_NE(answers[1].at("reason").get<std::string>().find("proved by " + draw_),
            std::string::npos);
  EXPECT_EQ(answers[3].at("answer"), "malformed");
  expect_refused({"judge", claims, "--known", draw_, "--out", folder_ / "out"}, "--known");
}

/// The list of accepted files only saves time, so a truncated, forged or missing list must not
/// change answers.
TEST_F(Known, RemembersAcceptedFiles) {
  const Result first = run_onyx({"query", win_, "open:3x4"});
  ASSERT_EQ(first.code, 0) << first;
  const std::string remembered = read(accepted_);
  EXPECT_NE(remembered.find(content_hash(read(win_))), std::string::npos);
  ASSERT_EQ(run_onyx({"query", win_, "open:3x4"}).out, first.out);
  EXPECT_EQ(read(accepted_), remembered);
  for (const std::string& content :
       Texts{"", remembered.substr(0, 20), remembered.substr(0, remembered.size() - 2),
             std::string(100, '\0'), content_hash(read(win_)) + " another version\n"}) {
    write(accepted_, content);
    EXPECT_EQ(run_onyx({"query", win_, "open:3x4"}).out, first.out);
    EXPECT_NE(read(accepted_).find("\n" + remembered.substr(1)), std::string::npos);
  }
  // Alter an accepted file: its entry in the cache must no longer count.
  std::string forged = read(win_);
  forged[forged.size() - 1] ^= 1;
  write(win_, forged);
  expect_refused({"query", win_, "open:3x4"}, "rejected");
  std::filesystem::remove_all(cache_.path() / "onyx");
  write(cache_.path() / "onyx", "a file where a folder should be");
  EXPECT_EQ(run_onyx({"query", json_, "open:3x4"}).code, 0);
}

TEST_F(Known, PlayAnswersTheUsersMoves) {
  const std::string input = folder_ / "input";
  const auto play = [&](const std::string& text, const std::string& file) {
    write(input, text);
    return Process({"/bin/sh", "-c", "exec \"$0\" play \"$1\" < \"$2\"", ONYX_PROGRAM, file, input})
        .wait();
  };
  const Result ended = play("", win_);
  EXPECT_EQ(ended.code, 0) << ended;
  EXPECT_NE(ended.out.find("V plays "), std::string::npos) << ended;
  const Result undone = play("undo\nxyz\nA1\nundo\nA1\nquit\n", json_);
  EXPECT_EQ(undone.code, 0) << undone;
  EXPECT_NE(undone.out.find("no move to undo"), std::string::npos) << undone;
  EXPECT_NE(undone.out.find("xyz"), std::string::npos) << undone;
  // Enter only the loser's moves of the longest line of play; the game must end in the win.
  const nlohmann::json line = run_onyx({"query", win_, "--line", "--json"}).json();
  std::string moves;
  for (std::size_t i = 1; i < line.at("moves").size(); i += 2) {
    moves += line.at("moves")[i].get<std::string>() + "\n";
  }
  const Result won = play(moves, win_);
  EXPECT_EQ(won.code, 0) << won;
  EXPECT_NE(won.out.find("V has won"), std::string::npos) << won;
  EXPECT_EQ(run_onyx({"play", draw_, "A1"}).code, 2);
}

TEST_F(Known, PacksAndPublishedFilesAnswer) {
  const std::string pack = (kResults / "records/fewest-stones-6x6.pack").string();
  const Result start = run_check({pack, "--list"});
  const std::string line = lines_of(start.out).at(1);
  const std::string position = line.substr(line.rfind("; ") + 2);
  const Result answer = run_onyx({"query", pack, position});
  EXPECT_EQ(answer.code, 0) << answer;
  EXPECT_TRUE(answer.out.starts_with(position + ": " + position.back() + " plays ")) << answer;
  EXPECT_NE(run_onyx({"query", "--json", pack, position}).out.find(".pack#"), std::string::npos);
}

}  // namespace
}  // namespace onyx::test
