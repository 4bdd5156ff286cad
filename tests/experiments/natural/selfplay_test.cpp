// Tests onyx selfplay: games are legal and within the players' sight; a seed gives equal games,
// even in shards, in pieces or after kills; repetitions and draws are found; bad input is refused.
#include "experiments/natural/selfplay.h"

#include <map>

#include "core/notation.h"
#include "experiments/natural/played_game.h"
#include "solver/sight/sight.h"
#include "tests/experiments/program.h"
#include "tests/experiments/set_variable.h"
#include "tests/plain/rules.h"
#include "tests/sanitized.h"
#include "tests/solver/decide/decide_once.h"

namespace onyx::test {
namespace {

Arguments selfplay(const std::string& setup, int games, const std::string& out) {
  return {"selfplay", setup, "--games", std::to_string(games), "--out", out};
}

/// Returns all game records of the folder, keyed by game number.
std::map<std::uint64_t, std::string> games_in(const Path& folder) {
  std::map<std::uint64_t, std::string> games;
  for (const std::string& name : names_in(folder)) {
    if (!name.ends_with(".games")) continue;
    const std::size_t at = name.rfind("-shard") + 6;
    std::uint64_t number = std::stoull(name.substr(at));
    const std::uint64_t step = std::stoull(name.substr(name.find("of", at) + 2));
    for (const std::string& line : lines_of(read(folder / name))) {
      EXPECT_TRUE(games.emplace(number, line).second) << number;
      number += step;
    }
  }
  return games;
}

std::map<std::string, std::string> files_in(const Path& folder) {
  std::map<std::string, std::string> files;
  for (const std::string& name : names_in(folder)) files[name] = read(folder / name);
  return files;
}

nlohmann::json summary_in(const Result& result) {
  EXPECT_EQ(result.code, 0) << result;
  nlohmann::json json = result.json();
  for (const char* key : {"seconds", "out", "records", "shard"}) json.erase(key);
  return json;
}

// --- One game ------------------------------------------------------------------------------------

/// A position on a cycle of eight plies, in which every move is the only move that does not lose.
constexpr const char* kDrawn = "VVHH/V1VV/H1H1/1HVH/VH1V - V";
/// A game from the setup to a drawn position with one mistake, H's move at ply 18.
constexpr const char* kOneMistake =
    "open:4x5 A4 B4 C4 A5 B5* B1 A5 D5 D1 C3 D3 A3 D4 D2 C2* D2 A1 B2";

ChooseMove<1> line_then_best(const WideBoard<1>& board, std::vector<Place> line) {
  return [&board, line = std::move(line),
          ply = std::size_t{0}](const WidePosition<1>& position) mutable -> std::optional<Place> {
    if (ply < line.size()) return line[ply++];
    return decide(board, position).best_moves.front();
  };
}

TEST(PlayedGame, EndsWhenAPositionComesBack) {
  const WideBoard<1> board({4, 5});
  const auto game =
      play_game<1>(board, parse_position(board, kDrawn), 1000, line_then_best(board, {}));
  ASSERT_TRUE(game);
  EXPECT_EQ(game->end, GameEnd::repeated);
  EXPECT_EQ(game->returns_to, 0U);
  EXPECT_EQ(game->line.moves.size(), 8U);
  EXPECT_EQ(game->line.end(), game->line.start());
  const GameWorth worth = worth_of(board, game->line, {});
  for (const auto& value : worth.values) EXPECT_EQ(value, Claim::draw);
}

TEST(PlayedGame, EndsWhenAPositionOfItsMiddleComesBack) {
  const WideBoard<1> board({4, 5});
  const Record record = parse_record(kOneMistake);
  const WideLine<1> line = replay(board, parse_position(board, record.start), record.moves);
  const auto game = play_game<1>(board, line.start(), 1000, line_then_best(board, line.moves));
  ASSERT_TRUE(game);
  EXPECT_EQ(game->end, GameEnd::repeated);
  const std::vector<WidePosition<1>>& positions = game->line.positions;
  EXPECT_GT(game->returns_to, 0U);
  EXPECT_LT(game->returns_to, positions.size() - 1);
  EXPECT_EQ(positions[game->returns_to], positions.back());
  for (std::size_t i = 0; i + 1 < positions.size(); ++i) {
    EXPECT_EQ(std::find(positions.begin(), positions.end(), positions[i]) - positions.begin(),
              static_cast<std::ptrdiff_t>(i));
  }
}

TEST(PlayedGame, EndsByConnectionOrWhenItIsTooLong) {
  const WideBoard<1> board({4, 5});
  const Record record = parse_record("open:4x5 A1 B1 A2 B2 A3 B3 A4 B4 A5");
  const WideLine<1> line = replay(board, parse_position(board, record.start), record.moves);
  const auto game = play_game<1>(board, line.start(), 9, line_then_best(board, line.moves));
  ASSERT_TRUE(game);
  EXPECT_EQ(game->end, GameEnd::connected);
  EXPECT_EQ(game->line.moves.size(), 9U);
  const auto cut = play_game<1>(board, line.start(), 8, line_then_best(board, line.moves));
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->end, GameEnd::too_long);
  EXPECT_EQ(cut->line.moves.size(), 8U);
  EXPECT_FALSE(play_game<1>(board, line.start(), 8,
                            [](const WidePosition<1>&) { return std::optional<Place>(); }));
}

TEST(PlayedGame, IsWorthWhatItsPositionsAre) {
  const WideBoard<1> board({4, 5});
  std::map<Claim, int> seen;
  for (const char* text : {kOneMistake, "open:4x5 A1 B1 A2 B2 A3 B3 A4 B4 A5"}) {
    const Record record = parse_record(text);
    const WideLine<1> line = replay(board, parse_position(board, record.start), record.moves);
    Stop stop;
    stop.work = 2'000;
    const GameWorth worth = worth_of(board, line, stop);
    ASSERT_EQ(worth.values.size(), line.positions.size());
    WideDecider<1> decider(board);
    for (std::size_t i = line.positions.size(); i-- > 0;) {
      if (!worth.values[i]) continue;
      ++seen[*worth.values[i]];
      EXPECT_EQ(worth.values[i], decider.decide(line.positions[i]).claim) << text << ", ply " << i;
    }
  }
  for (const Claim claim : {Claim::v_wins, Claim::h_wins, Claim::draw}) EXPECT_GT(seen[claim], 0);
}

TEST(PlayedGame, LeavesAloneWhatIsTooHard) {
  const WideBoard<1> board({4, 5});
  const Record record = parse_record(kOneMistake);
  const WideLine<1> line = replay(board, parse_position(board, record.start), record.moves);
  Stop stop;
  stop.work = 1;
  const GameWorth worth = worth_of(board, line, stop);
  EXPECT_FALSE(worth.is_cut_short);
  EXPECT_FALSE(worth.values.front());
  stop.work = 0;
  EXPECT_EQ(worth_of(board, line, stop).values,
            std::vector<std::optional<Claim>>(line.positions.size()));
  stop.work = UINT64_MAX;
  stop.deadline = Stop::Clock::now();
  EXPECT_TRUE(worth_of(board, line, stop).is_cut_short);
}

TEST(PlayedGame, AsksWhatIsKnownBeforeItSearches) {
  const WideBoard<1> board({4, 5});
  const Record record = parse_record(kOneMistake);
  const WideLine<1> line = replay(board, parse_position(board, record.start), record.moves);
  Stop stop;
  stop.work = 1;
  const AskKnown<1> known = [&](const WidePosition<1>& position) -> std::optional<Claim> {
    if (position == line.positions[1] || position == line.end()) return Claim::h_wins;
    return std::nullopt;
  };
  const GameWorth worth = worth_of(board, line, stop, known);
  EXPECT_EQ(worth.values.back(), Claim::h_wins);
  EXPECT_EQ(worth.values[1], Claim::h_wins) << "asked although later positions are too hard";
  EXPECT_FALSE(worth.values[0]) << "V may have had better";
}

// --- The command ---------------------------------------------------------------------------------

struct Players {
  const char* setup;
  int games;
  int sight_v;
  int sight_h;
};

TEST(SelfplayGames, AreLegalAndOfTheirSight) {
  for (const Players& players : {Players{"open:4x5", 30, 1, 5},
                                 {"open:3x4", 60, 3, 3},
                                 {"standard:6x6", 6 / one_in(3), 3, 1}}) {
    const TemporaryFolder folder;
    const Result result =
        run_onyx(with(selfplay(players.setup, players.games, folder / "out"),
                      {"--sight-v", std::to_string(players.sight_v), "--sight-h",
                       std::to_string(players.sight_h), "--json", "--value-nodes", "100"}));
    ASSERT_EQ(result.code, 0) << result;
    const nlohmann::json json = result.json();
    EXPECT_EQ(json.at("games"), players.games);
    const auto games = games_in(folder / "out");
    EXPECT_EQ(games.size(), static_cast<std::size_t>(players.games));
    std::uint64_t plies = 0;
    std::uint64_t pairs = 0;
    std::map<char, int> wins{{'V', 0}, {'H', 0}};
    const WideBoard<1> board(board_size_of(players.setup));
    Sight<1> sight(board);
    for (const auto& [number, text] : games) {
      const Record record = parse_record(text);
      ASSERT_EQ(record.start, players.setup);
      const WideLine<1> line = replay(board, parse_position(board, record.start), record.moves);
      plain::Position plain = record.start.starts_with("open")
                                  ? plain::open_setup(board.size().width, board.size().height)
                                  : plain::standard_setup(board.size().width);
      for (std::size_t i = 0; i < line.moves.size(); ++i) {
        const int k = plain.side == 'V' ? players.sight_v : players.sight_h;
        ASSERT_EQ(sight.is_sighted(line.positions[i], line.moves[i], k), true)
            << text << ", ply " << i + 1;
        const std::vector<plain::Move> legal = plain::legal_moves(plain);
        const auto move = std::find_if(legal.begin(), legal.end(), [&](const plain::Move& one) {
          return one.text() == record.moves[i].text;
        });
        ASSERT_NE(move, legal.end()) << text << ", ply " << i + 1;
        pairs += static_cast<std::uint64_t>(move->pairs);
        plain = plain::play(plain, *move);
      }
      ASSERT_TRUE(plain::game_over(plain)) << text;
      ++wins[plain::opponent(plain.side)];
      plies += line.moves.size();
    }
    EXPECT_EQ(json.at("plies").at("all"), plies);
    EXPECT_EQ(json.at("captures"), pairs);
    EXPECT_EQ(json.at("wins").at("V"), wins['V']);
    EXPECT_EQ(json.at("wins").at("H"), wins['H']);
    EXPECT_GT(json.at("distinct"), players.games / 2);
    EXPECT_EQ(json.at("positions"), plies + static_cast<std::uint64_t>(players.games));
    if (players.sight_h > players.sight_v) {
      EXPECT_GT(wins['H'], wins['V']);
    }
  }
}

class SelfplayTest : public testing::Test {
 protected:
  static constexpr int kGames = 30 / one_in(3);

  Arguments arguments(const std::string& out) const {
    return with(selfplay("open:4x5", kGames, folder_ / out),
                {"--sight", "1", "--json", "--save-every", "0", "--value-nodes", "300"});
  }

  const TemporaryFolder folder_;
  const nlohmann::json whole_ = summary_in(run_onyx(arguments("whole")));
};

TEST_F(SelfplayTest, TheSameInShardsAndThreads) {
  EXPECT_EQ(summary_in(run_onyx(with(arguments("again"), {"--threads", "3"}))), whole_);
  EXPECT_EQ(files_in(folder_ / "again"), files_in(folder_ / "whole"));
  for (const char* shard : {"2/3", "1/3", "3/3"}) {
    run_onyx(with(arguments("parts"), {"--shard", shard}));
  }
  EXPECT_EQ(games_in(folder_ / "parts"), games_in(folder_ / "whole"));
  nlohmann::json joined = summary_in(run_onyx(with(arguments("parts"), {"--shard", "1/3"})));
  EXPECT_EQ(joined, whole_);
  run_onyx(with(arguments("other"), {"--seed", "8"}));
  EXPECT_NE(games_in(folder_ / "other"), games_in(folder_ / "whole"));
}

TEST_F(SelfplayTest, TheSameInPieces) {
  Arguments few = arguments("pieces");
  few[3] = "10";
  EXPECT_EQ(run_onyx(few).json().at("games"), 10);
  for (int i = 0; i < 10; ++i) {
    const Result result = run_onyx(with(arguments("pieces"), {"--time-limit", "0.01"}));
    EXPECT_TRUE(result.code == 3 || result.code == 0) << result;
  }
  EXPECT_EQ(run_onyx(with(arguments("fresh"), {"--time-limit", "0"})).code, 3);
  EXPECT_EQ(summary_in(run_onyx(arguments("pieces"))), whole_);
  EXPECT_EQ(files_in(folder_ / "pieces"), files_in(folder_ / "whole"));
}

TEST_F(SelfplayTest, TheSameAfterKillsAndInterrupts) {
  plain::Rng rng(41);
  for (const int signal : {SIGKILL, SIGINT, SIGKILL, SIGTERM, SIGKILL, SIGKILL}) {
    Process process(onyx_command(arguments("out")));
    if (signal != SIGKILL) process.wait_until_signals_are_caught();
    std::this_thread::sleep_for(std::chrono::milliseconds(plain::random_below(rng, 60)));
    process.send(signal);
    const Result result = process.wait();
    EXPECT_TRUE(result.signal == SIGKILL || result.code == 130 || result.code == 0) << result;
  }
  EXPECT_EQ(summary_in(run_onyx(arguments("out"))), whole_);
  EXPECT_EQ(games_in(folder_ / "out"), games_in(folder_ / "whole"));
}

TEST_F(SelfplayTest, ForgetsRecordsThatTheCheckpointDoesNotCount) {
  Arguments few = arguments("out");
  few[3] = "10";
  run_onyx(few);
  // Simulate a kill while records are saved: write one whole new record and part of another.
  const Path records = Path(folder_ / "out") / "selfplay-open-4x5-sight1-1-seed1-shard0of1.games";
  write(records, read(records) + "open:4x5 A1\nopen:4x5 B");
  EXPECT_EQ(summary_in(run_onyx(arguments("out"))), whole_);
  EXPECT_EQ(files_in(folder_ / "out"), files_in(folder_ / "whole"));
  write(records, "open:4x5 A1\n");
  expect_refused(arguments("out"), "1 of the " + std::to_string(kGames) + " games");
}

TEST_F(SelfplayTest, RefusesOtherSettingsInTheSameFiles) {
  expect_refused(with(arguments("whole"), {"--noise", "77"}), "other settings");
  const Path checkpoint =
      Path(folder_ / "whole") / "selfplay-open-4x5-sight1-1-seed1-shard0of1.json";
  write(checkpoint, read(checkpoint).substr(0, 100));
  expect_refused(arguments("whole"), "damaged");
}

TEST_F(SelfplayTest, TellsWhatItPlayed) {
  Arguments as_text = arguments("whole");
  as_text.erase(std::find(as_text.begin(), as_text.end(), "--json"));
  const Result result = run_onyx(as_text);
  EXPECT_EQ(result.code, 0) << result;
  const Texts lines = lines_of(result.out);
  ASSERT_GE(lines.size(), 6U) << result;
  EXPECT_TRUE(lines[0].starts_with(std::to_string(kGames) + " games, ")) << result;
  EXPECT_EQ(lines[1], "wins: V " + whole_.at("wins").at("V").dump() + ", H " +
                          whole_.at("wins").at("H").dump());
  EXPECT_NE(result.out.find("a position came back: "), std::string::npos);
  const std::string record = games_in(folder_ / "whole").at(0);
  EXPECT_EQ(run_onyx({"play", record}).code, 0);
}

TEST(SelfplayValues, ComeFirstFromCertificates) {
  const TemporaryFolder folder;
  const TemporaryFolder cache;
  const SetVariable variable("XDG_CACHE_HOME", cache.path().string());
  const std::string win = folder / "win.certz";
  ASSERT_EQ(run_onyx({"solve", "open:4x4", "--certificate", win}).code, 0);
  const auto arguments = [&](const std::string& out, const Arguments& more) {
    return with(with(selfplay("open:4x4", 10, folder / out),
                     {"--sight", "1", "--json", "--value-nodes", "1"}),
                more);
  };
  const SetVariable standing("ONYX_KNOWN", win);
  const nlohmann::json without = summary_in(run_onyx(arguments("without", {})));
  const nlohmann::json known = summary_in(run_onyx(arguments("known", {"--known", win})));
  EXPECT_LE(known.at("undecided").get<int>() + 10, without.at("undecided").get<int>())
      << "the value of the setup, which begins each game, is proved";
  EXPECT_EQ(games_in(folder / "known"), games_in(folder / "without"));
  // Neither sharding nor another file name of the certificate may change the result.
  std::filesystem::create_directory(folder / "certificates");
  std::filesystem::copy(win, (folder / "certificates") + "/other.certz");
  const Arguments renamed = {"--known", folder / "certificates", "--shard"};
  run_onyx(arguments("parts", with(renamed, {"2/2"})));
  EXPECT_EQ(summary_in(run_onyx(arguments("parts", with(renamed, {"1/2"})))), known);
  expect_refused(arguments("known", {}), "other settings");
  write(win, read(win) + "x");
  expect_refused(arguments("damaged", {"--known", win}), "win.certz");
}

TEST(SelfplayUsage, RefusesWhatMakesNoSense) {
  const TemporaryFolder folder;
  const Arguments good = selfplay("open:3x3", 1, folder / "out");
  expect_refused(good, "--sight K");
  expect_refused(with(good, {"--sight-v", "3"}), "--sight-h");
  expect_refused(with(good, {"--sight", "4"}), "--sight 4 is even");
  expect_refused(with(good, {"--sight-v", "3", "--sight-h", "2"}), "--sight-h 2 is even");
  expect_refused(with(good, {"--sight", "33"}), "from 1 to 31");
  expect_refused(with(good, {"--sight", "3", "--shard", "2/1"}), "--shard");
  expect_refused(with(selfplay("open:3x3", 0, folder / "out"), {"--sight", "3"}), "--games");
  expect_refused(with(selfplay("3/3/3 - V", 1, folder / "out"), {"--sight", "3"}), "setup");
  expect_refused(with(selfplay("standard:5x5", 1, folder / "out"), {"--sight", "3"}),
                 "no standard setup on 5x5");
  expect_refused({"selfplay", "open:3x3", "--games", "1", "--sight", "3"}, "--out");
}

}  // namespace
}  // namespace onyx::test
