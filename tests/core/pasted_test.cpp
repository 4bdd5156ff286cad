// Records pasted by users: each text of tests/vectors/pasted.txt must give the result in that
// file, and messages must quote look-alike characters as typed.
#include "tests/pasted.h"

#include <gtest/gtest.h>

#include "core/plain_text.h"
#include "core/wide_line.h"
#include "tests/core/refusal.h"
#include "tests/support.h"

namespace onyx {
namespace {

using test::refusal;

/// Returns the start and the moves as the programs write them; a setup appears as its name.
std::string as_written(std::string_view text, std::string_view setup = {}) {
  const Record record = parse_record(text, setup);
  return with_board(board_size_of(record.start), [&](const auto& board) {
    const auto start = parse_position(board, record.start);
    const bool is_setup = record.start.find(' ') == std::string::npos;
    std::string result = is_setup ? canonical_setup(record.start) : format_position(board, start);
    const auto line = replay(board, start, record.moves);
    for (const std::string& move : format_moves(board, start, line.moves)) result += " " + move;
    return result;
  });
}

TEST(Pasted, IsUnderstoodOrRefusedToThePoint) {
  const auto table = test::read_pasted();
  EXPECT_GE(table.size(), 60U);
  for (const auto& [text, is, no] : table) {
    std::string found;
    const std::string message = refusal([&, &pasted = text] { found = as_written(pasted); });
    EXPECT_EQ(found, is) << text << '\n' << message;
    EXPECT_NE(message.find(no), std::string::npos) << text << '\n' << message;
    if (is.empty()) continue;
    // The programs' own text is read back unchanged.
    EXPECT_EQ(as_written(is), is);
  }
}

TEST(Pasted, PositionsEndWhereTheMovesBegin) {
  const auto expect_split = [](const std::string& text, const std::string& position,
                               const std::vector<std::string>& rest) {
    const GameText game = split_record(text);
    EXPECT_EQ(game.position, position) << text;
    EXPECT_EQ(game.rest, rest) << text;
  };
  expect_split("open:5×5", "open:5x5", {});
  expect_split("4/4/4/4 – b 3/3/3 w", "4/4/4/4 - V", {"3/3/3", "w"});
  expect_split("“4/4/4/4 V” D４＊ B2", "4/4/4/4 - V", {"D４＊", "B2"});
  EXPECT_NE(refusal([] { split_record("d4 e5"); }).find("put a setup in front"), std::string::npos);
  EXPECT_NE(refusal([] { split_record("{\"header\": 1}"); }).find("a game record"),
            std::string::npos);
}

TEST(Pasted, MovesAloneStartFromTheGivenSetup) {
  for (const std::string text : {"C3 D4", "1. c3 d4", "1) C3 2) D4", "c3-d4", "; C3 D4"}) {
    EXPECT_EQ(as_written(text, "open:5x5"), "open:5x5 C3 D4") << text;
  }
  EXPECT_EQ(as_written("b1/c2 a3", "open:5x5"), "open:5x5 BC12 A3");
  // A setup or a position in the text overrides the given one.
  EXPECT_EQ(as_written("open:6x6 C3", "open:5x5"), "open:6x6 C3");
  EXPECT_EQ(as_written("b2/1w1/3 B C1", "open:5x5"), "V2/1H1/3 - V C1");
}

TEST(Pasted, WrongMarksStayErrors) {
  const std::string start = "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H ";
  for (const std::string& text : {start + "B3**", start + "B3xx", start + "B3××", start + "B3*x!",
                                  std::string("open:5x5 D2*"), std::string("open:5x5 D2★")}) {
    EXPECT_NE(refusal([&] { as_written(text); }).find("wrong capture mark"), std::string::npos)
        << text;
  }
}

TEST(PlainText, KeepsWhatWasTyped) {
  const PlainText plain("B3＊–½ \xff x");
  EXPECT_EQ(plain.text(), "B3*-1/2 \xff x");
  EXPECT_EQ(plain.typed(plain.text().substr(0, 3)), "B3＊");
  EXPECT_EQ(plain.typed(plain.text().substr(3, 1)), "–");
  EXPECT_EQ(plain.typed(plain.text().substr(4, 3)), "½");
  EXPECT_EQ(plain.typed(plain.text().substr(4, 1)), "½");
  EXPECT_EQ(plain.typed(plain.text().substr(8)), "\xff x");
}

TEST(PlainText, IsShownOnOneLine) {
  EXPECT_EQ(in_quotes("Ж ½ ＊"), "'Ж ½ ＊'");
  EXPECT_EQ(in_quotes("a\tb\u202ec\u0085"), R"('a\x09b\xe2\x80\xaec\xc2\x85')");
  EXPECT_EQ(in_quotes("\xc3(\xe2\x82"), R"('\xc3(\xe2\x82')");                // cut-off characters
  EXPECT_EQ(in_quotes("\xc0\xaf\xed\xa0\x80"), R"('\xc0\xaf\xed\xa0\x80')");  // overlong, surrogate
  std::string cross;
  for (int i = 0; i < 40; ++i) cross += "×";
  EXPECT_EQ(in_quotes(cross), "'" + cross.substr(0, 60) + "...'");
}

}  // namespace
}  // namespace onyx
