// Disturbs searches and merges at random instants: kills or terminates them, fills the disk, makes
// their folder read-only, truncates their files, changes the times of these files, and runs two
// searches on one shard. In every round the program, started again, must end with the same files
// as an undisturbed run, or stop with a message that names the file.
//
// The environment variables ONYX_FAULT_ROUNDS and ONYX_FAULT_SEED set the number of rounds of each
// kind, and the seed.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>

#include "tests/experiments/program.h"
#include "tests/fault/disks.h"
#include "tests/plain/rules.h"

namespace onyx::test {
namespace {

namespace fs = std::filesystem;

int number_from(const char* variable, int otherwise) {
  const char* const text = std::getenv(variable);
  return text != nullptr ? std::atoi(text) : otherwise;
}

int rounds() {
  const int usual = std::getenv("ONYX_SHORT") != nullptr ? 3 : ONYX_FAULT_ROUNDS;
  return number_from("ONYX_FAULT_ROUNDS", std::min(usual, ONYX_FAULT_ROUNDS));
}

int up_to(plain::Rng& rng, int most) { return plain::random_below(rng, most + 1); }

bool is_certificate(const std::string& name) { return name.ends_with(".cert.json"); }

using Files = std::map<std::string, std::string>;

// Returns all files of the folder, keyed by name. The time is removed from checkpoints.
Files files_in(const Path& folder) {
  Files files;
  for (const std::string& name : names_in(folder)) {
    files[name] = read(folder / name);
    if (!name.starts_with("search-")) continue;
    nlohmann::ordered_json checkpoint = nlohmann::ordered_json::parse(files[name]);
    checkpoint.erase("seconds");
    files[name] = checkpoint.dump();
  }
  return files;
}

// Returns the arguments of a search of one shard that takes a few hundredths of a second. Position
// 363 of its seed leads to recurrent classes (tests/experiments/repetition/searches.h).
Arguments search_into(const std::string& folder, const std::string& save_every = "10") {
  return {"search", "--board",      "5x5",      "--positions",  "400",  "--seed",
          "110",    "--out",        folder,     "--min-empty",  "4",    "--max-empty",
          "6",      "--midpoints",  "0",        "--neighbours", "20",   "--planted",
          "20",     "--save-every", save_every, "--shard",      "3/20", "--threads",
          "2"};
}

class Fault : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const TemporaryFolder folder;
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    ASSERT_EQ(run_onyx(search_into(folder / "out")).code, 0);
    duration_ = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
    undisturbed_ = files_in(folder / "out");
    ASSERT_GT(undisturbed_.size(), 5U) << "find another seed";
  }

  // Each round depends only on the seed and its own number, so a failed round can be repeated.
  template <class Round>
  void repeat(Round&& round) {
    const int seed = number_from("ONYX_FAULT_SEED", 1);
    for (int i = 0; i < rounds() && !HasFailure(); ++i) {
      SCOPED_TRACE("round " + std::to_string(i));
      plain::Rng rng(static_cast<plain::Rng::result_type>(1000 * seed + i));
      const TemporaryFolder folder;
      round(rng, folder);
    }
  }

  // Returns a search that writes its checkpoint either after each position or hardly ever.
  static Arguments search(plain::Rng& rng, const std::string& folder) {
    return onyx_command(search_into(folder, up_to(rng, 1) == 0 ? "0" : "10"));
  }

  // Sleeps for a random time, up to a little more than an undisturbed run takes.
  static void pause(plain::Rng& rng) {
    const auto most = static_cast<int>(duration_.count() * 6 / 5);
    std::this_thread::sleep_for(std::chrono::microseconds(up_to(rng, most)));
  }

  static Result run_and_send(plain::Rng& rng, const Arguments& command, int signal) {
    Process process(command);
    pause(rng);
    process.send(signal);
    return process.wait();
  }

  // Restarts the search, which must leave the same files as an undisturbed run and no others.
  static void expect_undisturbed(const std::string& folder) {
    const Result result = run_onyx(search_into(folder));
    EXPECT_EQ(result.code, 0) << result;
    expect_same(files_in(folder), undisturbed_);
  }

  static void expect_same(const Files& files, const Files& expected) {
    for (const auto& [name, text] : expected) {
      const auto there = files.find(name);
      ASSERT_NE(there, files.end()) << name << " is lost";
      EXPECT_EQ(there->second, text) << name;
    }
    for (const auto& [name, text] : files)
      EXPECT_TRUE(expected.contains(name)) << name << " is new";
  }

  // Either the program ended before the fault, or its message must name what it could not write.
  static void expect_done_or_named(const Result& result, const std::string& folder) {
    if (result.code == 0) return;
    EXPECT_EQ(result.code, 2) << result;
    EXPECT_NE(result.err.find(folder), std::string::npos) << result;
  }

  static std::chrono::microseconds duration_;
  static Files undisturbed_;
};

std::chrono::microseconds Fault::duration_;
Files Fault::undisturbed_;

TEST_F(Fault, Kills) {
  repeat([](plain::Rng& rng, const TemporaryFolder& folder) {
    const std::string out = folder / "out";
    for (int i = up_to(rng, 2); i >= 0; --i) run_and_send(rng, search(rng, out), SIGKILL);
    expect_undisturbed(out);
  });
}

TEST_F(Fault, TerminationSignals) {
  repeat([](plain::Rng& rng, const TemporaryFolder& folder) {
    const std::string out = folder / "out";
    for (int i = up_to(rng, 2); i >= 0; --i) {
      const Result result = run_and_send(rng, search(rng, out), SIGTERM);
      // A signal kills the program if it comes before the handlers are installed.
      EXPECT_TRUE(result.code == 0 || result.code == 130 || result.signal == SIGTERM) << result;
    }
    expect_undisturbed(out);
  });
}

// --- Disks ---------------------------------------------------------------------------------------

TEST_F(Fault, FileSizeLimits) {
  repeat([](plain::Rng& rng, const TemporaryFolder& folder) {
    const std::string out = folder / "out";
    {
      // Certificates are larger than the smallest limits, and have different sizes.
      const LargestFile limit(static_cast<rlim_t>(1024 + up_to(rng, 12'000)));
      expect_done_or_named(Process(search(rng, out)).wait(), out);
    }
    expect_undisturbed(out);
  });
}

TEST_F(Fault, FullDisks) {
  if (!can_mount()) GTEST_SKIP() << "this process may not mount a small disk";
  repeat([](plain::Rng& rng, const TemporaryFolder& folder) {
    const std::string out = folder / "out";
    fs::create_directory(out);
    const Mount disk(out, 1 + up_to(rng, 80));
    ASSERT_TRUE(disk.is_there());
    expect_done_or_named(Process(search(rng, out)).wait(), out);
    ASSERT_TRUE(disk.enlarge(10'000));
    expect_undisturbed(out);
  });
}

TEST_F(Fault, FoldersThatBecomeReadOnly) {
  if (!can_mount()) GTEST_SKIP() << "this process may not mount a folder";
  repeat([](plain::Rng& rng, const TemporaryFolder& folder) {
    const std::string out = folder / "out";
    fs::create_directory(out);
    const Mount itself(out);
    ASSERT_TRUE(itself.is_there());
    {
      Process process(search(rng, out));
      pause(rng);
      while (!itself.forbid_writing(true)) std::this_thread::yield();
      expect_done_or_named(process.wait(), out);
    }
    const Result locked_out = run_onyx(search_into(out));
    EXPECT_EQ(locked_out.code, 2) << locked_out;
    expect_done_or_named(locked_out, out);
    ASSERT_TRUE(itself.forbid_writing(false));
    expect_undisturbed(out);
  });
}

// --- Files ---------------------------------------------------------------------------------------

TEST_F(Fault, TruncatedFiles) {
  repeat([](plain::Rng& rng, const TemporaryFolder& folder) {
    const std::string out = folder / "out";
    while (!fs::exists(out) || names_in(out).empty()) run_and_send(rng, search(rng, out), SIGKILL);
    const Texts names = names_in(out);
    const std::string name = names[static_cast<std::size_t>(up_to(rng, int(names.size()) - 1))];
    const Path file = Path(out) / name;
    // A run killed while it gives a file its final name may leave the file under both names.
    std::vector<Path> same;
    for (const std::string& other : names) {
      if (fs::equivalent(file, Path(out) / other)) same.push_back(Path(out) / other);
    }
    fs::resize_file(file, static_cast<std::uintmax_t>(up_to(rng, int(fs::file_size(file)))));
    const Result result = run_onyx(search_into(out));
    if (result.code != 0) {
      EXPECT_EQ(result.code, 2) << result;
      EXPECT_TRUE(std::any_of(same.begin(), same.end(), [&](const Path& each) {
        return result.err.find(each.string()) != std::string::npos;
      })) << result;
      // Follow the advice of the message.
      for (const Path& each : same) {
        fs::remove(each);
        if (is_certificate(each.filename().string())) {
          fs::remove(Path(out) / "search-5x5-seed110-shard3of20.json");
        }
      }
    }
    expect_undisturbed(out);
  });
}

// Results must not depend on the times of files or on the clock; only `status` shows them.
TEST_F(Fault, ClocksSetBackAndForth) {
  repeat([](plain::Rng& rng, const TemporaryFolder& folder) {
    const std::string out = folder / "out";
    for (int i = up_to(rng, 1); i >= 0; --i) {
      run_and_send(rng, search(rng, out), up_to(rng, 1) == 0 ? SIGKILL : SIGTERM);
      if (!fs::exists(out)) continue;
      for (const std::string& name : names_in(out)) {
        const auto shift = std::chrono::hours(24 * (up_to(rng, 20'000) - 10'000));
        fs::last_write_time(Path(out) / name, fs::file_time_type::clock::now() + shift);
      }
    }
    expect_undisturbed(out);
  });
}

// --- Two at once ---------------------------------------------------------------------------------

TEST_F(Fault, TwoRunsOfOneShard) {
  repeat([](plain::Rng& rng, const TemporaryFolder& folder) {
    const std::string out = folder / "out";
    Process one(search(rng, out));
    pause(rng);
    Process other(search(rng, out));
    const int signal = std::array{0, SIGKILL, SIGTERM}[static_cast<std::size_t>(up_to(rng, 2))];
    if (signal != 0) {
      pause(rng);
      (up_to(rng, 1) == 0 ? one : other).send(signal);
    }
    const Result first = one.wait();
    const Result second = other.wait();
    if (signal == 0) {
      // One of the two runs is refused, unless the other has already ended.
      const int codes = first.code + second.code;
      EXPECT_TRUE(codes == 0 || codes == 2) << first << second;
      for (const Result& result : {first, second}) {
        if (result.code == 0) continue;
        EXPECT_NE(result.err.find("another run"), std::string::npos) << result;
      }
      expect_same(files_in(out), undisturbed_);
    }
    expect_undisturbed(out);
  });
}

// --- Merges --------------------------------------------------------------------------------------

TEST_F(Fault, DisturbedMerges) {
  const TemporaryFolder whole;
  ASSERT_EQ(run_onyx(search_into(whole / "in")).code, 0);
  ASSERT_EQ(run_onyx({"merge", whole / "in", "--out", whole / "out"}).code, 0);
  Files expected = files_in(whole / "out");
  repeat([&](plain::Rng& rng, const TemporaryFolder& folder) {
    const std::string out = folder / "out";
    const Arguments merge{"merge", whole / "in", "--out", out, "--threads", "2"};
    for (int i = up_to(rng, 2); i >= 0; --i) {
      const int fault = up_to(rng, 3);
      std::optional<LargestFile> limit;
      if (fault == 0) limit.emplace(static_cast<rlim_t>(1024 + up_to(rng, 12'000)));
      Process process(onyx_command(merge));
      std::optional<Process> twin;
      if (fault == 1) twin.emplace(onyx_command(merge));
      std::this_thread::sleep_for(std::chrono::microseconds(up_to(rng, 30'000)));
      if (fault >= 2) process.send(fault == 2 ? SIGKILL : SIGTERM);
      const Result result = process.wait();
      if (fault < 2) expect_done_or_named(result, out);
      if (twin) expect_done_or_named(twin->wait(), out);
    }
    const Result result = run_onyx(merge);
    EXPECT_EQ(result.code, 0) << result;
    Files files = files_in(out);
    expect_same(files, expected);
  });
}

}  // namespace
}  // namespace onyx::test
