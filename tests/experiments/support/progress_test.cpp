// Tests how the time left is shown: rounded, and only if a rate is known.
#include "experiments/support/progress.h"

#include <gtest/gtest.h>

#include <cmath>

namespace onyx::test {
namespace {

TEST(TimeLeft, NothingIsToldWithoutARate) {
  EXPECT_EQ(time_left(10, 0), "");
  EXPECT_EQ(time_left(10, -1), "");
  EXPECT_EQ(time_left(10, std::nan("")), "");
  EXPECT_EQ(time_left(std::nan(""), 1), "");
}

TEST(TimeLeft, IsRounded) {
  EXPECT_EQ(time_left(3, 1), ", some seconds left");
  EXPECT_EQ(time_left(47, 1), ", about 50 s left");
  EXPECT_EQ(time_left(1000, 5), ", about 3 min left");
  EXPECT_EQ(time_left(10'000, 1), ", about 3 h left");
  EXPECT_EQ(time_left(10 * 86'400, 1), ", about 10 days left");
}

TEST(TimeLeft, IsNeverYears) {
  EXPECT_EQ(time_left(1e12, 1), ", over a month left");
  EXPECT_EQ(time_left(INFINITY, 1), ", over a month left");
  EXPECT_EQ(short_time(1e9), "over a month");
  EXPECT_EQ(short_time(1e300), "over a month");
}

TEST(DoneOfAll, HasRateAndTimeLeft) {
  EXPECT_EQ(done_of_all(1'200'000, 3'600'000, "moves", 12),
            "1.20 M of 3.60 M moves, 100.0 k/s, about 20 s left");
  EXPECT_EQ(done_of_all(0, 3'600'000, "moves", 12), "0 of 3.60 M moves, 0/s");
  EXPECT_EQ(done_of_all(1'200'000, 3'600'000, "moves", 0.001), "1.20 M of 3.60 M moves");
}

}  // namespace
}  // namespace onyx::test
