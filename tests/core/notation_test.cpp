// Places, moves, board sizes and game records as text: names are read back, every form of input in
// solver/certificate/README.md is accepted, and messages quote the text that they refuse.
#include "core/notation.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

#include "tests/core/refusal.h"
#include "tests/support.h"

namespace onyx {
namespace {

using test::refusal;

std::string lower(std::string text) {
  for (char& letter : text) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return text;
}

// --- Places --------------------------------------------------------------------------------------

TEST(PlaceNames, AreAsTheFormatsSay) {
  const Geometry geometry({12, 12});
  EXPECT_EQ(format_place(geometry, geometry.point_at(3, 9)), "D10");
  EXPECT_EQ(format_place(geometry, geometry.midpoint_of({1, 0})), "BC12");
  EXPECT_EQ(format_place(geometry, geometry.midpoint_of({1, 8})), "BC910");
  EXPECT_EQ(format_place(geometry, geometry.midpoint_of({2, 9})), "CD1011");
}

TEST(PlaceNames, RoundTripInEveryForm) {
  for (const BoardSize size : test::all_sizes()) {
    const Geometry geometry(size);
    std::set<std::string> names;
    for (int i = 0; i < geometry.place_count(); ++i) {
      const auto place = static_cast<Place>(i);
      const std::string name = format_place(geometry, place);
      ASSERT_EQ(name, plain::name(test::to_reference(geometry, place)));
      ASSERT_TRUE(names.insert(name).second) << name;
      std::vector<std::string> forms{name, lower(name)};
      if (geometry.is_midpoint(place)) {
        const Cell cell = geometry.square_of(place);
        const std::string rows = std::to_string(cell.row + 1) + std::to_string(cell.row + 2);
        const std::string corners = format_place(geometry, geometry.corners_of(cell)[0]) + "/" +
                                    format_place(geometry, geometry.corners_of(cell)[2]);
        forms.insert(forms.end(),
                     {corners, lower(corners), "{" + name.substr(0, 2) + "-" + rows + "}",
                      "{" + lower(name.substr(0, 2)) + "-" + rows + "}"});
      }
      for (const std::string& form : forms) ASSERT_EQ(parse_place(geometry, form), place) << form;
    }
  }
}

TEST(PlaceNames, OthersAreRefusedByName) {
  const Geometry geometry({12, 12});
  for (const std::string text :
       {"",         "A",     "1",       "A0",       "A13",    "M1",     "D01",    "D1.",
        "D-1",      "D+1",   " D1",     "D1 ",      "1D",     "DD1",    "AA11",
        "AB12",    // two triangles
        "BC23",    // two triangles, divided the other way
        "BC1",     // half a name
        "BC13",    // rows that are not adjacent
        "BD12",    // columns that are not adjacent
        "CB12",    // columns in the wrong order
        "BC21",    // rows in the wrong order
        "BC012",   // a leading zero
        "BC1213",  // beyond the board
        "LM12",    // beyond the board
        "BC0",      "BC00",  "BC11",    "BC12BC12", "BC12/",  "/",      "b1/",    "/c2",
        "c2/b1",     // upper right first
        "b2/c1",     // the other diagonal
        "b1/c1",     // not a diagonal
        "b1/d3",     // too far
        "a1/b2",     // two triangles
        "b1/c2/d3",  // three points
        "l1/m2",     // outside the board
        "{}",       "{BC}",  "{BC-}",   "{BC12}",   "{BC-12", "BC-12}", "{B-12}", "{BC--12}",
        "{BC-1-2}", "{D10}", "{AB-12}", "{{BC-12}}"}) {
    const std::string message = refusal([&] { parse_place(geometry, text); });
    EXPECT_NE(message, "") << text;
    EXPECT_NE(message.find("'" + text + "'"), std::string::npos) << message;
    EXPECT_NE(message.find("12x12"), std::string::npos) << message;
  }
}

TEST(PlaceNames, EveryShortTextIsRefusedOrAName) {
  // Tries all strings of up to five characters of a small alphabet. An accepted string must be a
  // form of the name of the resulting place.
  const Geometry geometry({4, 4});
  const std::string alphabet = "aBc120/x";
  std::vector<std::string> texts{""};
  int taken = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].size() < 5) {
      for (const char letter : alphabet) texts.push_back(texts[i] + letter);
    }
    Place place{};
    if (!refusal([&] { place = parse_place(geometry, texts[i]); }).empty()) continue;
    ++taken;
    std::string letters;
    for (const char letter : texts[i]) {
      if (letter != '/') letters += letter;
    }
    std::string name = lower(format_place(geometry, place));
    if (texts[i].find('/') != std::string::npos) std::swap(name[1], name[2]);  // b1/c2
    EXPECT_EQ(lower(letters), name) << texts[i];
  }
  EXPECT_EQ(taken, 8);  // accepted: six points, Bc12 and B1/c2
}

// --- Moves ---------------------------------------------------------------------------------------

/// Returns the refusal of a move of V in a position where B2 captures two pairs and D1 none.
std::string refusal_of_move(const std::string& move) {
  return test::with_position("1VH1/VH2/H1H1/1HV1 - V",
                             [&](const auto& board, const auto& position) {
                               return refusal([&] { parse_move(board, position, move); });
                             });
}

TEST(MoveNames, TakeRightMarksAndMissingOnes) {
  test::with_position("1VH1/VH2/H1H1/1HV1 - V", [](const auto& board, const auto& position) {
    const auto expect_move = [&](const std::string& name, const std::string& canonical) {
      Place move{};
      EXPECT_EQ(refusal([&] { move = parse_move(board, position, name); }), "");
      EXPECT_EQ(format_move(board, position, move), canonical) << name;
    };
    for (const std::string form : {"B2**", "B2xx", "b2xx", "b2**", "B2XX", "b2x*", "B2", "b2"}) {
      expect_move(form, "B2**");
    }
    for (const std::string form : {"D1", "d1"}) expect_move(form, "D1");
  });
  test::with_position("4/4/1H2/1VH1 - V", [](const auto& board, const auto& position) {
    for (const std::string form : {"C2*", "c2x", "C2x", "C2X", "C2", "c2"}) {
      EXPECT_EQ(format_move(board, position, parse_move(board, position, form)), "C2*") << form;
    }
  });
}

TEST(MoveNames, MidpointsTakeEveryFormToo) {
  test::with_position("open:12x12", [](const auto& board, const auto& position) {
    const Place expected = board.geometry().midpoint_of({1, 2});
    for (const std::string form : {"BC34", "bc34", "b3/c4", "B3/C4", "{BC-34}", "{bc-34}"}) {
      EXPECT_EQ(parse_move(board, position, form), expected) << form;
    }
    EXPECT_NE(refusal([&] { parse_move(board, position, "BC34*"); }), "");
    EXPECT_NE(refusal([&] { parse_move(board, position, "b3/c4x"); }), "");
  });
  // An X before the digits is a column, not a mark, so the message must be about the place.
  test::with_position("open:20x20", [](const auto& board, const auto& position) {
    const std::string message = refusal([&] { parse_move(board, position, "X1"); });
    EXPECT_NE(message.find("'X1' is not a place"), std::string::npos) << message;
  });
}

TEST(MoveNames, WrongMarksAreRefused) {
  for (const std::string move : {"B2*", "B2x", "B2***", "b2xxx", "D1*", "D1x", "D1**"}) {
    const std::string message = refusal_of_move(move);
    EXPECT_NE(message.find("'" + move + "'"), std::string::npos) << move << ": " << message;
    EXPECT_NE(message.find("wrong capture mark"), std::string::npos) << move << ": " << message;
  }
  EXPECT_EQ(refusal_of_move("B2**"), "");
}

TEST(MoveNames, IllegalMovesAreRefusedByName) {
  const auto expect_refusal = [](const std::string& move, const std::string& why) {
    const std::string message = refusal_of_move(move);
    EXPECT_NE(message.find(move), std::string::npos) << message;
    EXPECT_NE(message.find(why), std::string::npos) << message;
  };
  expect_refusal("A2", "A2 is occupied");
  expect_refusal("a2", "A2 is occupied");
  expect_refusal("BC12", "the corners of BC12 are not all empty");
  expect_refusal("b1/c2", "the corners of BC12 are not all empty");
  expect_refusal("E1", "not a place");
  expect_refusal("AB12", "not a place");
  EXPECT_NE(refusal_of_move(""), "");
  EXPECT_NE(refusal_of_move("*"), "");
  EXPECT_NE(refusal_of_move("xx"), "");
  EXPECT_NE(refusal_of_move("B2 **"), "");
  EXPECT_NE(refusal_of_move("**B2"), "");
  // In the first position the midpoint is taken; in the second, the game is over.
  test::with_position("4/4/4/4 BC12:H V", [](const auto& board, const auto& position) {
    EXPECT_NE(refusal([&] { parse_move(board, position, "BC12"); }).find("BC12 is occupied"),
              std::string::npos);
  });
  test::with_position("V3/V3/V3/V3 - H", [](const auto& board, const auto& position) {
    const std::string message = refusal([&] { parse_move(board, position, "C1"); });
    EXPECT_NE(message.find("C1"), std::string::npos);
    EXPECT_NE(message.find("the game is over, V is connected"), std::string::npos) << message;
  });
}

TEST(MoveNames, RoundTripInRandomGames) {
  test::Rng rng(1);
  for (const BoardSize size : test::kShapes) {
    with_board(size, [&](const auto& board) {
      const int plies = board.place_count() > 100 ? 30 : 300;
      for (const auto& position : test::random_game(board, open_setup(board), plies, rng)) {
        for (const Place move : test::list(legal_moves(board, position))) {
          const std::string text = format_move(board, position, move);
          ASSERT_EQ(parse_move(board, position, text), move) << text;
          ASSERT_EQ(parse_move(board, position, lower(text)), move) << text;
          std::string crosses = text;
          std::replace(crosses.begin(), crosses.end(), '*', 'x');
          ASSERT_EQ(parse_move(board, position, crosses), move) << crosses;
          ASSERT_EQ(parse_move(board, position, text.substr(0, text.find('*'))), move);
          ASSERT_NE(refusal([&] { parse_move(board, position, text + "*"); }), "");
        }
      }
    });
  }
}

// --- Sizes and games -----------------------------------------------------------------------------

TEST(BoardSizes, RoundTripAndOthersAreRefused) {
  for (const BoardSize size : test::all_sizes()) {
    EXPECT_EQ(parse_board_size(format_board_size(size)), size);
  }
  EXPECT_EQ(format_board_size({5, 4}), "5x4");
  EXPECT_EQ(parse_board_size("5X4"), (BoardSize{5, 4}));
  for (const std::string text : {"",      "x",     "5",     "5x",      "x5",
                                 "5x4x3", "5 x 4", "5*4",   "05x4",    "5x04",
                                 "-5x4",  "5x4 ",  "5.0x4", "1x5",     "5x1",
                                 "21x5",  "5x21",  "0x0",   "999x999", "99999999999999999999x5",
                                 "0x5"}) {
    const std::string message = refusal([&] { parse_board_size(text); });
    EXPECT_NE(message.find("'" + text + "'"), std::string::npos) << text << ": " << message;
  }
}

TEST(GameRecords, AreSplitAfterThePosition) {
  const auto expect_split = [](const std::string& text, const std::string& position,
                               const std::vector<std::string>& rest) {
    const GameText game = split_game(text);
    EXPECT_EQ(game.position, position);
    EXPECT_EQ(game.rest, rest);
  };
  expect_split("standard:12x12 CD67 EF89 F5", "standard:12x12", {"CD67", "EF89", "F5"});
  expect_split("  open:5x4\t\n", "open:5x4", {});
  expect_split("OPEN:5x4 a1", "OPEN:5x4", {"a1"});
  expect_split("V2H/1H2/2V1/3V BC12:V H", "V2H/1H2/2V1/3V BC12:V H", {});
  expect_split(" 4/4/4/4  -\tV  A1 B2* ", "4/4/4/4 - V", {"A1", "B2*"});
}

TEST(GameRecords, AreRefusedWithoutAPosition) {
  for (const std::string text :
       {"", "  ", "4/4/4/4", "4/4/4/4 -", "open:5", "open:", "standard:5x5", "open:21x4 A1"}) {
    EXPECT_NE(refusal([&] { split_game(text); }), "") << text;
  }
  EXPECT_NE(refusal([] { split_game("open:21x4 A1"); }).find("21x4"), std::string::npos);
  EXPECT_NE(refusal([] { split_game("standard:5x5"); }).find("5x5"), std::string::npos);
}

TEST(Quotes, MakeAnyTextSafeForAMessage) {
  EXPECT_EQ(in_quotes("A1"), "'A1'");
  EXPECT_EQ(in_quotes(""), "''");
  EXPECT_EQ(in_quotes(std::string("a\nb\0c\x7f\xff", 7)), R"('a\x0ab\x00c\x7f\xff')");
  EXPECT_EQ(in_quotes(std::string(60, 'a')), "'" + std::string(60, 'a') + "'");
  EXPECT_EQ(in_quotes(std::string(61, 'a')), "'" + std::string(60, 'a') + "...'");
}

}  // namespace
}  // namespace onyx
