// Tests that the program keeps to --memory-limit on several boards and with several engines: its
// peak memory may exceed the limit by at most a twentieth plus 20 MB.

#include "tests/experiments/program.h"
#include "tests/sanitized.h"

namespace onyx::test {
namespace {

constexpr std::uint64_t kMegabyte = 1'000'000;

void expect_kept(const Arguments& command, std::uint64_t megabytes, int code) {
  const Result result =
      run_onyx(with(command, {"--memory-limit", std::to_string(megabytes) + "M"}));
  EXPECT_EQ(result.code, code) << joined(command, " ") << '\n' << result;
  const std::uint64_t limit = megabytes << 20;
  EXPECT_LE(result.peak_bytes, limit + limit / 20 + 20 * kMegabyte) << joined(command, " ");
  // A much smaller peak would not test the limit.
  EXPECT_GE(result.peak_bytes, limit / 2) << joined(command, " ");
}

TEST(MemoryLimit, IsKeptByTheExplorerOnLargeBoards) {
  if (kIsSanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  for (const char* const setup : {"standard:12x12", "open:16x16", "open:18x18", "open:5x5"}) {
    expect_kept({"solve", setup, "--engine", "explorer"}, 100, 3);
  }
  expect_kept({"solve", "open:16x16", "--engine", "explorer"}, 300, 3);
}

TEST(MemoryLimit, IsKeptByJudge) {
  if (kIsSanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  const TemporaryFolder folder;
  write(folder / "claims.txt", "open:20x20\n");
  expect_kept({"judge", folder / "claims.txt", "--out", folder / "out", "--time-limit", "8"}, 60,
              3);
}

TEST(MemoryLimit, IsKeptByTheArena) {
  const std::string position = "VHV2/5/H2V1/1VHVH/HVHV1 - V";
  const Result result = run_onyx({"solve", position, "--engine", "arena", "--memory-limit", "64M"});
  EXPECT_EQ(result.code, 3) << result;
  if (kIsSanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  EXPECT_LE(result.peak_bytes, 100 * kMegabyte);
}

// The limit is small, because the search fills memory only slowly.
TEST(MemoryLimit, IsKeptByProofNumbers) {
  if (kIsSanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  expect_kept({"solve", "open:6x6", "--engine", "proof-number", "--time-limit", "4"}, 40, 3);
}

}  // namespace
}  // namespace onyx::test
