// Tests onyx analyse on games and positions whose values the plain engine knows, on the games of
// tests/vectors, and on several forms of input.

#include <cstdlib>

#include "tests/experiments/program.h"
#include "tests/experiments/repetitions.h"
#include "tests/plain/retrograde.h"
#include "tests/plain/rules.h"

namespace onyx::test {
namespace {

const Texts kGame = {"B3*", "C3", "C2", "B4*", "D3*", "C3", "D2*", "D1", "C4", "E2*", "E1", "D2*"};

std::string plain_value_of(const std::map<plain::Position, plain::Entry>& table,
                           const plain::Position& position) {
  const plain::Entry entry = table.at(position);
  if (entry.value == plain::Value::kDraw) return "draw";
  const bool mover_wins = entry.value == plain::Value::kWin;
  return std::string(1, mover_wins ? position.side : plain::opponent(position.side)) + " wins";
}

nlohmann::json plain_distance_of(const std::map<plain::Position, plain::Entry>& table,
                                 const plain::Position& position) {
  const plain::Entry entry = table.at(position);
  return entry.value == plain::Value::kDraw ? nlohmann::json() : nlohmann::json(entry.distance);
}

TEST(Analyse, KnowsWhatEachPlyOfAGameIsWorth) {
  const TemporaryFolder folder;
  const plain::Position start = plain::from_text(kDraw);
  const auto table = plain::solve_from(start, 10'000);
  const Result result =
      run_onyx({"--json", "analyse", kDraw, joined(kGame, " "), "--out", folder / "out"});
  ASSERT_EQ(result.code, 0) << result;
  const nlohmann::json json = result.json();
  ASSERT_EQ(json.at("plies").size(), kGame.size());
  plain::Position position = start;
  nlohmann::json mistakes = {{"V", nlohmann::json::array()}, {"H", nlohmann::json::array()}};
  for (std::size_t i = 0; i < kGame.size(); ++i) {
    const nlohmann::json& ply = json.at("plies")[i];
    SCOPED_TRACE(ply.dump());
    EXPECT_EQ(keys_of(ply), (Texts{"after", "after_distance", "after_distance_at_most", "before",
                                   "best", "best_exact", "distance", "distance_at_most", "error",
                                   "loses", "move", "ply", "wins_later"}));
    EXPECT_EQ(ply.at("ply"), i + 1);
    EXPECT_EQ(ply.at("move"), kGame[i]);
    EXPECT_EQ(ply.at("before"), plain_value_of(table, position));
    EXPECT_EQ(ply.at("distance"), plain_distance_of(table, position));
    EXPECT_TRUE(ply.at("distance_at_most").is_null()) << "it is known exactly";
    for (const auto& best : ply.at("best")) {
      const plain::Position next = plain::play(position, best.get<std::string>());
      EXPECT_EQ(ply.at("before"), plain_value_of(table, next)) << best;
    }
    position = plain::play(position, kGame[i]);
    EXPECT_EQ(ply.at("after"), plain_value_of(table, position));
    EXPECT_EQ(ply.at("after_distance"), plain_distance_of(table, position));
    const bool is_error = ply.at("after") != ply.at("before");
    EXPECT_EQ(ply.at("error"), is_error);
    EXPECT_EQ(ply.at("loses").is_null(), !is_error);
    if (is_error) {
      EXPECT_EQ(ply.at("loses"), ply.at("before") == "draw" ? "draw" : "win");
      mistakes[i % 2 == 0 ? "H" : "V"].push_back(ply.at("ply"));
    }
  }
  EXPECT_EQ(json.at("game"), (nlohmann::json{{"position", kDraw}, {"moves", kGame}}));
  const nlohmann::json& summary = json.at("summary");
  EXPECT_EQ(summary.at("mistake_plies"), mistakes);
  for (const char* const player : {"V", "H"}) {
    EXPECT_EQ(summary.at("mistakes").at(player), mistakes.at(player).size());
  }
  EXPECT_EQ(summary.at("unknown"), 0);
  EXPECT_TRUE(summary.at("sight").is_null()) << "no ply precedes what repeats";
  EXPECT_EQ(json.at("repetitions").size(), 1U);
  EXPECT_EQ(json.at("repetitions")[0].at("position"), kDraw);
  EXPECT_EQ(json.at("repetitions")[0].at("from_ply"), 0);
  EXPECT_EQ(json.at("repetitions")[0].at("to_ply"), 12);
  for (std::size_t ply = 0; ply <= kGame.size(); ++ply) {
    expect_accepted(folder / ("out/ply-" + std::to_string(ply) + ".cert.json"));
  }
}

// In this game, V misses a win in 1 ply and wins later.
TEST(Analyse, PrintsTheLastPlyFirstAndASummary) {
  const Result result = run_onyx({"analyse", "2/V1 - V", "B1", "A2", "B2"});
  ASSERT_EQ(result.code, 0) << result;
  const Texts lines = lines_of(result.out);
  ASSERT_GE(lines.size(), 6U) << result;
  for (const char* const column : {"ply", "move", "before", "after", "remark", "best"}) {
    EXPECT_NE(lines[0].find(column), std::string::npos) << column;
  }
  const std::size_t after = lines[0].find("after");
  const std::size_t remark = lines[0].find("remark");
  EXPECT_TRUE(lines[1].starts_with("3    V B2")) << result;
  EXPECT_EQ(lines[1].substr(after, 9), "V has won");
  EXPECT_TRUE(lines[2].starts_with("2    H A2")) << result;
  EXPECT_TRUE(lines[3].starts_with("1    V B1")) << result;
  EXPECT_EQ(lines[3].substr(remark, 26), "wins later than in 1 ply  ") << result;
  EXPECT_EQ(lines[lines.size() - 3], "mistakes: V 0, H 0");
  EXPECT_TRUE(lines[lines.size() - 2].ends_with(" or more")) << "no near win is given up";
  EXPECT_EQ(lines.back(), "unknown: 0 plies");

  const Result game = run_onyx({"analyse", kDraw, joined(kGame, " ")});
  EXPECT_NE(game.out.find("gives up a draw"), std::string::npos) << game;
  EXPECT_NE(game.out.find("\nmistakes: V 2 (plies 2, 6), H 2 (plies 3, 11)\n"), std::string::npos)
      << game;
  EXPECT_NE(game.out.find("\nsight: none, "), std::string::npos) << game;
  const Result hasty = run_onyx({"analyse", "open:6x6", "C3 D4 C4", "--time-limit", "0"});
  EXPECT_NE(hasty.out.find("\nmistakes: V 0, H 0, or more\n"), std::string::npos) << hasty;
  const Result blunder = run_onyx({"--json", "analyse", kDraw, "B3 C3 C2"});
  EXPECT_EQ(blunder.json().at("summary").at("mistakes_exact"), true);
  EXPECT_EQ(blunder.json().at("summary").at("sight"), 0) << "H does not connect at once";
  EXPECT_TRUE(blunder.json().at("summary").at("sight_exact").get<bool>());
}

TEST(Analyse, OnlyGlancesAfterManyUnknownPositionsInARow) {
  const std::string game = "open:12x12 B2 C3 D4 E5 F6 G7 H8 I9 J10 K11 B4 C6";
  const Result glancing = run_onyx({"--json", "analyse", game, "--time-limit", "0"});
  EXPECT_EQ(glancing.code, 3) << glancing;
  EXPECT_EQ(glancing.json().at("glanced_up_to"), 7) << "of 13 positions 6 were asked";
  EXPECT_EQ(glancing.json().at("summary").at("unknown"), 12);
  EXPECT_EQ(glancing.json().at("game").at("setup"), "open:12x12");
  EXPECT_NE(glancing.err.find("plies 1 to 7: "), std::string::npos) << glancing;
  EXPECT_NE(glancing.err.find("--all"), std::string::npos) << glancing;
  const Result text = run_onyx({"analyse", game, "--time-limit", "0"});
  EXPECT_NE(text.out.find("\nplies 1 to 7: "), std::string::npos) << text;
  const Result all = run_onyx({"--json", "analyse", game, "--time-limit", "0", "--all"});
  EXPECT_EQ(all.json().at("glanced_up_to"), 0);
  EXPECT_EQ(all.err, "");
}

TEST(Analyse, KnowsWhatEachMoveOfAPositionIsWorth) {
  const TemporaryFolder folder;
  const plain::Position start = plain::from_text(kDraw);
  const auto table = plain::solve_from(start, 10'000);
  const Result result = run_onyx({"--json", "analyse", kDraw, "--out", folder / "out"});
  ASSERT_EQ(result.code, 0) << result;
  const nlohmann::json json = result.json();
  EXPECT_EQ(json.at("value"), "draw");
  const auto moves = plain::legal_moves(start);
  ASSERT_EQ(json.at("moves").size(), moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const nlohmann::json& move = json.at("moves")[i];
    SCOPED_TRACE(move.dump());
    EXPECT_EQ(move.at("move"), moves[i].text());
    const plain::Position next = plain::play(start, moves[i]);
    EXPECT_EQ(move.at("value"), plain_value_of(table, next));
    EXPECT_EQ(move.at("best"), plain_value_of(table, next) == "draw");
    const plain::Position after = plain::play(next, move.at("reply").get<std::string>());
    EXPECT_EQ(move.at("value"), plain_value_of(table, after));
    expect_accepted(folder / ("out/" + moves[i].place + ".cert.json"));
  }
  expect_accepted(folder / "out/position.cert.json");
}

TEST(Analyse, ACertificateThatCannotBeWrittenCostsNoAnswer) {
  const TemporaryFolder folder;
  const std::string in_the_way = folder / "out/position.cert.json";
  std::filesystem::create_directories(in_the_way + "/full");
  const Result result = run_onyx({"analyse", kDraw, "--out", folder / "out"});
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_EQ(result.out, run_onyx({"analyse", kDraw}).out);
  EXPECT_NE(result.err.find(in_the_way), std::string::npos) << result;
  EXPECT_GT(names_in(folder / "out").size(), 1U) << "the others are written";
}

TEST(Analyse, TakesAGameOverManyLinesAndManyPositions) {
  const TemporaryFolder folder;
  write(folder / "game",
        "\xef\xbb\xbf# a game\r\n" + kDraw + "\r\n1... b3x\r\n2. c3 c2 # why?\r\n");
  const Result game = run_onyx({"--json", "analyse", folder / "game"});
  ASSERT_EQ(game.code, 0) << game;
  EXPECT_EQ(game.json().at("plies").size(), 3U);
  write(folder / "many", kDraw + "\n\n2/V1 - V\n" + kDraw + " B3\n");
  const Result many = run_onyx({"--json", "analyse", folder / "many"});
  ASSERT_EQ(many.code, 0) << many;
  const Texts lines = lines_of(many.out);
  ASSERT_EQ(lines.size(), 3U) << many;
  EXPECT_EQ(nlohmann::json::parse(lines[0]).at("value"), "draw");
  EXPECT_EQ(nlohmann::json::parse(lines[1]).at("value"), "V wins");
  EXPECT_EQ(nlohmann::json::parse(lines[2]).at("plies").size(), 1U);
}

TEST(Analyse, NamesLineAndPly) {
  const TemporaryFolder folder;
  write(folder / "game", kDraw + "\n\nB3*\nB4 C2*\n");
  expect_refused({"analyse", folder / "game"}, "line 4, ply 3: ");
  expect_refused({"analyse", kDraw, "B3", "B3"}, "ply 2: ");
  expect_refused({"analyse", folder / "missing"}, "missing");
  write(folder / "empty", "# nothing\n");
  expect_refused({"analyse", folder / "empty"}, "has no game in it");
  expect_refused({"analyse"}, "GAME");
}

TEST(Analyse, WhatIsNotDecidedIsUnknown) {
  const Result game = run_onyx({"--json", "analyse", "open:12x12", "C3", "--time-limit", "0"});
  EXPECT_EQ(game.code, 3) << game;
  EXPECT_EQ(game.json().at("plies")[0].at("after"), "unknown");
  EXPECT_TRUE(game.json().at("plies")[0].at("error").is_null());
  const Result position = run_onyx({"analyse", "open:6x6", "--time-limit", "0"});
  EXPECT_EQ(position.code, 3) << position;
  EXPECT_TRUE(position.out.starts_with("unknown\n")) << position;
  const Result over = run_onyx({"analyse", "V1/V1 - H"});
  EXPECT_EQ(over.out, "V has won\n") << over;
}

// In a finished game, the last mover won. Large boards take long, so by default only a few games on
// smaller boards are analysed; with ONYX_ALL_GAMES in the environment, all sixty.
TEST(Analyse, AgreesWithTheGamesOfTheVectors) {
  const bool all = std::getenv("ONYX_ALL_GAMES") != nullptr;
  const Texts games = lines_of(read(Path(ONYX_TEST_DIR) / "vectors/games.jsonl"));
  for (std::size_t i = 0; i < games.size(); i += all ? 1 : 12) {
    const nlohmann::json game = nlohmann::json::parse(games[i]);
    if (!all && game.at("size").get<int>() > 6) continue;
    const std::string size = std::to_string(game.at("size").get<int>());
    const std::string text = game.at("setup").get<std::string>() + ":" + size + "x" + size + " " +
                             joined(game.at("moves").get<Texts>(), " ");
    const Result result = run_onyx({"--json", "analyse", text, "--time-limit", "0.05"});
    ASSERT_EQ(result.code, 0) << result;
    const nlohmann::json plies = result.json().at("plies");
    if (!game.at("winner").is_null()) {  // null if the game is unfinished
      const std::string wins = game.at("winner").get<std::string>() + " wins";
      EXPECT_EQ(plies.back().at("after"), wins);
      EXPECT_EQ(plies.back().at("before"), wins);
    }
    for (std::size_t ply = 1; ply < plies.size(); ++ply) {
      SCOPED_TRACE(text + " " + plies[ply].dump());
      EXPECT_EQ(plies[ply].at("before"), plies[ply - 1].at("after"));
      const auto& best = plies[ply].at("best");
      const bool is_best = std::find(best.begin(), best.end(), plies[ply].at("move")) != best.end();
      if (is_best) {
        EXPECT_EQ(plies[ply].at("after"), plies[ply].at("before"));
      }
    }
  }
}

}  // namespace
}  // namespace onyx::test
