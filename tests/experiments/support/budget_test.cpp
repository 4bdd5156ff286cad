// Tests the progress reports of an exploration under limits.

#include "experiments/support/budget.h"

#include <gtest/gtest.h>

#include <thread>

namespace onyx::test {
namespace {

TEST(Budget, ProgressIsThatOfThisExploration) {
  const InterruptScope interrupt;
  Progress progress("judge");
  // Simulates time spent on earlier claims. Progress prints nothing in its first two seconds.
  std::this_thread::sleep_for(std::chrono::milliseconds(2100));
  const Stop stop = stop_for({10, std::uint64_t{1} << 30}, interrupt, progress, "claim 3 of 4, ");
  testing::internal::CaptureStderr();
  stop.progress({1000, 600, 1 << 29});
  const std::string line = testing::internal::GetCapturedStderr();
  EXPECT_NE(line.find("judge: claim 3 of 4, 1000 positions, "), std::string::npos) << line;
  EXPECT_NE(line.find(" 400 open "), std::string::npos) << line;
  EXPECT_NE(line.find(" 50 % of the memory limit, time limit in 10 s"), std::string::npos) << line;
}

}  // namespace
}  // namespace onyx::test
