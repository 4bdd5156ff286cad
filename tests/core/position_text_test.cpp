// Positions as text: canonical output, all forms of input, and refusals that name the wrong place
// or token.
#include <gtest/gtest.h>

#include <cctype>

#include "tests/core/refusal.h"
#include "tests/support.h"

namespace onyx {
namespace {

using test::refusal;

std::string canonical(std::string_view text) {
  return test::with_position(text, [](const auto& board, const auto& position) {
    return format_position(board, position);
  });
}

std::string refusal_of(std::string_view text) {
  return refusal([&] { canonical(text); });
}

void expect_refusal(std::string_view text, const std::vector<std::string>& named) {
  const std::string message = refusal_of(text);
  EXPECT_NE(message, "") << text;
  for (const std::string& name : named) {
    EXPECT_NE(message.find(name), std::string::npos)
        << text << "\nmust name " << name << ", but says: " << message;
  }
}

// --- Output and input ----------------------------------------------------------------------------

TEST(PositionText, ReadsTheExampleOfTheFormats) {
  const std::string text = "V2H/1H2/2V1/3V BC12:V H";
  test::with_position(text, [&](const auto& board, const auto& position) {
    const auto stone = [&](const char* name) {
      const Place place = parse_place(board.geometry(), name);
      if (position.of(Player::V).has(place)) return 'V';
      return position.of(Player::H).has(place) ? 'H' : '.';
    };
    EXPECT_EQ(board.size(), (BoardSize{4, 4}));
    for (const char* name : {"A4", "C2", "D1", "BC12"}) EXPECT_EQ(stone(name), 'V') << name;
    for (const char* name : {"D4", "B3"}) EXPECT_EQ(stone(name), 'H') << name;
    EXPECT_EQ(position.occupied().count(), 6);
    EXPECT_EQ(position.to_move, Player::H);
  });
  EXPECT_EQ(canonical(text), text);
}

TEST(PositionText, SetupsAndWidthsAreCanonical) {
  EXPECT_EQ(canonical("open:2x3"), "2/2/2 - V");
  EXPECT_EQ(canonical("open:12x3"), "12/12/12 - V");
  EXPECT_EQ(canonical("open:20x2"), "20/20 - V");
  EXPECT_EQ(canonical("Open:2X2"), "2/2 - V");
  EXPECT_EQ(canonical("standard:4x4"), "1HH1/V2V/V2V/1HH1 - V");
  EXPECT_EQ(canonical(" standard:12x12\n"), "5HH5/12/12/12/12/V10V/V10V/12/12/12/12/5HH5 - V");
}

TEST(PositionText, SetupsHaveOneName) {
  EXPECT_EQ(canonical_setup("open:5x4"), "open:5x4");
  EXPECT_EQ(canonical_setup(" OPEN:5X4\n"), "open:5x4");
  EXPECT_EQ(canonical_setup("Standard:12x12"), "standard:12x12");
  for (const std::string text : {"", "4x4", "open", "closed:4x4", "open:4x4 - V", "4/4/4/4 - V"}) {
    EXPECT_NE(refusal([&] { canonical_setup(text); }), "") << text;
  }
  EXPECT_NE(refusal([] { canonical_setup("standard:5x5"); }).find("5x5"), std::string::npos);
}

TEST(PositionText, EqualPositionsPrintEqual) {
  const std::string expected = "V2H/1H2/2V1/3V BC12:V,AB23:H,CD23:V,BC34:H V";
  // The strings differ in case, in white space, and in the order and form of midpoints.
  for (const std::string text : {
           "V2H/1H2/2V1/3V BC12:V,AB23:H,CD23:V,BC34:H V",
           "v2h/1h2/2v1/3v bc12:v,ab23:h,cd23:v,bc34:h v",
           "  V2H/1H2/2V1/3V \t BC12:V,AB23:H,CD23:V,BC34:H   V \r\n",
           "V2H/1H2/2V1/3V BC34:H,CD23:V,AB23:H,BC12:V V",
           "V2H/1H2/2V1/3V b1/c2:V,{AB-23}:H,c2/d3:v,{bc-34}:h V",
       }) {
    EXPECT_EQ(canonical(text), expected) << text;
  }
  EXPECT_EQ(canonical("V3/4/4/4 - V"), "V3/4/4/4 - V");
}

TEST(PositionText, MidpointsAreOrderedByRowThenColumn) {
  EXPECT_EQ(canonical("open:6x4"), "6/6/6/6 - V");
  EXPECT_EQ(canonical("6/6/6/6 BC34:V,EF23:H,DE12:H,AB23:V,CD23:V,DE34:H,BC12:V V"),
            "6/6/6/6 BC12:V,DE12:H,AB23:V,CD23:V,EF23:H,BC34:V,DE34:H V");
  // Rows are ordered by number, so 10 comes after 8, although "1" comes before "8".
  EXPECT_EQ(canonical("2/2/2/2/2/2/2/2/2/2/2/2 AB1011:V,AB89:H,AB23:V V"),
            "2/2/2/2/2/2/2/2/2/2/2/2 AB23:V,AB89:H,AB1011:V V");
}

TEST(PositionText, AgreesWithThePlainEngineAndRoundTrips) {
  test::Rng rng(1);
  for (const BoardSize size : test::kShapes) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      for (int round = 0; round < 40; ++round) {
        const WidePosition<W> position =
            round % 2 == 0
                ? test::crowded_position(board, test::random_below(rng, 8), 25, round % 4 == 0, rng)
                : test::random_game(board, open_setup(board), 60, rng).back();
        const std::string text = format_position(board, position);
        ASSERT_EQ(text, plain::to_text(test::to_reference(board, position)));
        ASSERT_EQ(board_size_of(text), size);
        ASSERT_EQ(parse_position(board, text), position) << text;
        ASSERT_EQ(canonical(text), text);
      }
    });
  }
}

TEST(PositionText, FinishedGamesAreLegal) {
  EXPECT_EQ(canonical("V3/V3/V3/V3 - H"), "V3/V3/V3/V3 - H");
  EXPECT_EQ(canonical("2/HH - V"), "2/HH - V");
}

// --- Refusals ------------------------------------------------------------------------------------

TEST(PositionRefusal, RaggedRowsNameTheRow) {
  expect_refusal("V2H/1H2/2V/3V - V", {"'2V'", "3", "4"});
  expect_refusal("V2H/1H3/2V1/3V - V", {"'1H3'", "5", "4"});
  expect_refusal("4/4/4/ - V", {"''"});
  expect_refusal("/4/4/4 - V", {"''"});
  expect_refusal("4//4/4 - V", {"''"});
}

TEST(PositionRefusal, UnknownLettersAreNamed) {
  expect_refusal("V2H/1Q2/2V1/3V - V", {"'1Q2'", "'Q'"});
  expect_refusal("4/4/.../4 - V", {"'.'"});
  expect_refusal("4/4/-3/4 - V", {"'-3'", "'-'"});
  expect_refusal("4/4/\xc3\xa4/4 - V", {"'ä'"});
  expect_refusal("4/4/04/4 - V", {"'04'"});
  expect_refusal("4/4/V0VVV/4 - V", {"'V0VVV'"});
  expect_refusal("4/4/4/4 - W", {"'W'"});
  expect_refusal("4/4/4/4 - VV", {"'VV'"});
  expect_refusal("4/4/4/4 - -", {"'-'"});
}

TEST(PositionRefusal, SizesOutOfRangeAreNamed) {
  expect_refusal("1/1 - V", {"'1'", "2 to 20"});
  expect_refusal("V/H - V", {"'V'", "2 to 20"});
  expect_refusal("4 - V", {"1 row;", "2 to 20"});
  expect_refusal("21/21 - V", {"'21'", "2 to 20"});
  expect_refusal("10V10/21 - V", {"'10V10'", "2 to 20"});
  expect_refusal("2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2/2 - V", {"21 rows", "2 to 20"});
  expect_refusal("999/999 - V", {"'999'"});
  expect_refusal("99999999999999999999999/4 - V", {"'99999999999999999999999'"});
  expect_refusal("open:1x4", {"'1x4'", "2 to 20"});
  expect_refusal("open:4x21", {"'4x21'", "2 to 20"});
  expect_refusal("open:0x0", {"'0x0'"});
  expect_refusal("open:4", {"'4'"});
  expect_refusal("standard:5x5", {"5x5", "even"});
  expect_refusal("standard:2x2", {"2x2", "at least 4"});
  expect_refusal("standard:4x6", {"4x6"});
}

TEST(PositionRefusal, PlacesThatAreNoMidpointAreNamed) {
  expect_refusal("4/4/4/4 AB12:V V", {"'AB12'"});
  expect_refusal("4/4/4/4 BC12:V,BC23:V V", {"'BC23'"});
  expect_refusal("4/4/4/4 DE12:V V", {"'DE12'", "4x4"});
  expect_refusal("4/4/4/4 BC45:V V", {"'BC45'"});
  expect_refusal("4/4/4/4 BC13:V V", {"'BC13'"});
  expect_refusal("4/4/4/4 Z9:V V", {"'Z9'"});
  expect_refusal("4/4/4/4 A1:V V", {"A1", "point"});
  expect_refusal("4/4/4/4 BC12 V", {"'BC12'"});
  expect_refusal("4/4/4/4 BC12: V", {"'BC12:'"});
  expect_refusal("4/4/4/4 BC12:X V", {"'BC12:X'"});
  expect_refusal("4/4/4/4 BC12:V:H V", {"'BC12:V:H'"});
  expect_refusal("4/4/4/4 BC12:V, V", {"''"});
  expect_refusal("4/4/4/4 ,BC12:V V", {"''"});
  expect_refusal("4/4/4/4 :V V", {"''"});
  expect_refusal("4/4/4/4 --V V", {"'--V'"});
}

TEST(PositionRefusal, PlacesGivenTwiceAreNamed) {
  expect_refusal("4/4/4/4 BC12:V,BC12:V V", {"BC12", "twice"});
  expect_refusal("4/4/4/4 BC12:V,AB23:V,b1/c2:H V", {"BC12", "twice"});
}

TEST(PositionRefusal, FieldsAreMissingOrSuperfluous) {
  expect_refusal("", {"three fields"});
  expect_refusal("4/4/4/4", {"'4/4/4/4'", "three fields"});
  expect_refusal("4/4/4/4 V", {"three fields"});
  expect_refusal("4/4/4/4 - V V", {"three fields"});
  expect_refusal("4/4/4/4 - - V", {"three fields"});
  expect_refusal("open:4x4 - V", {"open:4x4"});
  expect_refusal("closed:4x4", {"closed:4x4"});
}

TEST(PositionRefusal, CrossesAreNamed) {
  expect_refusal("4/4/1HV1/1VH1 - V", {"cross", "BC12"});
  expect_refusal("4/4/1VH1/1HV1 - H", {"cross", "BC12"});
  expect_refusal("4/4/1HV1/1VH1 AB23:V V", {"cross", "BC12"});
  expect_refusal("4/2VH/2HV/4 - V", {"cross", "CD23"});
  EXPECT_EQ(refusal_of("4/4/1HV1/1VH1 BC12:V V"), "");
  EXPECT_EQ(refusal_of("4/4/HV2/VH2 - V"), "");  // triangles
  EXPECT_EQ(refusal_of("4/4/1HV1/1V2 - V"), "");
}

TEST(PositionRefusal, TheSideToMoveConnectedIsNamed) {
  expect_refusal("V3/V3/V3/V3 - V", {"V is to move but is already connected"});
  expect_refusal("4/4/HHHH/4 - H", {"H is to move but is already connected"});
  // V is connected only through the midpoint BC12, which joins B1 and C2.
  expect_refusal("2V1/2V1/2V1/1V2 BC12:V V", {"V is to move but is already connected"});
  EXPECT_EQ(refusal_of("2V1/2V1/2V1/1V2 BC12:V H"), "");
  EXPECT_EQ(refusal_of("2V1/2V1/2V1/1V2 BC12:H V"), "");
}

// No colouring, legal or not, connects both players: no two lines of the board cross, so the two
// chains would have to share a place.
TEST(PositionRefusal, BothConnectedIsNeverTheOnlyReason) {
  test::Rng rng(2);
  int refused = 0;
  for (const BoardSize size : test::kShapes) {
    if (place_count(size) > 120) continue;
    with_board(size, [&](const auto& board) {
      for (int round = 0; round < 300; ++round) {
        const auto colouring = test::random_colouring(board, 100, rng);
        const bool v = is_connected(board, colouring.of(Player::V), Player::V);
        const bool h = is_connected(board, colouring.of(Player::H), Player::H);
        ASSERT_FALSE(v && h);
        const std::string text = format_position(board, colouring);
        if (refusal_of(text).empty()) continue;
        ++refused;
        ASSERT_NE(defect_of(board, colouring), "");
      }
    });
  }
  EXPECT_GT(refused, 100);
}

TEST(PositionRefusal, AnotherBoardIsNamed) {
  const WideBoard<1> board({5, 4});
  for (const char* const text : {"5/5/5/5/5 - V", "4/4/4/4/4 - V", "open:4x5", "standard:6x6"}) {
    const std::string message = refusal([&] { parse_position(board, text); });
    EXPECT_NE(message.find("5x4"), std::string::npos) << text << ": " << message;
  }
  EXPECT_EQ(format_position(board, parse_position(board, "open:5x4")), "5/5/5/5 - V");
}

}  // namespace
}  // namespace onyx
