// When work must stop, and which reason is reported.
#include "core/base/stop.h"

#include <gtest/gtest.h>

#include <string>

#include "core/base/shared_stop.h"

namespace onyx {
namespace {

TEST(Stop, DefaultNeverStops) {
  const Stop stop;
  EXPECT_FALSE(stop.interrupt.has_come());
  EXPECT_EQ(stop.met(), std::nullopt);
  EXPECT_EQ(stop.bytes, UINT64_MAX);
  EXPECT_EQ(stop.work, UINT64_MAX);
}

TEST(Stop, InterruptTakesPrecedenceOverTheDeadline) {
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

TEST(SharedStop, ChecksOnceInAFixedNumberOfSteps) {
  std::uint64_t told = 0;
  std::atomic<bool> flag = false;
  Stop stop;
  stop.interrupt = &flag;
  stop.progress = [&](const Reached& reached) { told = reached.done; };
  SharedStop shared(stop, 10);
  const auto how_far = [&] { return Reached{.done = shared.steps()}; };
  const auto step = [&](int times) {
    for (int i = 0; i < times; ++i) shared.step(how_far);
  };
  step(10);
  EXPECT_EQ(told, 1U);
  EXPECT_FALSE(shared.is_over());
  flag = true;
  EXPECT_FALSE(shared.is_over());
  step(1);
  EXPECT_EQ(told, 11U);
  EXPECT_EQ(shared.why(), End::interrupted);
}

TEST(SharedStop, ComparesTheMemoryInUse) {
  Stop stop;
  stop.bytes = 100;
  SharedStop shared(stop, 1);
  shared.step([] { return Reached{.bytes = 100}; });
  EXPECT_FALSE(shared.is_over());
  shared.step([] { return Reached{.bytes = 101}; });
  EXPECT_EQ(shared.why(), End::memory_limit);
}

TEST(SharedStop, EndsForAnyReason) {
  const Stop stop;
  SharedStop shared(stop, 10);
  EXPECT_EQ(shared.why(), End::complete);
  shared.end(End::memory_limit);
  EXPECT_TRUE(shared.is_over());
  EXPECT_EQ(shared.why(), End::memory_limit);
}

}  // namespace
}  // namespace onyx
