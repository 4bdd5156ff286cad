// The board as text, compared with the inventor's rules page (core/README.md, "Sources").
#include <gtest/gtest.h>

#include "tests/support.h"

namespace onyx {
namespace {

std::string diagram_of(std::string_view text) { return diagram(parse_position(text)); }

TEST(Diagram, DrawsTheStandardSetupAsTheRulesPage) {
  EXPECT_EQ(diagram_of("standard:12x12"),
            R"(    A   B   C   D   E   F   G   H   I   J   K   L
 12   -   -   -   -   - H - H -   -   -   -   -   12
    | / |   | / |   | / |   | / |   | / |   | / |
 11   -   -   -   -   -   -   -   -   -   -   -   11
    |   | \ |   | \ |   | \ |   | \ |   | \ |   |
 10   -   -   -   -   -   -   -   -   -   -   -   10
    | / |   | / |   | / |   | / |   | / |   | / |
  9   -   -   -   -   -   -   -   -   -   -   -    9
    |   | \ |   | \ |   | \ |   | \ |   | \ |   |
  8   -   -   -   -   -   -   -   -   -   -   -    8
    | / |   | / |   | / |   | / |   | / |   | / |
  7 V -   -   -   -   -   -   -   -   -   -   - V  7
    |   | \ |   | \ |   | \ |   | \ |   | \ |   |
  6 V -   -   -   -   -   -   -   -   -   -   - V  6
    | / |   | / |   | / |   | / |   | / |   | / |
  5   -   -   -   -   -   -   -   -   -   -   -    5
    |   | \ |   | \ |   | \ |   | \ |   | \ |   |
  4   -   -   -   -   -   -   -   -   -   -   -    4
    | / |   | / |   | / |   | / |   | / |   | / |
  3   -   -   -   -   -   -   -   -   -   -   -    3
    |   | \ |   | \ |   | \ |   | \ |   | \ |   |
  2   -   -   -   -   -   -   -   -   -   -   -    2
    | / |   | / |   | / |   | / |   | / |   | / |
  1   -   -   -   -   - H - H -   -   -   -   -    1
    A   B   C   D   E   F   G   H   I   J   K   L
)");
}

TEST(Diagram, PutsMidpointStonesInsideTheirSquares) {
  // The squares of the inventor's example 1, on a smaller board.
  EXPECT_EQ(diagram_of("5/5 BC12:V,DE12:H V"),
            R"(    A   B   C   D   E
  2   -   -   -   -    2
    | / | V | / | H |
  1   -   -   -   -    1
    A   B   C   D   E
)");
  EXPECT_EQ(diagram_of("VHV/1H1/V1H AB23:V H"),
            R"(    A   B   C
  3 V - H - V  3
    | V | \ |
  2   - H -    2
    | / |   |
  1 V -   - H  1
    A   B   C
)");
}

TEST(Diagram, DrawsTheSmallestAndTheLargestBoard) {
  EXPECT_EQ(diagram_of("V1/1H - V"),
            R"(    A   B
  2 V -    2
    | / |
  1   - H  1
    A   B
)");
  const std::string largest = diagram_of("open:20x20");
  EXPECT_EQ(std::count(largest.begin(), largest.end(), '\n'), 2 + 20 + 19);
  EXPECT_TRUE(
      largest.starts_with("    A   B   C   D   E   F   G   H   I   J   K   L   M   N   O   "
                          "P   Q   R   S   T\n 20   - "));
}

}  // namespace
}  // namespace onyx
