// Tests onyx gtp and onyx genmove: the commands and failures of the protocol, games whose moves the
// plain rules check, and hostile input.
#include "experiments/gtp/gtp_session.h"

#include <map>
#include <random>

#include "tests/experiments/program.h"
#include "tests/plain/rules.h"

namespace onyx::test {
namespace {

/// A line of input and its answer, without the two newlines that end the answer.
struct Exchange {
  const char* line;
  const char* answer;
};

void expect_exchanges(GtpSession& session, const std::vector<Exchange>& exchanges) {
  for (const auto& [line, answer] : exchanges) {
    const std::string wanted = *answer == '\0' ? "" : std::string(answer) + "\n\n";
    EXPECT_EQ(session.answer(line), wanted) << line;
  }
}

TEST(Gtp, AnswersEveryCommand) {
  GtpSession session(1, 1);
  expect_exchanges(
      session,
      {{"protocol_version", "= 2"},
       {"7 name", "=7 Onyx"},
       {"known_command genmove", "= true"},
       {"known_command pass", "= false"},
       {"boardsize 5x4", "="},
       {"gogui-rules_game_id", "= Onyx"},
       {"gogui-rules_board_size", "= 5x4"},
       {"boardsize 4 5 6", "? unacceptable size"},
       {"boardsize 4", "="},
       {"clear_board", "="},
       {"komi 6.5", "="},
       {"gogui-rules_board_size", "= 4"},
       {"gogui-rules_side_to_move", "= black"},
       {"play black B2", "="},
       {"play W c3", "="},
       {"gogui-rules_side_to_move", "= black"},
       {"gogui-rules_board", "=\n. . . .\n. . O .\n. X . .\n. . . ."},
       {"showboard",
        "=\n    A   B   C   D\n  4   -   -   -    4\n    | / |   | / |\n  3   -   - H -    3\n"
        "    |   | \\ |   |\n  2   - V -   -    2\n    | / |   | / |\n  1   -   -   -    1\n"
        "    A   B   C   D\nV (black) to move"},
       {"undo", "="},
       {"gogui-rules_side_to_move", "= white"},
       {"final_score", "? cannot score: nobody has connected"},
       {"gogui-rules_final_result", "= unknown"},
       {"time_settings 60 10 5", "="},
       {"time_left black 3 0", "="},
       {"undo", "="},
       {"9 undo", "?9 cannot undo"},
       {"onyx-setup standard:4x4", "="},
       {"gogui-rules_board", "=\n. O O .\nX . . X\nX . . X\n. O O ."},
       {"onyx-setup open:4x4 1. d4 2. a1 b2", "="},
       {"gogui-rules_side_to_move", "= white"},
       {"undo", "="},
       {"clear_board", "="},
       {"undo", "? cannot undo"}});
  EXPECT_TRUE(session.answer("version").starts_with("= "));
  const std::string list = session.answer("list_commands");
  for (const std::string& command : lines_of(list.substr(2))) {
    if (command.empty()) continue;
    EXPECT_EQ(session.answer("known_command " + command), "= true\n\n") << command;
    EXPECT_EQ(session.answer(command).find("unknown command"), std::string::npos) << command;
  }
  EXPECT_TRUE(session.has_quit());
}

TEST(Gtp, ReadsLinesAsTheProtocolSays) {
  GtpSession session(1, 1);
  expect_exchanges(session, {{"", ""},
                             {"   \t ", ""},
                             {"# a comment", ""},
                             {"12 # no command", "?12 syntax error: no command"},
                             {"1\tname\t# who", "=1 Onyx"},
                             {"name\r", "= Onyx"},
                             {"  \x01na\x07me", "= Onyx"},
                             {"0012345678901234567890 name", "=0012345678901234567890 Onyx"},
                             {"NAME", "? unknown command"},
                             {"1x name", "? unknown command"},
                             {"-1 name", "? unknown command"},
                             {"5 6 name", "?5 unknown command"}});
}

TEST(Gtp, ReportsErrors) {
  GtpSession session(1, 1);
  expect_exchanges(
      session,
      {{"boardsize", "? syntax error: boardsize N or boardsize WxH"},
       {"boardsize x", "? unacceptable size"},
       {"boardsize four", "? syntax error: 'four' is not a size"},
       {"boardsize 1", "? unacceptable size"},
       {"boardsize 21", "? unacceptable size"},
       {"boardsize -4", "? syntax error: '-4' is not a size"},
       {"boardsize 99999999999999999999", "? syntax error: '99999999999999999999' is not a size"},
       {"boardsize 4x21", "? unacceptable size"},
       {"boardsize 3", "="},
       {"komi", "? syntax error: komi NUMBER"},
       {"komi much", "? syntax error: 'much' is not a number"},
       {"known_command", "? syntax error: known_command COMMAND"},
       {"play black", "? syntax error: play COLOUR MOVE"},
       {"play red A1", "? syntax error: 'red' is not a colour: black or white"},
       {"play black D4",
        "? illegal move: 'D4' is not a place of the 3x3 board: there is no column D on 3x3, which "
        "has A to C"},
       {"play black pass", "? illegal move: there is no passing in Onyx"},
       {"play black resign", "? illegal move: who resigns ends the game without a move"},
       {"play white swap",
        "? illegal move: to swap, exchange the players; the board does not change"},
       {"play black A1*",
        "? illegal move: move 'A1*': wrong capture mark, the move captures 0 pairs"},
       {"play black A1", "="},
       {"play white A1", "? illegal move: move 'A1': A1 is occupied"},
       {"genmove", "? syntax error: genmove COLOUR"},
       {"genmove grey", "? syntax error: 'grey' is not a colour: black or white"},
       {"time_settings 1 2",
        "? syntax error: time_settings MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES"},
       {"time_settings 1 2 few", "? syntax error: 'few' is not a number of stones"},
       {"time_settings nan 2 3", "? syntax error: 'nan' is not a time"},
       {"time_left black -1 0", "? syntax error: '-1' is not a time"},
       {"time_left black 1", "? syntax error: time_left COLOUR TIME STONES"},
       {"onyx-setup", "? a position is missing"},
       // A colour may move twice in a row. After a game has ended, the loser resigns.
       {"play black A2", "="},
       {"play black A3", "="},
       {"final_score", "= B+"},
       {"gogui-rules_final_result", "= Black wins"},
       {"gogui-rules_legal_moves", "="},
       {"play white C3", "? illegal move: the game is over: black has connected"},
       {"genmove white", "= resign"},
       {"genmove black", "? the game is over: black has connected"},
       {"undo", "="},
       {"genmove v", "= A3"},
       {"onyx-setup VV/HH - H",
        "? position 'VV/HH - H': H is to move but is already connected, so the game had ended "
        "before"}});
}

TEST(Gtp, FailuresLeaveTheGameUnchanged) {
  GtpSession session(1, 1);
  session.answer("boardsize 4");
  session.answer("play black B2");
  const std::string board = session.answer("showboard");
  for (const char* line : {"boardsize 0", "play white B2", "onyx-setup open:4x4 A1 A1",
                           "onyx-setup 4/4/4/9 - V", "undo now please", "play white B2"}) {
    session.answer(line);
    if (line[0] == 'u') session.answer("play black B2");
    EXPECT_EQ(session.answer("showboard"), board) << line;
  }
}

// --- Games ---------------------------------------------------------------------------------------

std::string value_of(const std::string& answer) {
  EXPECT_TRUE(answer.starts_with("= ") && answer.ends_with("\n\n")) << answer;
  return answer.substr(2, answer.size() - 4);
}

/// Lets two players play over the protocol, and checks their moves by the plain rules.
class Match {
 public:
  Match(int width, int height) : position_(plain::open_setup(width, height)) {}

  /// Returns the winner; ' ' if a position occurs three times.
  char play(GtpSession& black, GtpSession& white) {
    std::map<plain::Position, int> seen;
    while (!plain::connected(position_, plain::opponent(position_.side))) {
      if (++seen[position_] == 3) return ' ';
      const bool is_black = position_.side == 'V';
      const std::string colour = is_black ? "black" : "white";
      const std::string move = value_of((is_black ? black : white).answer("genmove " + colour));
      bool is_legal = false;
      for (const plain::Move& legal : plain::legal_moves(position_)) {
        if (legal.text() != move) continue;
        position_ = plain::play(position_, legal);
        is_legal = true;
        break;
      }
      EXPECT_TRUE(is_legal) << move;
      EXPECT_EQ((is_black ? white : black).answer("play " + colour + ' ' + move), "=\n\n");
      if (!is_legal) return ' ';
    }
    return plain::opponent(position_.side);
  }

 private:
  plain::Position position_;
};

TEST(Gtp, AHundredGamesHaveNoIllegalMove) {
  int decided = 0;
  for (int game = 0; game < 100; ++game) {
    const auto seed = static_cast<std::uint64_t>(game);
    GtpSession black(1 + game % 3, seed);
    GtpSession white(1 + game / 3 % 3, seed + 1000);
    const int width = 4 + game % 2;
    for (GtpSession* session : {&black, &white}) {
      ASSERT_EQ(session->answer("boardsize " + std::to_string(width) + "x5"), "=\n\n");
    }
    const char winner = Match(width, 5).play(black, white);
    if (winner == ' ') continue;
    ++decided;
    for (GtpSession* session : {&black, &white}) {
      EXPECT_EQ(session->answer("final_score"), winner == 'V' ? "= B+\n\n" : "= W+\n\n");
      EXPECT_EQ(session->answer(winner == 'V' ? "genmove w" : "genmove b"), "= resign\n\n");
    }
  }
  EXPECT_GT(decided, 90);
}

TEST(Gtp, AnswersWithoutTime) {
  GtpSession session(5, 1);
  ASSERT_EQ(session.answer("boardsize 12"), "=\n\n");
  for (const char* settings : {"time_settings 0 0 0", "time_settings 1 0 0", "time_settings 0 1 20",
                               "time_left black 0 0", "time_left black 0 3"}) {
    EXPECT_EQ(session.answer(settings), "=\n\n");
    value_of(session.answer("genmove black"));
  }
}

TEST(Gtp, SurvivesAnyInput) {
  GtpSession session(1, 1);
  session.answer("boardsize 3");
  std::mt19937_64 random(5);
  const std::vector<std::string> words{"play",  "black", "genmove",  "onyx-setup", "boardsize",
                                       "A1",    "w",     "undo",     "3x4",        "time_left",
                                       "1e400", "{BC-1", "open:4x4", "\"[(",       "-0"};
  for (int i = 0; i < 3000; ++i) {
    std::string line;
    for (auto n = random() % 5; n > 0; --n) line += words[random() % words.size()] + ' ';
    for (auto n = random() % 3 * (random() % 20); n > 0; --n) {
      line.insert(line.begin() + static_cast<std::ptrdiff_t>(random() % (line.size() + 1)),
                  static_cast<char>(random() % 256));
    }
    const std::string answer = session.answer(line);
    if (answer.empty()) continue;
    ASSERT_TRUE(answer[0] == '=' || answer[0] == '?') << line;
    ASSERT_EQ(answer.find("\n\n"), answer.size() - 2) << line << "\n->\n" << answer;
  }
  session.answer("play black " + std::string(1'000'000, 'A'));
  EXPECT_EQ(session.answer("name"), "= Onyx\n\n");
}

Result gtp(const std::string& input, const Arguments& options = {}) {
  TemporaryFolder folder;
  write(folder / "input", input);
  return Process(with({"/bin/sh", "-c", "in=$1; shift; exec \"$0\" gtp \"$@\" <\"$in\"",
                       ONYX_PROGRAM, folder / "input"},
                      options))
      .wait();
}

TEST(Gtp, TheProgramAnswersUntilQuitOrTheEnd) {
  const Result result = gtp("boardsize 4\n1 play b B2\n2 name\r\nquit\nname\n", {"--level", "1"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.out, "=\n\n=1\n\n=2 Onyx\n\n=\n\n");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(gtp("3 name").out, "=3 Onyx\n\n");
  EXPECT_EQ(gtp("").out, "");
  const Result hostile =
      gtp(std::string(3'000'000, 'x') + "\n" + std::string("\0name\xff\n", 7) + "name\n");
  EXPECT_EQ(hostile.code, 0) << hostile;
  EXPECT_EQ(hostile.out, "? unknown command\n\n? unknown command\n\n= Onyx\n\n");
  expect_refused({"gtp", "--level", "6"}, "--level");
}

// --- onyx genmove --------------------------------------------------------------------------------

TEST(Genmove, PrintsTheMoveAndWhatIsKnown) {
  const Result won = run_onyx({"genmove", "open:3x3 A1 C3 A2 C2", "--level", "1"});
  EXPECT_EQ(won.code, 0) << won;
  EXPECT_EQ(won.out, "A3\nvalue: V wins in at most 1 ply\n");
  const Result drawn =
      run_onyx({"genmove", "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H", "--level", "5", "--json"});
  EXPECT_EQ(drawn.json(), nlohmann::json({{"position", "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H"},
                                          {"move", "B3*"},
                                          {"level", 5},
                                          {"seed", 1},
                                          {"value", "draw"},
                                          {"distance_at_most", nullptr}}))
      << drawn;
  // A swap changes nothing on the board. A time limit must not prevent an answer.
  for (const Arguments& game :
       {Arguments{"standard:12x12", "E1", "swap"}, {"open:20x20"}, {"open:2x2"}}) {
    const Result result = run_onyx(with({"genmove", "--level", "5", "--time-limit", "0.2"}, game));
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_TRUE(lines_of(result.out).at(1).starts_with("value: ")) << result;
  }
  expect_refused({"genmove", "VV/HH - V"}, "connected");
  expect_refused({"genmove", "open:3x3 A1 C1 A2 C2 A3"}, "over");
  expect_refused({"genmove", "open:3x3", "--level", "0"}, "--level");
  expect_refused({"genmove", "open:3x3 A1 A1"}, "occupied");
}

TEST(Genmove, SelfplayTakesLevels) {
  TemporaryFolder folder;
  const Arguments arguments{"selfplay",  "open:5x5", "--games",        "4", "--level-v",     "3",
                            "--level-h", "1",        "--random-plies", "2", "--value-nodes", "1",
                            "--json",    "--out"};
  const nlohmann::json one = run_onyx(with(arguments, {folder / "one"})).json();
  EXPECT_EQ(one["games"], 4);
  EXPECT_EQ(one["level"], nlohmann::json({{"V", 3}, {"H", 1}}));
  run_onyx(with(arguments, {folder / "two"}));
  const std::string name = "selfplay-open-5x5-level3-level1-random2-seed1-shard0of1.games";
  EXPECT_EQ(read(Path(folder / "one") / name), read(Path(folder / "two") / name));
  expect_refused({"selfplay", "open:5x5", "--games", "4", "--level-v", "3", "--out", folder / "no"},
                 "--level-h");
  expect_refused({"selfplay", "open:5x5", "--games", "4", "--level-v", "3", "--sight-v", "3",
                  "--sight-h", "3", "--out", folder / "no"},
                 "--sight-v");
}

}  // namespace
}  // namespace onyx::test
