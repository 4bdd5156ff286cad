// Binary files that are made to cost memory or time: their headers and indices are false, but have
// valid checksums.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "solver/referee/position_table.h"
#include "solver/referee/referee.h"
#include "tests/sanitized.h"
#include "tests/solver/referee/forged_files.h"

extern char** environ;

namespace onyx::referee {
namespace {

/// Returns the peak memory of onyx-check when it rejects these bytes. (posix_spawn() is used,
/// because after fork() the memory of this process would count, too.)
std::uint64_t memory_to_reject(const std::string& bytes) {
  std::string name = (std::filesystem::temp_directory_path() / "onyx-XXXXXX").string();
  ::close(::mkstemp(name.data()));
  std::ofstream(name, std::ios::binary) << bytes;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  std::string program = ONYX_CHECK_PROGRAM;
  char* const arguments[] = {program.data(), name.data(), nullptr};
  pid_t child = 0;
  EXPECT_EQ(posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  rusage usage{};
  EXPECT_EQ(::wait4(child, &status, 0, &usage), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << status;
  std::filesystem::remove(name);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

/// Returns how much more memory onyx-check takes for these bytes than for a trivial file.
std::uint64_t memory_beyond_that_for_nothing(const std::string& bytes) {
  const std::uint64_t memory = memory_to_reject(bytes);
  return memory - std::min(memory, memory_to_reject("{}"));
}

constexpr std::uint64_t kMegabyte = 1 << 20;

TEST(HostileFiles, AnnouncedMovesTakeNoMemory) {
  if (test::kIsSanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  // Each block claims to have the largest number of moves.
  const std::uint32_t most = 1 << 20;
  const std::vector<std::string> blocks(300, forged::compact_block(std::string(16, '\0'), most));
  const std::string file = forged::compact_file(4, 4, most * std::uint64_t{300}, blocks);
  EXPECT_LT(file.size(), 16'000U);
  EXPECT_LT(memory_beyond_that_for_nothing(file), 16 * kMegabyte);
}

TEST(HostileFiles, TablesTakeNoMemoryBeforeTheirBlocksAreRead) {
  if (test::kIsSanitized) GTEST_SKIP() << "sanitizers take memory of their own";
  // By symmetry, 27 of the 3^4 tiers of 4x4 are stored; each has 2 * 3^4 blocks of 3^12 codes.
  const std::string file = forged::table_file(4, 4, 12, 27 * 162, "no block");
  EXPECT_TRUE(check(file_of(file)).text.ends_with("it cannot be unpacked"));
  EXPECT_LT(memory_beyond_that_for_nothing(file), 32 * kMegabyte);
}

TEST(HostileFiles, ABlockIsReadOnlyIfItIsOfALegalSize) {
  // The file is larger than any memory; most of it is one block.
  std::string head = forged::compact_file(4, 4, 1, {forged::compact_block("", 1)});
  std::string block;
  forged::append(block, UINT32_MAX);
  forged::append(block, std::uint32_t{1});
  head.replace(144, 8, block);
  std::atomic<std::size_t> most_read = 0;
  const File file{std::uint64_t{1} << 40, [&](std::uint64_t offset, std::size_t count, char* to) {
                    most_read = std::max<std::size_t>(most_read, count);
                    std::fill_n(to, count, '\0');
                    if (offset < head.size()) head.copy(to, count, offset);
                  }};
  EXPECT_FALSE(check(file).accepted);
  EXPECT_LT(most_read, kMegabyte);
}

/// The hash function is chosen at random each time, so nobody can choose positions that collide.
TEST(HostileFiles, HashesAreSecret) {
  std::set<std::uint32_t> hashes;
  Stones<2> stones;
  stones.of[0].add(77);
  for (int i = 0; i < 100; ++i) hashes.insert(compact::SecretHash<2>()(stones));
  EXPECT_GT(hashes.size(), 90U);
}

/// The hash must spread positions that differ little, and positions whose checksums have equal low
/// bits. (A few random multipliers in ten thousand spread badly, so the test uses the median of
/// several.)
TEST(HostileFiles, HashesSpreadForAnyInput) {
  constexpr std::size_t kSlots = 1 << 12;
  const auto longest_chain = [](const std::vector<Stones<1>>& positions) {
    const compact::SecretHash<1> hash;
    std::vector<int> chains(kSlots);
    int longest = 0;
    for (const Stones<1>& stones : positions) {
      longest = std::max(longest, ++chains[std::uint64_t{hash(stones)} * kSlots >> 32]);
    }
    return longest;
  };
  const auto median_of_longest_chains = [&](const std::vector<Stones<1>>& positions) {
    std::array<int, 9> longest;
    for (int& chain : longest) chain = longest_chain(positions);
    std::ranges::nth_element(longest, longest.begin() + longest.size() / 2);
    return longest[longest.size() / 2];
  };
  std::vector<Stones<1>> alike;
  std::vector<Stones<1>> chosen;
  for (std::uint64_t i = 0; chosen.size() < kSlots; ++i) {
    const Stones<1> stones{{{{{i}}, {{i << 32}}}}};
    if (i < kSlots) alike.push_back(stones);
    if (XXH64(&stones, sizeof stones, 0) % 64 == 0) chosen.push_back(stones);
  }
  EXPECT_LT(median_of_longest_chains(alike), 64);
  EXPECT_LT(median_of_longest_chains(chosen), 64);
}

TEST(HostileFiles, AnInterruptEndsTheLoading) {
  const std::string file = forged::compact_file(
      4, 4, 2, std::vector<std::string>(2, forged::compact_block("no moves", 1)));
  EXPECT_FALSE(check(file_of(file)).accepted);
  Watch watch;
  watch.is_interrupted = [] { return true; };
  EXPECT_THROW(check(file_of(file), watch), Interrupted);
  EXPECT_THROW(check(file_of(file), watch), std::exception);
  // An interrupt after the first move of a block also ends the check.
  const std::string zeros(8, '\0');
  const std::string moves = forged::compact_file(4, 4, 2, {forged::compact_block(zeros, 2)});
  std::atomic<int> asked = 0;
  watch.is_interrupted = [&] { return ++asked > 1; };
  EXPECT_THROW(check(file_of(moves), watch), Interrupted);
}

}  // namespace
}  // namespace onyx::referee
