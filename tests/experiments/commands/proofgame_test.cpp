// Tests onyx proofgame: the plain engine replays its games. Also tests which games it must find,
// what it must call impossible, and when it may give up.

#include <optional>

#include "experiments/repetition/describe/drawn_graph.h"
#include "tests/experiments/program.h"
#include "tests/plain/rules.h"
#include "tests/sanitized.h"

namespace onyx::test {
namespace {

struct Start {
  std::string text;
  plain::Position position;
};

std::vector<Start> setups() {
  std::vector<Start> all;
  for (const auto& [width, height] :
       {std::pair{2, 2}, {3, 3}, {2, 9}, {5, 4}, {6, 6}, {12, 12}, {20, 20}}) {
    all.push_back({"open:" + std::to_string(width) + "x" + std::to_string(height),
                   plain::open_setup(width, height)});
  }
  for (const int size : {4, 6, 12}) {
    all.push_back({"standard:" + std::to_string(size) + "x" + std::to_string(size),
                   plain::standard_setup(size)});
  }
  return all;
}

// Returns the position after the moves. Returns nothing if a move is illegal or has a wrong mark.
std::optional<plain::Position> replay(plain::Position position, const nlohmann::json& moves) {
  try {
    for (const auto& move : moves) position = plain::play(position, move.get<std::string>());
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
  return position;
}

TEST(ProofGame, FindsAGameWithoutCaptures) {
  plain::Rng rng(23);
  for (const Start& setup : setups()) {
    for (int i = 0; i < 5; i += one_in(2)) {
      // Play at random without captures, perhaps to the end.
      plain::Position position = setup.position;
      const int plies = plain::random_below(rng, 250);
      for (int ply = 0; ply < plies; ++ply) {
        std::vector<plain::Move> moves = plain::legal_moves(position);
        std::erase_if(moves, [](const plain::Move& move) { return move.pairs > 0; });
        if (moves.empty()) break;
        const auto choice = plain::random_below(rng, static_cast<int>(moves.size()));
        position = plain::play(position, moves[static_cast<std::size_t>(choice)]);
      }
      const std::string text = plain::to_text(position);
      const Result result = run_onyx({"proofgame", text, "--setup", setup.text, "--json"});
      EXPECT_EQ(result.code, 0) << result;
      const nlohmann::json json = result.json();
      EXPECT_EQ(json.at("answer"), "found") << text;
      EXPECT_EQ(json.at("position"), text);
      EXPECT_EQ(json.at("game").at("setup"), setup.text);
      EXPECT_EQ(json.at("game").at("moves"), json.at("moves"));
      EXPECT_EQ(replay(setup.position, json.at("moves")), position) << json;
    }
  }
}

TEST(ProofGame, FindsAGameWithCaptures) {
  plain::Rng rng(29);
  for (const Start& setup : setups()) {
    for (int i = 0; i < 5; i += one_in(2)) {
      const plain::Position position = plain::random_play_position(setup.position, 300, rng);
      const std::string text = plain::to_text(position);
      const Result result = run_onyx({"proofgame", text, "--setup", setup.text, "--json"});
      ASSERT_EQ(result.code, 0) << text << '\n' << result;
      EXPECT_EQ(replay(setup.position, result.json().at("moves")), position) << result;
    }
  }
}

TEST(ProofGame, PrintsAGameRecord) {
  const Result result =
      run_onyx({"proofgame", "4/4/4/VHVH BC12:V,CD23:H V", "--setup", "open:4x4"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(lines_of(result.out).size(), 1U);
  EXPECT_TRUE(result.out.starts_with("open:4x4 ")) << result;
  EXPECT_EQ(run_onyx({"play", result.out}).out, "4/4/4/VHVH BC12:V,CD23:H V\n");
  EXPECT_EQ(run_onyx({"proofgame", "4/4/4/V3 - H", "--setup", " OPEN:4X4 "}).out, "open:4x4 A1\n");
  EXPECT_EQ(run_onyx({"proofgame", "open:5x4", "--setup", "open:5x4"}).out, "open:5x4\n");
}

TEST(ProofGame, SaysWhyThereIsNone) {
  struct Case {
    std::string position;
    std::string setup;
    int code;
    std::string answer;
  };
  for (const auto& [position, setup, code, answer] : std::vector<Case>{
           {"4/4/4/V3 - V", "open:4x4", 1, "impossible"},
           {"open:4x4", "standard:4x4", 1, "impossible"},
           {"4/4/4/VVV1 - H", "open:4x4", 1, "impossible"},
           {"4/4/4/4 - H", "open:4x4", 1, "impossible"},
       }) {
    const Result result = run_onyx({"proofgame", position, "--setup", setup});
    EXPECT_EQ(result.code, code) << result;
    EXPECT_TRUE(result.out.starts_with(answer + ": ")) << result;
    const Result as_json = run_onyx({"proofgame", position, "--setup", setup, "--json"});
    EXPECT_EQ(as_json.code, code) << as_json;
    EXPECT_EQ(as_json.json().at("answer"), answer);
    EXPECT_NE(as_json.json().at("why"), "");
    EXPECT_FALSE(as_json.json().contains("moves"));
  }
}

TEST(ProofGame, GivesUpAtItsLimits) {
  const Arguments arguments = {"proofgame", "3V/4/2V1/1V2 - H", "--setup", "open:4x4"};
  for (const Arguments& limit : {Arguments{"--time-limit", "0"}, {"--memory-limit", "1"}}) {
    Arguments limited = arguments;
    limited.insert(limited.end(), limit.begin(), limit.end());
    const Result result = run_onyx(limited);
    EXPECT_EQ(result.code, 3) << result;
    EXPECT_TRUE(result.out.starts_with("unknown: ")) << result;
    limited.emplace_back("--json");
    EXPECT_EQ(run_onyx(limited).json().at("answer"), "unknown");
  }
  EXPECT_EQ(run_onyx(arguments).code, 0);
}

TEST(ProofGame, EndsCleanlyWhenInterrupted) {
  // For a long time, the search finds neither a game nor a proof that none exists.
  expect_clean_interrupt({"proofgame", "HH1H1/V2HV/VHH1H/VVHVH/HHHVV AB23:H H", "--setup",
                          "open:5x5", "--memory-limit", "2G"});
}

TEST(ProofGame, RefusesWhatIsNoSetup) {
  for (const auto& [setup, token] : std::vector<std::pair<std::string, std::string>>{
           {"", "setup"},
           {"x", "x"},
           {"4/4/4/4 - V", "4/4/4/4 - V"},
           {"4/4/4/4 BC12:V H", "4/4/4/4 BC12:V H"},
           {"open:4x4 A1", "open:4x4 A1"},
           {"open:4", "4"},
           {"standard:5x5", "5x5"},
           {"open:99x99", "99x99"},
       }) {
    expect_refused({"proofgame", "open:4x4", "--setup", setup}, token);
  }
  expect_refused({"proofgame", "open:4x4", "--setup", "open:4x5"}, "4x5");
  expect_refused({"proofgame", "open:4x4"}, "--setup");
  expect_refused({"proofgame", "--setup", "open:4x4"}, "POSITION");
  expect_refused({"proofgame", "open:4x4", "A1", "--setup", "open:4x4"}, "A1");
}

// --- Natural games -------------------------------------------------------------------------------

constexpr const char* kDrawOf4x5 = "V1H1/V1VV/H1H1/1HVH/VV1V CD45:H V";

TEST(NaturalGames, OneMistakeIsFoundAndProved) {
  const TemporaryFolder folder;
  const std::string out = folder / "proof";
  const Result result =
      run_onyx({"proofgame", std::string(ONYX_TEST_DIR) + "/../results/repetitions/small",
                "--setup", "open:4x5", "--sight", "5", "--mistakes", "1", "--out", out, "--json"});
  ASSERT_EQ(result.code, 0) << result;
  const nlohmann::json json = result.json();
  EXPECT_GE(json.at("sight"), 5);
  ASSERT_EQ(json.at("mistakes").size(), 1U);
  const auto end = replay(plain::open_setup(4, 5), json.at("game").at("moves"));
  ASSERT_TRUE(end);
  EXPECT_EQ(json.at("position"), plain::to_text(*end));
  const nlohmann::json& mistake = json.at("mistakes").front();
  EXPECT_EQ(mistake.at("before"), "H wins");  // V, who begins, loses on open 4x5
  EXPECT_EQ(mistake.at("after"), "draw");
  EXPECT_FALSE(mistake.at("better").empty());
  EXPECT_EQ(run_check({out + "/setup.certz", out + "/end.cert.json"}).code, 0);
  // Drop later moves: they only lead from draw to draw, so the mistake's proof leaves them out.
  nlohmann::json moves = json.at("game").at("moves");
  moves.erase(moves.begin() + mistake.at("ply").get<std::ptrdiff_t>(), moves.end());
  const auto after = replay(plain::open_setup(4, 5), moves);
  ASSERT_TRUE(after);
  const std::string plies = std::to_string(moves.size());
  const std::string proof = out + "/game.game.json";
  EXPECT_EQ(run_check({proof}).out,
            proof + ": accepted: one mistake; " + plain::to_text(*after) + "; game of " + plies +
                " plies from open:4x5; H gives up a win at ply " + plies + "\n");
}

TEST(NaturalGames, AGivenGameIsJudgedAndProved) {
  const std::string moves =
      " A4 B4 C4 A5 B5* B1 A5 D5 D1 C3 D3 A3 D4 D2 C2* D2 A1 B2";  // H gives up a win with B2
  const TemporaryFolder folder;
  const std::string out = folder / "proof";
  const Result result = run_onyx({"proofgame", "open:4x5" + moves, "--setup", "open:4x5", "--sight",
                                  "7", "--mistakes", "1", "--out", out});
  ASSERT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.out.find("open:4x5" + moves + "\nsight: 7\nmistakes: 1\nply 18: H B2"), 0U)
      << result;
  EXPECT_EQ(run_check({out + "/game.game.json"}).code, 0);

  const Result blind = run_onyx(
      {"proofgame", "open:4x5" + moves, "--setup", "open:4x5", "--sight", "9", "--mistakes", "1"});
  EXPECT_EQ(blind.code, 1) << blind;
  const Result strict =
      run_onyx({"proofgame", "open:4x5" + moves, "--setup", "open:4x5", "--mistakes", "0"});
  EXPECT_EQ(strict.code, 1) << strict;
  expect_refused({"proofgame", "open:4x5" + moves, "--setup", "open:5x5", "--sight", "7"}, "5x5");
  expect_refused({"proofgame", "open:4x5 A4 A4", "--setup", "open:4x5", "--sight", "7"}, "A4");
}

TEST(NaturalGames, TheSetupOfAGivenGameMayBeLeftOut) {
  const Arguments end = {"--setup", "open:3x3", "--sight", "1"};
  const Result whole = run_onyx(with({"proofgame", "open:3x3 B1 A1"}, end));
  EXPECT_EQ(whole.out.find("open:3x3 B1 A1\nsight: "), 0U) << whole;
  EXPECT_EQ(run_onyx(with({"proofgame", "1. B1 A1"}, end)).out, whole.out);
  EXPECT_EQ(run_onyx(with({"proofgame", "b1", "a1"}, end)).out, whole.out);
  expect_refused(with({"proofgame", "none.cert.json"}, end), "none.cert.json");
}

TEST(NaturalGames, AFileNeedsNoSight) {
  const std::string end = ONYX_TEST_DIR "/../results/natural/4x5-sight-11/end.cert.json";
  const Result result = run_onyx({"--threads", "1", "proofgame", end, "--setup", "open:4x5"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_NE(result.out.find("\nsight: "), std::string::npos) << result;
}

TEST(NaturalGames, SeveralPositionsNeedNoSight) {
  for (const Arguments& ends : {Arguments{"V2/3/3 - H", "V2/1H1/3 - V", "open:3x3"},
                                {"V1/2 - H", "1V/2 - H", "open:2x2"}}) {
    const Result result = run_onyx({"proofgame", ends[0], ends[1], "--setup", ends[2]});
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(result.out.find(ends[2] + ' '), 0U) << result;
    EXPECT_NE(result.out.find("\nsight: "), std::string::npos) << result;
  }
}

TEST(NaturalGames, ABoundOnTheSightIsToldAsOne) {
  const Arguments game = {
      "proofgame", "open:4x5 A4 B4 C4 A5 B5* B1 A5 D5 D1 C3 D3 A3 D4 D2 C2* D2 A1 B2",
      "--setup",   "open:4x5",
      "--sight",   "7"};
  const nlohmann::json exact = run_onyx(with(game, {"--json"})).json();
  EXPECT_EQ(exact.at("sight"), 7);
  EXPECT_EQ(exact.at("sight_exact"), true) << "the last move gives up a win in nine";
  // Without the values, the mistake is unknown, so it does not bound the sight.
  const Arguments cheap = with(game, {"--value-nodes", "1"});
  EXPECT_NE(run_onyx(cheap).out.find("\nsight: 7 or more\n"), std::string::npos);
  EXPECT_EQ(run_onyx(with(cheap, {"--json"})).json().at("sight_exact"), false);
  const Result late = run_onyx(with(game, {"--time-limit", "0"}));
  EXPECT_EQ(late.code, 3) << late;
  EXPECT_NE(late.out.find("\nsight: "), std::string::npos) << late;
}

TEST(NaturalGames, AreToldAsText) {
  const Result result = run_onyx({"--threads", "1", "proofgame", kDrawOf4x5, "--setup", "open:4x5",
                                  "--sight", "3", "--value-nodes", "1000000"});
  ASSERT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.out.find("open:4x5 "), 0U) << result;
  EXPECT_NE(result.out.find("\nsight: "), std::string::npos) << result;
  EXPECT_NE(result.out.find("\nmistakes: "), std::string::npos) << result;
}

TEST(NaturalGames, WhereThereIsNoneThatIsProved) {
  // One player wins from this setup, so every game to a drawn position contains a mistake.
  const Result none = run_onyx({"proofgame", kDrawOf4x5, "--setup", "open:4x5", "--sight", "13",
                                "--mistakes", "0", "--value-nodes", "100000000"});
  EXPECT_EQ(none.code, 1) << none;
  EXPECT_EQ(none.out.find("impossible: "), 0U) << none;
}

TEST(NaturalGames, AMistakeCanBeHiddenDeeper) {
  const Arguments search = {
      "--threads",       "1",
      "proofgame",       std::string(ONYX_TEST_DIR) + "/../results/repetitions/small",
      "--setup",         "open:4x5",
      "--sight",         "5",
      "--mistakes",      "1",
      "--mistake-sight", "9",
      "--json"};
  const Result result = run_onyx(search);
  ASSERT_EQ(result.code, 0) << result;
  const nlohmann::json game = result.json();
  ASSERT_EQ(game.at("mistakes").size(), 1U);
  const auto ply = game.at("mistakes").front().at("ply").get<std::size_t>();
  const auto moves = game.at("game").at("moves").get<std::vector<std::string>>();
  const WideBoard<1> board({4, 5});
  const WideLine<1> line = replay(board, open_setup(board), moves);
  Sight<1> sight(board);
  EXPECT_EQ(sight.is_sighted(line.positions.at(ply - 1), line.moves.at(ply - 1), 9), true);
}

TEST(NaturalGames, ValuesInAFileAreUsedAgain) {
  const TemporaryFolder folder;
  const std::string values = folder / "values";
  const Arguments search = {"--threads",     "1",         "proofgame", kDrawOf4x5,   "--setup",
                            "open:4x5",      "--sight",   "11",        "--mistakes", "1",
                            "--value-nodes", "100000000", "--resume",  values};
  const Result first = run_onyx(search);
  EXPECT_EQ(first.code, 1) << first;
  const std::string text = read_file(values);
  ASSERT_NE(text.find("; draw\n"), std::string::npos);
  // The search drops the cut line and solves its position again. Values from the file are unproved.
  write_file(values, text.substr(0, text.size() - 3));
  const Result second = run_onyx(search);
  EXPECT_EQ(second.code, 3) << second;
  EXPECT_NE(second.out.find("are not proved here"), std::string::npos) << second;
  EXPECT_EQ(read_file(values), text);
  const std::string foreign = "{\"format\": \"onyx-certificate\"}";
  write_file(values, foreign);
  expect_refused(search, "is not a file of values");
  EXPECT_EQ(read_file(values), foreign);
  write_file(values, "5/5/5/5 - V; V wins\n");
  expect_refused(search, "line 1");
  write_file(values, "4/4/4/4/4 - V; white wins\n");
  expect_refused(search, "no value: 'white wins'");
}

TEST(NaturalGames, NothingIsProvedWhereALimitCutsTheReadingShort) {
  const Result result =
      run_onyx({"proofgame", std::string(ONYX_TEST_DIR) + "/../results/repetitions/small",
                "--setup", "open:4x5", "--sight", "13", "--mistakes", "0", "--time-limit", "0"});
  EXPECT_EQ(result.code, 3) << result;
  EXPECT_EQ(result.out.find("unknown: "), 0U) << result;
}

TEST(NaturalGames, TheTimeLimitCoversTheSearchForACycle) {
  const auto proofs =
      proofs_in({std::string(ONYX_TEST_DIR) + "/../results/records/fewest-stones-5x5.pack"});
  Stop stop;
  EXPECT_FALSE(cycle_positions_of(proofs.front(), stop).empty());
  stop.deadline = Stop::Clock::now();
  EXPECT_THROW(cycle_positions_of(proofs.front(), stop), NoRecord);
}

TEST(NaturalGames, BadUsageIsNamed) {
  expect_refused({"proofgame", kDrawOf4x5, "--setup", "open:4x5", "--sight", "4"},
                 "--sight is odd");
  expect_refused({"proofgame", kDrawOf4x5, "--setup", "open:5x5", "--sight", "3"}, "4x5");
  expect_refused({"proofgame", "no-such-folder", "--setup", "open:4x5", "--sight", "3"},
                 "no-such-folder");
}

}  // namespace
}  // namespace onyx::test
