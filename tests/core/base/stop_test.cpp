// When work is to stop, and how it says why.
#include "core/base/stop.h"

#include <gtest/gtest.h>

#include <string>

namespace onyx {
namespace {

TEST(Stop, LeftAloneNeverStopsAnything) {
  const Stop stop;
  EXPECT_FALSE(stop.interrupt.has_come());
  EXPECT_EQ(stop.met(), std::nullopt);
  EXPECT_EQ(stop.bytes, UINT64_MAX);
  EXPECT_EQ(stop.work, UINT64_MAX);
}

TEST(Stop, IsMetByADeadlineAndByAnInterruptFirst) {
  Stop stop;
  stop.deadline = Stop::Clock::now() + std::chrono::hours(1);
  EXPECT_EQ(stop.met(), std::nullopt);
  stop.deadline = Stop::Clock::now();
  EXPECT_EQ(stop.met(), End::time_limit);
  std::atomic<bool> flag = false;
  stop.interrupt = &flag;
  const Stop copy = stop;
  EXPECT_EQ(copy.met(), End::time_limit);
  flag = true;
  EXPECT_EQ(copy.met(), End::interrupted);
}

TEST(Stop, EndsHaveNames) {
  EXPECT_EQ(name_of(End::complete), std::string("complete"));
  EXPECT_EQ(name_of(End::work_limit), std::string("work limit"));
  EXPECT_EQ(name_of(End::memory_limit), std::string("memory limit"));
  EXPECT_EQ(name_of(End::time_limit), std::string("time limit"));
  EXPECT_EQ(name_of(End::interrupted), std::string("interrupted"));
}

}  // namespace
}  // namespace onyx
