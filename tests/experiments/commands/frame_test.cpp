// Tests onyx frame on repeating positions of results/ and many boards. The checker and, move by
// move, the plain engine must accept each result. Also tests refusals and unknown answers.

#include <array>
#include <map>

#include "tests/experiments/program.h"
#include "tests/experiments/repetitions.h"
#include "tests/plain/rules.h"
#include "tests/sanitized.h"

namespace onyx::test {
namespace {

Path results() { return Path(ONYX_TEST_DIR).parent_path() / "results" / "repetitions"; }

plain::Position setup_named(const std::string& text) {
  const int width = std::stoi(text.substr(text.find(':') + 1));
  const int height = std::stoi(text.substr(text.find('x') + 1));
  return text.starts_with("open") ? plain::open_setup(width, height) : plain::standard_setup(width);
}

// Returns the number of stones of each colour, including midpoints.
std::map<char, int> stones_of(const plain::Position& position) {
  std::map<char, int> count{{'V', 0}, {'H', 0}};
  for (const plain::Place& place : plain::places(position.width, position.height)) {
    if (position.at(place) != '.') ++count[position.at(place)];
  }
  return count;
}

// Checks everything that the command promises for a result with a game. Returns the certificate.
nlohmann::json expect_framed(const Result& result, const std::string& file,
                             const std::string& setup_text) {
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.err, "");
  const nlohmann::json json = result.json();
  const nlohmann::json certificate = expect_accepted(file);
  EXPECT_EQ(json.at("value"), "draw");
  EXPECT_EQ(certificate.at("claim"), "draw");
  EXPECT_EQ(certificate.at("position"), json.at("position"));
  EXPECT_EQ(certificate.at("line").at("cycle"), json.at("cycle"));
  EXPECT_EQ(certificate.at("game"), json.at("game"));
  EXPECT_EQ(certificate.at("game").at("setup"), setup_text);
  EXPECT_EQ(json.at("certificate"), file);

  const plain::Position setup = setup_named(setup_text);
  const plain::Position position = plain::from_text(json.at("position").get<std::string>());
  for (const plain::Place& place : plain::places(setup.width, setup.height)) {
    if (setup.at(place) != '.') {
      EXPECT_EQ(position.at(place), setup.at(place));
    }
  }
  std::map<char, int> count = stones_of(position);
  EXPECT_EQ(count['V'] - count['H'], position.side == 'V' ? 0 : 1) << position;
  plain::Position reached = setup;
  for (const auto& move : certificate.at("game").at("moves")) {
    EXPECT_FALSE(plain::game_over(reached));
    reached = plain::play(reached, move.get<std::string>());
  }
  EXPECT_EQ(reached, position);
  return certificate;
}

TEST(Frame, CarriesClassesOfTheResultsToManyBoards) {
  const TemporaryFolder folder;
  const Texts classes = names_in(results() / "small");
  plain::Rng rng(41);
  const Texts boards = {"7x8", "9x9", "8x7", "12x12", "6x13", "14x10", "20x20", "19x20"};
  for (std::size_t i = 0; i < boards.size(); i += one_in(2U)) {
    const std::string& board = boards[i];
    for (const std::string& colours : Texts{"keep", "swap"}) {
      nlohmann::json small;
      do {
        const auto choice = plain::random_below(rng, static_cast<int>(classes.size()));
        small = nlohmann::json::parse(
            read(results() / "small" / classes[static_cast<std::size_t>(choice)]));
      } while (small.at("strategies").at("V").size() > 500);
      const std::string position = small.at("position").get<std::string>();
      const Result result =
          run_onyx({"--json", "frame", position, "--board", board, "--setup", "open:" + board,
                    "--colours", colours, "--out", folder / "c.json"});
      SCOPED_TRACE(position + " in " + board);
      const nlohmann::json framed = expect_framed(result, folder / "c.json", "open:" + board);
      EXPECT_EQ(framed.at("line").at("cycle").size(), small.at("line").at("cycle").size());
      EXPECT_EQ(result.json().at("swaps_colours"), colours == "swap");
      const bool same_side = framed.at("position").get<std::string>().back() == position.back();
      EXPECT_EQ(same_side, colours == "keep");
    }
  }
}

TEST(Frame, KeepsTheStonesOfTheStandardSetup) {
  const TemporaryFolder folder;
  for (const std::string& size : Texts{"10x10", "12x12", "16x16", "20x20"}) {
    const Result result = run_onyx({"--json", "frame", kDraw, "--board", size, "--setup",
                                    "standard:" + size, "--out", folder / "c.json"});
    expect_framed(result, folder / "c.json", "standard:" + size);
  }
}

TEST(Frame, PutsItWhereItIsAsked) {
  const TemporaryFolder folder;
  for (const std::string& at : Texts{"A1", "D3", "B2", "H8", "E2"}) {
    const Result result =
        run_onyx({"--json", "frame", kDraw, "--board", "12x12", "--at", at, "--out", folder / "c"});
    expect_framed(result, folder / "c", "open:12x12");
    EXPECT_EQ(result.json().at("at"), at);
  }
}

TEST(Frame, SaysWhatItDid) {
  const TemporaryFolder folder;
  const std::string file = folder / "c.cert.json";
  const Result result = run_onyx({"frame", kDraw, "--board", "7x7", "--out", file});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.err, "");
  const Texts lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 9U) << result;
  EXPECT_EQ(expect_accepted(file).at("position"), lines[0]);
  EXPECT_EQ(lines[1], "value: draw");
  const Texts starts = {
      "cycle: ", "placed: lower left at ", "frame: ", "game: ", "states: ", "time: "};
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    EXPECT_TRUE(lines[i + 2].starts_with(starts[i])) << lines[i + 2];
  }
  EXPECT_NE(lines[5].find("from open:7x7"), std::string::npos) << lines[5];
}

// The position has 22 stones, so in a game that V begins it would be V's turn; but it is H's. A
// frame on a board of the same size adds no stones, so it cannot change that.
TEST(Frame, GivesNoGameWhereNoneIsAskedForAndThereIsNone) {
  const TemporaryFolder folder;
  const Result result = run_onyx(
      {"--json", "frame", kDraw, "--board", "5x5", "--colours", "keep", "--out", folder / "c"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.json().at("position"), kDraw);
  EXPECT_TRUE(result.json().at("game").is_null());
  EXPECT_NE(result.json().at("why_no_game"), "");
  EXPECT_FALSE(expect_accepted(folder / "c").contains("game"));
  const Result asked = run_onyx(
      {"frame", kDraw, "--board", "5x5", "--setup", "open:5x5", "--out", folder / "asked"});
  EXPECT_EQ(asked.code, 1) << asked;
  EXPECT_TRUE(asked.out.starts_with("no frame: ")) << asked;
}

TEST(Frame, SaysNoAndWritesNothing) {
  const std::string even = "VVH1HV/VVHVHH/V1VVHH/H1H1HH/1HVHHH/V1HVHH AB45:H V";
  struct Case {
    Arguments arguments;
    int code;
    std::string answer;
  };
  for (const auto& [arguments, code, answer] : std::vector<Case>{
           {{"open:3x3", "--board", "5x4"}, 1, "not repeating: V wins"},
           {{"HV1HH/1V1VV/V1V1V/VV1HV/H1HV1 - H", "--board", "9x9"}, 1, "not repeating: "},
           {{"V3/V3/V3/V3 - H", "--board", "9x9"}, 1, "not repeating: the game is over"},
           {{even, "--board", "12x12", "--at", "B1"}, 1, "no frame: "},
           {{kDraw, "--board", "12x12", "--at", "I1"}, 1, "no frame: "},
           {{kDraw, "--board", "8x8", "--setup", "standard:8x8"}, 1, "no frame: "},
           // V could not take BC12 before H's setup stones on B1 and C1 were captured.
           {{"1HH1/V2V/V2V/1HH1 BC12:V H", "--board", "4x4", "--setup", "standard:4x4"},
            3,
            "unknown: "},
           {{kDraw, "--board", "12x12", "--memory-limit", "1"}, 3, ""},
       }) {
    const TemporaryFolder folder;
    Arguments command = {"frame"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.insert(command.end(), {"--out", folder / "c.json"});
    const Result result = run_onyx(command);
    EXPECT_EQ(result.code, code) << joined(command, " ") << '\n' << result;
    EXPECT_TRUE(result.out.starts_with(answer)) << joined(command, " ") << '\n' << result;
    EXPECT_NE(result.out + result.err, "");
    EXPECT_EQ(names_in(folder.path()), Texts{});
    command.emplace_back("--json");
    const Result as_json = run_onyx(command);
    EXPECT_EQ(as_json.code, code) << as_json;
    EXPECT_EQ(keys_of(as_json.json()), (Texts{"answer", "why"}));
  }
}

TEST(Frame, RefusesBadInput) {
  const TemporaryFolder folder;
  const Arguments good = {"frame", kDraw, "--board", "12x12", "--out", folder / "c.json"};
  struct Case {
    Arguments more;
    std::string token;
  };
  for (const auto& [more, token] : std::vector<Case>{{{"--setup", "standard:10x10"}, "10x10"},
                                                     {{"--setup", "open:12x11"}, "12x11"},
                                                     {{"--setup", "standard:13x13"}, "13x13"},
                                                     {{"--setup", kDraw}, "HVHHH"},
                                                     {{"--setup", "nonsense"}, "nonsense"},
                                                     {{"--setup", ""}, "setup"},
                                                     {{"--at", "M1"}, "M1"},
                                                     {{"--at", "BC12"}, "--at"},
                                                     {{"--at", ""}, "not a place"},
                                                     {{"--colours", "blue"}, "blue"},
                                                     {{"A1"}, "A1"},
                                                     {{"--time-limit", "soon"}, "--time-limit"}}) {
    Arguments command = good;
    command.insert(command.end(), more.begin(), more.end());
    expect_refused(command, token);
  }
  expect_refused({"frame", kDraw, "--board", "4x12", "--out", folder / "c.json"}, "4x12");
  expect_refused({"frame", kDraw, "--board", "21x21", "--out", folder / "c.json"}, "21");
  expect_refused({"frame", kDraw, "--board", "", "--out", folder / "c.json"}, "board");
  expect_refused({"frame", kDraw, "--board", "12x12"}, "--certificate");
  expect_refused({"frame", kDraw, "--out", folder / "c.json"}, "--board");
  expect_refused({"frame", "--board", "12x12", "--out", folder / "c.json"}, "POSITION");
  expect_refused({"frame", "4/4/1VH1/1HV1 - V", "--board", "9x9", "--out", folder / "c"}, "BC12");
  expect_refused({"frame", kDraw, "--board", "9x9", "--out", folder / "none/c"}, "none");
  EXPECT_EQ(names_in(folder.path()), Texts{});
}

}  // namespace
}  // namespace onyx::test
