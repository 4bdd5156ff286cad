// Tests that a program that cannot start threads continues with its main thread.

#include <stdexcept>
#include <system_error>

#include "experiments/support/machine.h"
#include "tests/experiments/program.h"
#include "tests/sanitized.h"

namespace onyx::test {
namespace {

/// Runs a program that cannot start threads, because their stacks would not fit into the memory.
Result run_alone(const char* program, const Arguments& arguments) {
  const std::string limits = "ulimit -s 4000000 && ulimit -v 3000000 && exec \"$0\" \"$@\"";
  return Process(with({"/bin/sh", "-c", limits, program}, arguments)).wait();
}
Result run_onyx_alone(const Arguments& arguments) { return run_alone(ONYX_PROGRAM, arguments); }

/// Runs the program as a user with a limit of one thread.
Result run_onyx_as_poor_user(const Arguments& arguments) {
  // Turn off the leak check of sanitized builds, because it needs a thread.
  const std::string poor =
      "export ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\"; ulimit -u 1 && exec \"$0\" \"$@\"";
  const Arguments command = with({"/bin/bash", "-c", poor, ONYX_PROGRAM}, arguments);
  // If root, run as nobody, because the limit does not apply to root.
  const Arguments as_nobody = {"/usr/bin/setpriv", "--reuid=65534", "--clear-groups", "--"};
  return Process(::geteuid() == 0 ? with(as_nobody, command) : command).wait();
}

TEST(Threads, AsManyAsWishedWhereTheSystemGivesThem) {
  EXPECT_EQ(threads_to_use(1), 1);
  EXPECT_EQ(threads_to_use(3), 3);
}

TEST(Threads, ALackOfThemIsRecognised) {
  const auto shortage = std::make_error_code(std::errc::resource_unavailable_try_again);
  EXPECT_TRUE(is_lack_of_threads(std::system_error(shortage)));
  EXPECT_TRUE(is_lack_of_threads(std::runtime_error("pthread_create has failed: no")));
  EXPECT_FALSE(is_lack_of_threads(std::system_error(std::make_error_code(std::errc::io_error))));
  EXPECT_FALSE(is_lack_of_threads(std::runtime_error("no memory")));
}

TEST(Threads, CommandsGoOnWithTheirOwn) {
  if (kIsSanitized) GTEST_SKIP() << "sanitizers need more memory than there is here";
  const TemporaryFolder folder;
  write(folder / "claims", "open:2x2 ; A1\nopen:2x2 ; B2\n");
  const std::string slow = "4/4/V3/4/4 - H";
  for (const Arguments& arguments :
       {Arguments{"solve", "open:5x5"},
        {"solve", slow, "--engine", "proof-number"},
        {"solve", "open:3x3", "--engine", "explorer"},
        {"solve", "open:3x3", "--engine", "arena"},
        {"solve", "open:3x3", "--time-limit", "60"},
        {"solve", "--map", "open:4x4"},
        {"strong", "3x3"},
        {"strong", "3x3", "--tiers", folder / "tiers"},
        {"analyse", "open:3x3 A1 B1"},
        {"judge", folder / "claims"},
        {"search", "--board", "4x4", "--positions", "20", "--out", folder / "search"},
        {"merge", folder / "search", "--out", folder / "merged"},
        {"puzzles", "--board", "4x4", "--count", "1", "--seed", "1", "--time-limit", "1m", "--out",
         folder / "puzzles"}}) {
    const Arguments with_threads = with({"--threads", "4"}, arguments);
    const Result normal = run_onyx(with_threads);
    for (const char* const again : {"search", "tiers", "merged", "puzzles"}) {
      if (arguments.back() == folder / again) std::filesystem::remove_all(folder / again);
    }
    const Result result = run_onyx_alone(with_threads);
    const std::string command = joined(arguments, " ") + '\n';
    EXPECT_EQ(result.code, normal.code) << command << result;
    EXPECT_EQ(result.err.find("thread"), std::string::npos) << command << result;
    EXPECT_EQ(result.err.find(std::strerror(EAGAIN)), std::string::npos) << command << result;
  }
}

TEST(Threads, TheCheckerGoesOnWithItsOwn) {
  if (kIsSanitized) GTEST_SKIP() << "sanitizers need more memory than there is here";
  const TemporaryFolder folder;
  const std::string table = folder / "3x3.table";
  ASSERT_EQ(run_onyx({"strong", "3x3", "--table", table}).code, 0);
  for (const char* const program : {ONYX_PROGRAM, ONYX_CHECK_PROGRAM}) {
    const bool is_onyx = program == std::string(ONYX_PROGRAM);
    const Result result =
        run_alone(program, with(is_onyx ? Arguments{"check"} : Arguments{}, {table, table}));
    EXPECT_EQ(result.code, 0) << result;
  }
}

TEST(Threads, AUserWhoMayHaveNoneGetsAnswers) {
  for (const Arguments& arguments : {Arguments{"solve", "open:3x3", "--engine", "explorer"},
                                     {"solve", "open:5x5"},
                                     {"strong", "3x3"}}) {
    const Result result = run_onyx_as_poor_user(with({"--threads", "2"}, arguments));
    if (result.code == 126 || result.code == 127) GTEST_SKIP() << result;
    EXPECT_EQ(result.code, 0) << joined(arguments, " ") << '\n' << result;
  }
}

}  // namespace
}  // namespace onyx::test
