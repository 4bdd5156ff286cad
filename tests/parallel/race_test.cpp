// Tests engines that run in parallel: the first one to answer stops the others, and the engines
// share no state that must be separate.
#include "solver/decide/race.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "core/notation.h"
#include "tests/solver/decide/decide_once.h"

namespace onyx::test {
namespace {

const auto nothing = [] {};

/// Returns a task that ends only when it is stopped.
auto until_stopped(Interrupt interrupt) {
  return [interrupt]() -> std::optional<int> {
    while (!interrupt.has_come()) std::this_thread::yield();
    return std::nullopt;
  };
}

TEST(Race, TheFirstAnswerStopsTheOthers) {
  Race<int> race(2);
  EXPECT_TRUE(race.start(until_stopped(race.interrupt(0)), nothing));
  EXPECT_TRUE(race.start([] { return std::optional<int>(7); }, nothing));
  EXPECT_EQ(race.wait({}), 7);
}

TEST(Race, RunThatFailsMayStopAnother) {
  Race<int> race(2);
  EXPECT_TRUE(race.start(until_stopped(race.interrupt(0)), nothing));
  EXPECT_TRUE(
      race.start([]() -> std::optional<int> { throw std::bad_alloc(); }, [&] { race.stop(0); }));
  EXPECT_EQ(race.wait({}), std::nullopt);
}

TEST(Race, EndsAtTheDeadline) {
  Race<int> race(1);
  EXPECT_TRUE(race.start(until_stopped(race.interrupt(0)), nothing));
  Stop stop;
  stop.deadline = Stop::Clock::now();
  EXPECT_EQ(race.wait(stop), std::nullopt);
}

TEST(Race, RethrowsExceptions) {
  Race<int> race(2);
  EXPECT_TRUE(race.start(until_stopped(race.interrupt(0)), nothing));
  EXPECT_TRUE(
      race.start([]() -> std::optional<int> { throw std::length_error("too long"); }, nothing));
  EXPECT_THROW(race.wait({}), std::length_error);
}

// If the race does not stop its threads, this test hangs until CTest's time limit.
TEST(Race, DestructorStopsAndJoinsThreads) {
  Race<int> race(1);
  EXPECT_TRUE(race.start(until_stopped(race.interrupt(0)), nothing));
}

TEST(Alarm, ComesAtTheDeadlineAndNotBefore) {
  EXPECT_FALSE(Alarm(Stop{}).interrupt().has_come());
  Stop stop;
  stop.deadline = Stop::Clock::now();
  EXPECT_TRUE(Alarm(stop).interrupt().has_come());
}

TEST(DecideInParallel, IsWhatOneThreadDecides) {
  const WideBoard<1> board({4, 4});
  for (const char* text : {"4/4/4/4 - V", "4/1V2/1H2/4 - V", "4/1V2/2H1/4 - H"}) {
    const WidePosition<1> position = parse_position(board, text);
    DecideOptions options;
    // Give the explorer so few states at first that the other engines start, too.
    options.first_states = 1;
    const Claim alone = decide(board, position, options).claim;
    options.threads = 2;
    const Decision together = decide(board, position, options);
    ASSERT_TRUE(together.is_decided()) << text;
    EXPECT_EQ(together.claim, alone) << text;
  }
}

}  // namespace
}  // namespace onyx::test
