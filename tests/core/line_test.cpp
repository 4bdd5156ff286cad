// Lines of play and records: the same game gives the same moves however it is written, errors name
// the ply and the line of text, and hostile text takes linear time.
#include <gtest/gtest.h>

#include "core/wide_line.h"
#include "tests/core/refusal.h"
#include "tests/sanitized.h"
#include "tests/support.h"

namespace onyx {
namespace {

using test::refusal;
using Texts = std::vector<std::string>;

/// Returns the moves of a record as the program writes them.
Texts moves_of(const std::string& text) {
  const Record record = parse_record(text);
  return with_board(board_size_of(record.start), [&](const auto& board) {
    const auto start = parse_position(board, record.start);
    const auto line = replay(board, start, record.moves);
    EXPECT_EQ(line.positions.size(), line.moves.size() + 1);
    EXPECT_EQ(position_after(board, start, line.moves), line.end());
    const Texts texts = format_moves(board, start, line.moves);
    EXPECT_EQ(replay(board, start, texts).positions, line.positions);
    return texts;
  });
}

const std::string kCycleStart = "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H";
const Texts kCycle = {"B3*", "B4", "C2", "C3*", "D3*", "D2", "C4", "C3*"};

TEST(Record, IsReadInEveryWayThatPeopleWrite) {
  for (const std::string moves : {
           "B3* B4 C2 C3* D3* D2 C4 C3*",
           "B3 B4 C2 C3 D3 D2 C4 C3",
           "b3x b4 c2 c3x d3x d2 c4 c3X",
           "1. B3* B4 2. C2 C3* 3. D3* D2 4. C4 C3*",
           "1.B3* B4 2.C2 C3* 3.D3* D2 4.C4 C3*",
           "66... B3* 67. B4 C2 68. C3* D3* 69. D2 C4 70. C3*",
           "66...B3* 67.B4 C2 68.C3* D3* 69.D2 C4 70.C3*",
           "B3*,B4,C2,C3*,D3*,D2,C4,C3*",
           "B3*, B4, C2, C3*, D3*, D2, C4, C3*,",
           "B3* / B4 / C2 / C3* / D3* / D2 / C4 / C3*",
           "B3*/B4/C2/C3*/D3*/D2/C4/C3*",
           "1. B3*/B4 2. C2/C3* 3. D3*/D2 4. C4/C3*",
           "B3*#12 B4#13 C2#14 C3*#15 D3*#16 D2#17 C4#18 C3*#19",
           "B3* B4 C2 C3* D3* D2 C4 C3* # and so on",
           "B3* B4 C2 C3* D3* D2 C4 C3* #",
           "B3* B4 C2 C3* D3* D2 C4 C3* #12 is the last",
           "B3* B4 # the first two\nC2 C3*\n\n# more\nD3* D2\r\nC4\r\nC3*\r\n",
           "\tB3*  B4\tC2   C3* D3* D2 C4 C3*  \r",
       }) {
    for (const std::string between : {" ; ", ";", " ", "\n", " # a position\n"}) {
      EXPECT_EQ(moves_of(kCycleStart + between + moves), kCycle) << between << moves;
    }
    EXPECT_EQ(moves_of("\xef\xbb\xbf" + kCycleStart + ";" + moves), kCycle) << moves;
  }
}

TEST(Record, TakesEveryFormOfMidpoints) {
  const Texts moves = {"BC12", "A3", "CD45", "A1"};
  for (const std::string text : {"BC12 A3 CD45 A1", "b1/c2 a3 c4/d5 a1", "{BC-12}, A3, {CD-45}, A1",
                                 "1. bc12 a3 2. cd45 a1", "b1/c2,a3,c4/d5,a1"}) {
    EXPECT_EQ(moves_of("open:5x5 " + text), moves) << text;
  }
}

TEST(Record, SlashesNameMidpointsIfThatGivesAValidRecord) {
  EXPECT_EQ(moves_of("open:5x5 ; b1/c2"), Texts{"BC12"});
  // D4 and A3 are too far apart to name a midpoint, so all slashes separate moves.
  EXPECT_EQ(moves_of("open:5x5 ; b1/c2 d4/a3"), (Texts{"B1", "C2", "D4", "A3"}));
  EXPECT_EQ(moves_of("open:5x5 ; c3/d4/a1 b1/c2"), (Texts{"C3", "D4", "A1", "B1", "C2"}));
  // Adjacent points with a slash must name a midpoint; these do not, so they are refused.
  for (const std::string word : {"c3/d4", "b2/c1", "b2/b1", "b2/a1", "c2/b1"}) {
    EXPECT_NE(refusal([&] { moves_of("open:5x5 ; b1/c2 " + word); }).find(word), std::string::npos);
  }
}

TEST(Record, MaySwapSidesAfterTheFirstMove) {
  EXPECT_EQ(moves_of("open:5x5 C3 swap B2 D4"), (Texts{"C3", "B2", "D4"}));
  EXPECT_EQ(moves_of("open:5x5 1. C3 Pie 2. B2"), (Texts{"C3", "B2"}));
  EXPECT_NE(refusal([] { moves_of("open:5x5 swap C3"); }).find("ply 1"), std::string::npos);
  EXPECT_NE(refusal([] { moves_of("open:5x5 C3 B2 swap"); }).find("ply 3"), std::string::npos);
  EXPECT_NE(refusal([] { moves_of("open:5x5 C3 swap swap B2"); }).find("ply 2"), std::string::npos);
}

TEST(Record, SaysWhetherMovesAreGiven) {
  EXPECT_FALSE(parse_record("open:5x5").has_moves);
  EXPECT_FALSE(parse_record(" open:5x5 # C3\n").has_moves);
  EXPECT_TRUE(parse_record("open:5x5 ;").has_moves);
  EXPECT_TRUE(parse_record("open:5x5 C3").has_moves);
  EXPECT_TRUE(parse_record(kCycleStart + ";").has_moves);
  EXPECT_EQ(parse_record(kCycleStart + ";B3").start, kCycleStart);
}

struct Wrong {
  std::string record;
  std::size_t line;
  std::size_t ply;
  std::string token;
};

TEST(Record, ErrorsNameTheirPly) {
  for (const auto& [record, line, ply, token] : std::vector<Wrong>{
           {"open:5x5 C3 C3", 1, 2, "occupied"},
           {"open:5x5\n1. C3 D3\n2. C3 D4", 3, 3, "occupied"},
           {"open:5x5 1. C3 D9", 1, 2, "'D9'"},
           {"open:5x5 C3*", 1, 1, "wrong capture mark"},
           {kCycleStart + " B3**", 1, 1, "wrong capture mark"},
           {kCycleStart + "\n;\nB3* B4\n\nC2*", 5, 3, "wrong capture mark"},
           {"2/V1 - V A2 B2", 1, 2, "the game is over"},
           {"open:5x5 C3 12 D4", 1, 2, "'12'"},
           {"open:5x5 C3 D4,E9,A1", 1, 3, "'D4,E9,A1'"},
           {"open:5x5 C3\nresigns\nD4", 2, 2, "'resigns'"},
           {"open:5x5 b1 b1/c2", 1, 2, "not all empty"},
           {"open:5x5 b1/c2 b1 b1/c3", 1, 3, "'b1/c3'"},
           {"open:5x5 C3 a1/b2 b2", 1, 2, "'a1/b2'"},
       }) {
    try {
      moves_of(record);
      ADD_FAILURE() << record;
    } catch (const LineError& error) {
      const std::string message = error.what();
      EXPECT_EQ(error.line(), line) << record;
      EXPECT_EQ(error.ply(), ply) << record;
      EXPECT_TRUE(message.starts_with("ply " + std::to_string(ply) + ": ")) << message;
      EXPECT_NE(message.find(token), std::string::npos) << message;
    }
  }
}

TEST(Record, WithoutAStartIsRefused) {
  for (const std::string text :
       {"", " ", "# only this", ";", "; C3", "C3 D4", "C3 D4 E5", "4/4 -"}) {
    EXPECT_NE(refusal([&] { moves_of(text); }), "") << text;
  }
}

// moves_of() checks accepted strings, and refusal() checks error messages. Quadratic time would
// exceed the time limit of CTest.
TEST(Record, HostileTextIsAcceptedOrRefused) {
  constexpr std::size_t kMany = 100'000 / test::one_in(std::size_t{4});
  for (const std::string piece :
       {"#",   "/",     ";",   ",",   "1.",      ".",   "[",      "a1/",       "C3 ",
        "C3,", "C3#1 ", "#1",  "12.", "swap ",   "\n",  "\r",     "{",         "\"",
        "x",   "*",     "(",   "()",  "{BC-34}", "[\"", "[ ",     ">",         "> \n",
        "-",   "1) ",   "1)",  "½",   "draw ",   "V ",  "BC-12-", "position:", "Game 1: ",
        "–",   "\xe2",  "{ }", "C3!", "[\"C3\"]"}) {
    std::string text;
    while (text.size() < kMany) text += piece;
    for (const std::string& start : Texts{"", "open:5x5 ", "open:5x5 C3 ", kCycleStart + ";B3*"}) {
      refusal([&] { moves_of(start + text); });
      refusal([&] { moves_of(start + text + " C3"); });
    }
  }
  test::Rng rng(1);
  const std::string alphabet = "aBcD1234/.,;#*x{}[]-\" \n\r:VHopen";
  for (int round = 0; round < 20'000; ++round) {
    std::string text = "open:4x4 ";
    for (int length = test::random_below(rng, 30); length > 0; --length) {
      text += alphabet[static_cast<std::size_t>(
          test::random_below(rng, static_cast<int>(alphabet.size())))];
    }
    refusal([&] { moves_of(text); });
  }
}

TEST(Line, OfALongCycleIsReplayed) {
  std::string text = kCycleStart + ";";
  for (int round = 0; round < 2000; ++round) text += " B3* B4 C2 C3* D3* D2 C4 C3*";
  EXPECT_EQ(moves_of(text).size(), 16'000U);
}

}  // namespace
}  // namespace onyx
