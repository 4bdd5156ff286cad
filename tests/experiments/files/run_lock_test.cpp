// Tests which process may work in a folder, and the messages to other processes.

#include "experiments/files/run_lock.h"

#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

Arguments long_search(const std::string& folder) {
  return {"search", "--board", "5x5", "--time", "1000", "--shard", "1/2", "--out", folder};
}

void wait_until_it_works(Process& process, const std::string& folder) {
  const Path checkpoint = Path(folder) / "search-5x5-seed1-shard1of2.json";
  while (process.is_running() && !std::filesystem::exists(checkpoint)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(RunLock, NamesTheRunningProcess) {
  const TemporaryFolder folder;
  const std::string out = folder / "out";
  Process first(onyx_command(long_search(out)));
  wait_until_it_works(first, out);
  const Path lock = Path(out) / "run.lock";
  const std::string who = read(lock).substr(0, read(lock).find('\n'));
  EXPECT_TRUE(who.starts_with("process ")) << who;
  EXPECT_NE(who.find(" on " + this_host() + ", since 2"), std::string::npos) << who;
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
  // After a kill the folder is free. The next run removes the lock file.
  first.send(SIGKILL);
  first.wait();
  EXPECT_TRUE(std::filesystem::exists(lock));
  const Result next = run_onyx({"search", "--board", "4x4", "--positions", "1", "--out", out});
  EXPECT_EQ(next.code, 0) << next;
  EXPECT_EQ(next.err, "");
  EXPECT_FALSE(std::filesystem::exists(lock));
}

TEST(RunLock, CanBeWaitedFor) {
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
  // Only this message proves that the two runs overlap in time.
  second.wait_until_it_complains_of("waiting for another run");
  EXPECT_TRUE(second.is_running());
  first.send(SIGTERM);
  EXPECT_EQ(first.wait().code, 130);
  const Result result = second.wait();
  EXPECT_EQ(result.code, 0) << result;
}

// The text in the lock file may be from a killed run or a person. Only a lock keeps other runs out.
TEST(RunLock, TextWithoutALockKeepsNobodyOut) {
  const TemporaryFolder folder;
  const Path lock = folder.path() / "run.lock";
  for (const std::string& content :
       Texts{"", "process 1 on here, since 2026-11-01 12:00:00 UTC\n", R"({"process": "a-0-1"})"}) {
    write(lock, content);
    const RunLock held(folder.path());
    EXPECT_TRUE(read(lock).starts_with("process ")) << content;
  }
  EXPECT_TRUE(names_in(folder.path()).empty());
  std::filesystem::create_symlink("elsewhere", lock);
  EXPECT_THROW(RunLock{folder.path()}, FileError) << "a link is not followed";
  EXPECT_EQ(names_in(folder.path()), Texts{"run.lock"});
}

TEST(RunLock, ReservesAFileThatNeedNotExist) {
  const TemporaryFolder folder;
  const std::string file = folder / "table";
  {
    const RunLock held(file);
    EXPECT_EQ(names_in(folder.path()), Texts{"table.run.lock"});
    try {
      const RunLock other(file);
      ADD_FAILURE() << "let in";
    } catch (const InUse& error) {
      const std::string told = error.what();
      EXPECT_NE(told.find(" uses the file '" + file + "'; wait until it ends, or use another file"),
                told.npos)
          << told;
    }
  }
  EXPECT_TRUE(names_in(folder.path()).empty());
  write(file, "work");
  std::filesystem::create_symlink(file, folder / "link");
  const RunLock held(file);
  EXPECT_THROW(RunLock(folder / "link"), InUse);
  EXPECT_NO_THROW(RunLock(folder / std::string(250, 'x'))) << "there is no room for a lock";
}

TEST(RunLock, PrintsOnlyPlainCharacters) {
  const TemporaryFolder folder;
  const RunLock held(folder.path());
  for (const std::string& content : Texts{"\x1b[2J\n", "process 1", "\n", "a\nb\n"}) {
    write(folder / "run.lock", content);
    try {
      const RunLock other(folder.path());
      ADD_FAILURE() << "let in";
    } catch (const InUse& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with("another run uses the folder '"))
          << content;
    }
  }
}

}  // namespace
}  // namespace onyx::test
