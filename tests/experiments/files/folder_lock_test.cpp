// Who may work in a folder, and what others are told.

#include "experiments/files/folder_lock.h"

#include <atomic>

#include "experiments/files/process_name.h"
#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

constexpr const char* kElsewhere = "elsewhere-0123abcd-4711";

/// What the holder writes.
std::string record_of(const std::string& process, int count) {
  return R"({"process":")" + process + R"(","since":"2026-11-01 12:00:00 UTC","kind":"alone",)" +
         R"("count":)" + std::to_string(count) + "}\n";
}

/// A search that takes long.
Arguments long_search(const std::string& folder) {
  return {"search", "--board", "5x5", "--time", "1000", "--shard", "1/2", "--out", folder};
}

void wait_until_it_works(Process& process, const std::string& folder) {
  const Path checkpoint = Path(folder) / "search-5x5-seed1-shard1of2.json";
  while (process.is_running() && !std::filesystem::exists(checkpoint)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(FolderLock, SaysWhoIsAtWork) {
  const TemporaryFolder folder;
  const std::string out = folder / "out";
  Process first(onyx_command(long_search(out)));
  wait_until_it_works(first, out);
  const Path lock = Path(out) / "run.lock";
  const auto record = nlohmann::json::parse(read(lock));
  const auto holder = parse_process_name(record.at("process").get<std::string>());
  ASSERT_TRUE(holder);
  EXPECT_EQ(holder->host, this_process().host);
  const std::string who = "process " + std::to_string(holder->number) + " on " + holder->host +
                          ", since " + record.at("since").get<std::string>();
  // Another shard, a merge, and puzzles.
  const TemporaryFolder classes;
  std::filesystem::copy(Path(out) / "search-5x5-seed1-shard1of2.json",
                        classes / "search-5x5-seed1-shard1of2.json");
  for (const Arguments& other :
       {Arguments{"search", "--board", "4x4", "--positions", "1", "--out", out},
        {"merge", classes.path().string(), "--out", out},
        {"puzzles", "--board", "4x4", "--numbers", "1", "--out", out}}) {
    const Result result = run_onyx(other);
    EXPECT_EQ(result.code, 2) << result;
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find(who), std::string::npos) << who << '\n' << result;
  }
  // After a kill the folder is free, and at the end nothing is left.
  first.send(SIGKILL);
  first.wait();
  EXPECT_TRUE(std::filesystem::exists(lock));
  const Result next = run_onyx({"search", "--board", "4x4", "--positions", "1", "--out", out});
  EXPECT_EQ(next.code, 0) << next;
  EXPECT_EQ(next.err, "");
  EXPECT_FALSE(std::filesystem::exists(lock));
}

TEST(FolderLock, CanBeWaitedFor) {
  const TemporaryFolder folder;
  const std::string out = folder / "out";
  Process first(onyx_command(long_search(out)));
  wait_until_it_works(first, out);
  const Arguments patient{"search", "--board", "4x4", "--positions", "1", "--wait", "--out", out};
  Process second(onyx_command(patient));
  Process third(onyx_command(patient));
  third.wait_until_signals_are_caught();
  third.send(SIGTERM);
  EXPECT_EQ(third.wait().code, 130) << "waiting can be interrupted";
  // Not before that is it certain that the two meet.
  second.wait_until_it_complains_of("waiting for another run");
  EXPECT_TRUE(second.is_running());
  first.send(SIGTERM);
  EXPECT_EQ(first.wait().code, 130);
  const Result result = second.wait();
  EXPECT_EQ(result.code, 0) << result;
}

// Where locks of other hosts are not seen, what they write is.
TEST(FolderLock, OfAnotherHostIsBelievedWhileItChanges) {
  const TemporaryFolder folder;
  LockPatience patience;
  patience.silence = 30;
  std::atomic<bool> is_over{false};
  std::thread elsewhere([&] {
    for (int count = 0; !is_over; ++count) {
      // As a holder does: in place, never cut.
      std::fstream file(folder / "run.lock",
                        count == 0 ? std::ios::out : std::ios::in | std::ios::out);
      file << record_of(kElsewhere, 1'000'000 + count) << std::flush;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  while (!std::filesystem::exists(folder / "run.lock") || read(folder / "run.lock").empty()) {
    std::this_thread::yield();
  }
  std::string said;
  patience.say = [&](const std::string& text) { said = text; };
  try {
    const FolderLock lock(folder.path(), FolderLock::Kind::alone, patience);
    ADD_FAILURE() << "let in";
  } catch (const FolderInUse& error) {
    EXPECT_NE(std::string(error.what()).find("process 4711 on elsewhere, since 2026-11-01"),
              std::string::npos)
        << error.what();
  }
  EXPECT_NE(said.find("whether"), std::string::npos) << said;
  is_over = true;
  elsewhere.join();
}

TEST(FolderLock, LookingForARunElsewhereCanBeInterrupted) {
  for (const Arguments& command :
       {Arguments{"search", "--board", "4x4", "--positions", "1"},
        Arguments{"puzzles", "--board", "4x4", "--kind", "win", "--count", "1"}}) {
    const TemporaryFolder folder;
    write(folder / "run.lock", record_of(kElsewhere, 5));
    Process process(onyx_command(with(command, {"--out", folder.path().string()})));
    process.wait_until_signals_are_caught();
    process.send(SIGTERM);
    const Result result = process.wait();
    EXPECT_EQ(result.code, 130) << result;
  }
}

TEST(FolderLock, OfAnotherHostIsTakenOverWhenItIsSilent) {
  const TemporaryFolder folder;
  write(folder / "run.lock", record_of(kElsewhere, 5));
  LockPatience patience;
  patience.silence = 0.5;
  {
    const FolderLock lock(folder.path(), FolderLock::Kind::alone, patience);
    const auto record = nlohmann::json::parse(read(folder / "run.lock"));
    EXPECT_EQ(record.at("process"), to_text(this_process()));
  }
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(FolderLock, OfNobodyIsTakenAtOnce) {
  const TemporaryFolder folder;
  LockPatience patience;
  patience.silence = 1e9;
  for (const std::string& content :
       Texts{"", "{", "null", R"({"process": 1})", "\x1b[2J", record_of("a-00000000-", 1)}) {
    write(folder / "run.lock", content);
    const FolderLock lock(folder.path(), FolderLock::Kind::alone, patience);
  }
  std::filesystem::create_symlink("elsewhere", folder / "run.lock");
  EXPECT_THROW(FolderLock{folder.path()}, FileError) << "a link is not followed";
  EXPECT_EQ(names_in(folder.path()), Texts{"run.lock"});
}

}  // namespace
}  // namespace onyx::test
