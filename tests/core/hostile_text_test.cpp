// Hostile text: long, binary, empty or mutated. A parser must either refuse it with an InputError,
// or accept it with a result that prints and reads back unchanged.
#include <gtest/gtest.h>

#include "tests/core/refusal.h"
#include "tests/sanitized.h"
#include "tests/support.h"

namespace onyx {
namespace {

using test::refusal;

/// Whether the text is accepted as a position, which must then print and read back unchanged.
bool take_position(const std::string& text) {
  const std::string message = refusal([&] {
    test::with_position(text, [&](const auto& board, const auto& position) {
      const std::string canonical = format_position(board, position);
      ASSERT_EQ(board_size_of(canonical), board.size());
      ASSERT_EQ(parse_position(board, canonical), position) << canonical;
      ASSERT_EQ(defect_of(board, position), "") << canonical;
    });
  });
  return message.empty();
}

void feed_all(const std::string& text) {
  take_position(text);
  refusal([&] { split_game(text); });
  refusal([&] { parse_board_size(text); });
  static const WideBoard<4> board({12, 12});
  Place place{};
  if (refusal([&] { place = parse_place(board.geometry(), text); }).empty()) {
    EXPECT_EQ(parse_place(board.geometry(), format_place(board.geometry(), place)), place);
  }
  const WidePosition<4> standard = standard_setup(board);
  if (refusal([&] { place = parse_move(board, standard, text); }).empty()) {
    EXPECT_TRUE(legal_moves(board, standard).has(place));
  }
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

TEST(HostileText, LongTexts) {
  constexpr std::size_t kMany = 100'000;
  for (const std::string piece :
       {"V", "1", "9", "0",    "/",       "2/", "V/", " ", ":",  ",",  "-",    "*",           "x",
        "{", "}", "A", "BC12", "BC12:V,", "\n", "\\", "'", "%s", "{}", "\x80", "4/4/4/4 - V "}) {
    const std::string text = repeated(piece, kMany / piece.size());
    feed_all(text);
    feed_all("open:" + text);
    feed_all("standard:" + text + "x4");
    feed_all(text + " - V");
    feed_all("4/4/4/4 " + text + " V");
    feed_all("4/4/4/4 - " + text);
    feed_all("D4" + text);
    feed_all("{BC-" + text + "}");
    feed_all("b1/" + text);
  }
}

// If parsing were quadratic, this test would take minutes and hit CTest's time limit.
TEST(HostileText, LongNamesAreRefused) {
  const Geometry geometry({12, 12});
  for (const char letter : {'9', '1', 'A', '{', '/', 'x'}) {
    const std::string text(1'000'000, letter);
    for (const std::string start_of_name : {"", "D", "BC", "b1/c", "{BC-"}) {
      EXPECT_NE(refusal([&] { parse_place(geometry, start_of_name + text); }), "");
    }
  }
}

TEST(HostileText, HugeNumbers) {
  for (const std::string number :
       {"21", "99", "100", "999", "1000", "65536", "2147483647", "2147483648", "4294967296",
        "4294967300", "9223372036854775807", "18446744073709551620",
        "115792089237316195423570985008687907853269984665640564039457584007913129639940"}) {
    EXPECT_FALSE(take_position(number + "/4 - V")) << number;
    EXPECT_FALSE(take_position("open:" + number + "x4")) << number;
    EXPECT_FALSE(take_position("open:4x" + number)) << number;
    EXPECT_FALSE(take_position("standard:" + number + "x" + number)) << number;
    EXPECT_FALSE(take_position("4/4/4/4 BC" + number + ":V V")) << number;
    for (const std::string sign : {"", "-", "+", "0", "0x", " "}) {
      feed_all("D" + sign + number);
      feed_all("BC" + sign + number + number);
      feed_all("{BC-" + sign + number + "}");
      feed_all("b" + sign + number + "/c" + number);
      feed_all(sign + number + "x" + number);
    }
  }
  const Geometry geometry({12, 12});
  EXPECT_NE(refusal([&] { parse_place(geometry, "D4294967297"); }), "");  // 2^32 + 1
  EXPECT_NE(refusal([&] { parse_board_size("4294967300x4"); }), "");
}

TEST(HostileText, RandomBytes) {
  test::Rng rng(1);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (int length = test::random_below(rng, 60); length > 0; --length) {
      text += static_cast<char>(test::random_below(rng, 256));
    }
    feed_all(text);
  }
  for (int byte = 0; byte < 256; ++byte) feed_all(std::string(1, static_cast<char>(byte)));
}

TEST(HostileText, RandomTokens) {
  const std::vector<std::string> tokens = {
      "V",       "H",     "v",     "1",         "2",    "20",     "/",   "/",    " ", " ",
      "-",       ":",     ",",     "BC12",      "AB23", "BC12:V", "D4",  "d3xx", "*", "x",
      "{BC-34}", "b1/c2", "open:", "standard:", "4x4",  "0",      "4/4", "\t"};
  test::Rng rng(2);
  int taken = 0;
  for (int round = 0; round < 20000; round += test::one_in(4)) {
    std::string text;
    for (int count = test::random_below(rng, 12); count > 0; --count) {
      text += test::random_of(tokens, rng);
    }
    feed_all(text);
    if (take_position(text)) ++taken;
  }
  EXPECT_GT(taken, 0);
}

std::string mutated(std::string text, test::Rng& rng) {
  static const std::string likely = "VHvh0123456789/:,- *xABCDEFT{}\t";
  const auto some_letter = [&] {
    return test::random_below(rng, 4) == 0 ? static_cast<char>(test::random_below(rng, 256))
                                           : likely[static_cast<std::size_t>(test::random_below(
                                                 rng, static_cast<int>(likely.size())))];
  };
  for (int count = 1 + test::random_below(rng, 3); count > 0; --count) {
    const auto at =
        static_cast<std::size_t>(test::random_below(rng, static_cast<int>(text.size()) + 1));
    switch (test::random_below(rng, 5)) {
      case 0:
        text.insert(at, 1, some_letter());
        break;
      case 1:
        text.erase(at, 1);
        break;
      case 2:
        if (at < text.size()) text[at] = some_letter();
        break;
      case 3:  // truncate
        text.resize(at);
        break;
      default:  // duplicate a part
        text.insert(at, text.substr(at / 2, static_cast<std::size_t>(test::random_below(rng, 8))));
        break;
    }
  }
  return text;
}

TEST(HostileText, MutatedPositionsAreRefusedOrComeBack) {
  test::Rng rng(3);
  int taken = 0;
  int refused = 0;
  for (const BoardSize size : test::kShapes) {
    with_board(size, [&](const auto& board) {
      for (int round = 0; round < 150; ++round) {
        const std::string text = format_position(
            board, round % 2 == 0 ? test::crowded_position(board, 5, 30, round % 4 == 0, rng)
                                  : test::random_game(board, open_setup(board), 40, rng).back());
        for (int copy = 0; copy < 5; ++copy) {
          (take_position(mutated(text, rng)) ? taken : refused) += 1;
        }
      }
    });
  }
  EXPECT_GT(taken, 200);
  EXPECT_GT(refused, 5000);
}

TEST(HostileText, MutatedMovesAreRefusedOrLegal) {
  test::Rng rng(4);
  test::with_position("1VH1/VH2/H1H1/1HV1 - V", [&](const auto& board, const auto& position) {
    const auto legal = legal_moves(board, position);
    int taken = 0;
    for (int round = 0; round < 5000; ++round) {
      const Place move = test::random_of(test::list(legal), rng);
      const std::string text = mutated(format_move(board, position, move), rng);
      Place read{};
      if (!refusal([&] { read = parse_move(board, position, text); }).empty()) continue;
      ++taken;
      EXPECT_TRUE(legal.has(read)) << text;
    }
    EXPECT_GT(taken, 100);
  });
}

}  // namespace
}  // namespace onyx
