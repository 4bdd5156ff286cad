// Feeds the commands games and positions as people paste them (tests/vectors/pasted.txt). Each text
// must be read as the table says, or refused with the message given there.
#include "tests/pasted.h"

#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

/// Leaves no time for an answer, because this test covers only input parsing.
const Arguments kNoTime = {"--time-limit", "0.001"};

/// Returns the words after the start, which is one word for a setup and three for a position.
Texts moves_in(const std::string& canonical) {
  std::istringstream stream(canonical);
  Texts words{std::istream_iterator<std::string>(stream), std::istream_iterator<std::string>()};
  words.erase(words.begin(),
              words.begin() + (words.front().find(':') != std::string::npos ? 1 : 3));
  return words;
}

TEST(PastedInput, IsTakenByPlay) {
  for (const auto& [text, is, no] : read_pasted()) {
    const Result result = run_onyx({"play", "--json", text});
    EXPECT_EQ(result.code, is.empty() ? 2 : 0) << text << '\n' << result;
    if (is.empty()) {
      EXPECT_NE(result.err.find(no), std::string::npos) << text << '\n' << no << '\n' << result;
    } else {
      EXPECT_EQ(result.json().at("moves").get<Texts>(), moves_in(is)) << text;
    }
  }
}

TEST(PastedInput, IsTakenByAnalyse) {
  for (const auto& [text, is, no] : read_pasted()) {
    if (is.empty()) {
      expect_refused({"analyse", text}, no);
      continue;
    }
    const Result result = run_onyx(with({"analyse", "--json", text}, kNoTime));
    EXPECT_TRUE(result.code == 0 || result.code == 3) << text << '\n' << result;
    const nlohmann::json json = result.json();
    Texts moves;
    if (json.contains("plies")) {
      for (const auto& ply : json.at("plies")) moves.push_back(ply.at("move"));
    }
    EXPECT_EQ(moves, moves_in(is)) << text;
  }
}

TEST(PastedInput, IsTakenByJudgeLineByLine) {
  const TemporaryFolder folder;
  std::vector<Pasted> table = read_pasted();
  std::erase_if(table, [](const Pasted& one) { return one.text.find('\n') != std::string::npos; });
  std::string claims;
  for (const Pasted& one : table) claims += one.text + "\n";
  write(folder / "claims", claims);
  const Result result = run_onyx({"judge", "--json", folder / "claims", "--total-time", "1"});
  EXPECT_EQ(result.code, 2) << result;
  const nlohmann::json answers = result.json();
  ASSERT_EQ(answers.size(), table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const bool is_refused = answers[i].at("answer") == "malformed";
    EXPECT_EQ(is_refused, table[i].is.empty()) << table[i].text << '\n' << answers[i];
    const std::string reason = answers[i].at("reason");
    EXPECT_NE(reason.find(table[i].no), std::string::npos) << table[i].text << '\n' << reason;
  }
}

TEST(PastedInput, OfAFileIsJudgedWhole) {
  const TemporaryFolder folder;
  write(folder / "record.json",
        "{\n\"header\": {\"game\": {\"name\": \"Onyx\"}},\n\"moves\": [[\"d4\", \"d5\"], "
        "[\"d4\"]]\n}\n");
  const Result result = run_onyx({"judge", folder / "record.json"});
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_EQ(result.out, "1: malformed: ply 3: move 'd4': D4 is occupied\n");
}

TEST(PastedInput, OfPositionsIsTakenBySolve) {
  for (const auto& [text, is, no] : read_pasted()) {
    if (is.empty() || !moves_in(is).empty()) continue;
    const Result result = run_onyx(with({"solve", "--json", text}, kNoTime));
    EXPECT_TRUE(result.code == 0 || result.code == 3) << text << '\n' << result;
    EXPECT_EQ(result.json().at("position"), is) << text;
  }
  for (const auto& [text, token] : std::vector<std::pair<std::string, std::string>>{
           {"d4 e5", "put a setup in front, as in open:12x12 d4 e5"},
           {"4/4/4/4 - W V", "unexpected 'V' after the position"},
           {"4/V2B/4/4 - V", "V is Black, H is White"},
           {"4/4/4/4", "three fields"},
           {"4/4/4/● - V", "unknown letter '●'"},
           {"{\"header\": {}}", "a game record"}}) {
    expect_refused({"solve", text}, token);
  }
}

TEST(PastedInput, OfManyPositionsIsTakenLineByLine) {
  const Result result = run_onyx({"moves", "2/2 – b", "2/2 - w"});
  EXPECT_EQ(result.code, 0) << result;
  const Texts lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 2U) << result;
  EXPECT_EQ(nlohmann::json::parse(lines[0]).at("position"), "2/2 - V");
  EXPECT_EQ(nlohmann::json::parse(lines[1]).at("position"), "2/2 - H");
}

TEST(PastedInput, NamesAFileThatIsNotThere) {
  expect_refused({"analyse", "typo.txt"}, "no such file, and not a position: typo.txt");
  expect_refused({"analyse", "./games/one"}, "no such file, and not a position: ./games/one");
  expect_refused({"analyse", "d4"}, "put a setup in front");
  expect_refused({"analyse", "open:5x"}, "'5x' is not a board size");
}

}  // namespace
}  // namespace onyx::test
