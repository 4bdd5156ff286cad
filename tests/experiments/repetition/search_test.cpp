// Tests onyx search: its results are right, name each class once, and do not depend on threads,
// shards, interrupts or kills. Also tests messages about folders that it cannot use.

#include "experiments/repetition/find/search.h"

#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "experiments/repetition/find/found_classes.h"
#include "tests/experiments/repetition/searches.h"
#include "tests/experiments/repetitions.h"
#include "tests/plain/retrograde.h"
#include "tests/plain/rules.h"

namespace onyx::test {
namespace {

// Whether the name is that of a finished checkpoint, not of a temporary file.
bool is_checkpoint(const std::string& name) {
  return name.ends_with(".json") && !is_certificate(name);
}

// Returns the first file in the folder whose name passes the test.
Path only_file(const Path& folder, const std::function<bool(const std::string&)>& passes) {
  for (const std::string& name : names_in(folder)) {
    if (passes(name)) return folder / name;
  }
  throw std::runtime_error("no such file in " + folder.string());
}

// Suspends a search between two saves, because the test later removes the folder lock. During a
// save, only that lock keeps other runs from writing between check and rename (write_file).
void stop_between_saves(Process& search, const Path& folder) {
  const auto is_there = [&](auto passes) {
    return std::filesystem::exists(folder) && std::ranges::any_of(names_in(folder), passes);
  };
  const auto is_temporary = [](const std::string& name) { return name.ends_with(".tmp"); };
  while (search.is_running()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (!is_there(is_checkpoint)) continue;
    search.stop();
    if (!is_there(is_temporary)) return;
    search.send(SIGCONT);
  }
}

// Returns all certificates and checkpoints, keyed by name. The time is removed from checkpoints.
Files files_in(const Path& folder) {
  Files files;
  for (const std::string& name : names_in(folder)) {
    files[name] = read(folder / name);
    if (is_certificate(name)) continue;
    nlohmann::ordered_json checkpoint = nlohmann::ordered_json::parse(files[name]);
    checkpoint.erase("seconds");
    files[name] = checkpoint.dump();
  }
  return files;
}

// Returns the certificates of the folder, without the field about their origin.
std::map<std::string, nlohmann::json> claims_in(const Path& folder) {
  std::map<std::string, nlohmann::json> claims;
  for (const auto& [name, text] : certificates_in(folder)) {
    nlohmann::json certificate = nlohmann::json::parse(text);
    certificate.erase("about");
    claims[name] = certificate;
  }
  return claims;
}

void pause_at_random(plain::Rng& rng, int most_milliseconds) {
  std::this_thread::sleep_for(
      std::chrono::milliseconds(plain::random_below(rng, most_milliseconds)));
}

// --- What it finds -------------------------------------------------------------------------------

class Found : public testing::Test {
 protected:
  // All tests of a process share one search.
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    result_ = run_onyx(search_arguments(*folder_ / "out"));
  }
  static void TearDownTestSuite() { folder_.reset(); }

  void SetUp() override {
    ASSERT_EQ(result_.code, 0) << result_;
    ASSERT_FALSE(certificates_in(out()).empty()) << "find another seed: " << result_;
  }
  static Path out() { return folder_->path() / "out"; }

  static std::unique_ptr<TemporaryFolder> folder_;
  static Result result_;
};

std::unique_ptr<TemporaryFolder> Found::folder_;
Result Found::result_;

TEST_F(Found, CertificatesAreAcceptedAndLieOnTheirCycle) {
  for (const auto& [name, text] : certificates_in(out())) {
    const nlohmann::json certificate = expect_accepted(out() / name);
    EXPECT_EQ(certificate.at("claim"), "draw");
    EXPECT_EQ(certificate.at("line").at("prefix"), nlohmann::json::array());
    EXPECT_FALSE(certificate.at("line").at("cycle").empty());
    EXPECT_TRUE(certificate.at("about").is_object());
  }
}

// Returns the position and all its symmetric images.
std::set<plain::Position> images(const plain::Position& position) {
  std::set<plain::Position> all{position};
  if (position.width % 2 == 0 && position.height % 2 == 0) all.insert(plain::turned(position));
  if (position.width == position.height) {
    for (const plain::Position& image : std::set(all)) all.insert(plain::reflected(image));
  }
  return all;
}

// Returns the class of a position: the draws reachable from it, and leading back to it, by moves
// between draws.
std::set<plain::Position> class_of(const plain::Position& start,
                                   const std::map<plain::Position, plain::Entry>& entries) {
  using Edges = std::map<plain::Position, std::vector<plain::Position>>;
  const auto reached_from_start = [&start](Edges& edges, const auto& meet) {
    std::vector<plain::Position> open{start};
    std::set<plain::Position> reached{start};
    while (!open.empty()) {
      const plain::Position position = open.back();
      open.pop_back();
      meet(position);
      for (const plain::Position& next : edges[position]) {
        if (reached.insert(next).second) open.push_back(next);
      }
    }
    return reached;
  };
  Edges forward;
  Edges backward;
  reached_from_start(forward, [&](const plain::Position& position) {
    for (const plain::Move& move : plain::legal_moves(position)) {
      const plain::Position next = plain::play(position, move);
      if (entries.at(next).value != plain::Value::kDraw) continue;
      forward[position].push_back(next);
      backward[next].push_back(position);
    }
  });
  return reached_from_start(backward, [](const plain::Position&) {});
}

TEST_F(Found, ClassesRepeatByThePlainEngine) {
  std::size_t checked = 0;
  for (const auto& [name, certificate] : claims_in(out())) {
    if (++checked > 3) break;  // the plain engine is slow
    const std::vector<plain::Position> cycle = cycle_of(certificate);
    const auto entries = plain::solve_from(cycle.front(), 100'000);
    for (const plain::Position& position : cycle) {
      EXPECT_EQ(entries.at(position).value, plain::Value::kDraw) << position;
    }
    const std::set<plain::Position> members = class_of(cycle.front(), entries);
    for (const plain::Position& position : cycle) EXPECT_TRUE(members.contains(position));
    for (const auto& [other_name, other] : claims_in(out())) {
      if (other_name == name) continue;
      for (const plain::Position& image : images(cycle_of(other).front())) {
        EXPECT_FALSE(members.contains(image)) << name << " and " << other_name << " are one class";
      }
    }
  }
}

TEST_F(Found, SymmetricClassesCountOnce) {
  std::map<plain::Position, std::string> met;
  for (const auto& [name, certificate] : claims_in(out())) {
    for (const plain::Position& position : cycle_of(certificate)) {
      for (const plain::Position& image : images(position)) {
        const auto [entry, added] = met.emplace(image, name);
        EXPECT_EQ(entry->second, name) << image;
      }
    }
  }
}

TEST_F(Found, TheReportCountsThem) {
  const std::size_t count = certificates_in(out()).size();
  EXPECT_NE(result_.out.find(std::to_string(kSearch.positions) + " positions tried"),
            std::string::npos)
      << result_;
  EXPECT_NE(result_.out.find(std::to_string(count) + " classes"), std::string::npos) << result_;
  const Result again = run_onyx(with(search_arguments(out().string()), {"--json"}));
  EXPECT_EQ(again.code, 0) << again;
  const nlohmann::json json = again.json();
  EXPECT_EQ(json.at("board"), "5x5");
  EXPECT_EQ(json.at("positions"), kSearch.positions);
  EXPECT_EQ(json.at("classes"), count);
  EXPECT_EQ(json.at("seed"), kSearch.seed);
  EXPECT_EQ(json.at("out"), out().string());
  EXPECT_EQ(json.at("interrupted"), false);
  std::uint64_t by_generators = 0;
  for (const std::string& name : Texts{"random", "neighbours", "planted"}) {
    const nlohmann::json& generator = json.at("generators").at(name);
    EXPECT_GT(generator.at("tried"), 0) << name;
    EXPECT_EQ(generator.at("classes_per_minute"), 0) << "of this run, which found nothing";
    by_generators += generator.at("classes").get<std::uint64_t>();
  }
  EXPECT_EQ(by_generators, count);
  for (const std::string& key : Texts{"given_up", "states", "repeating", "seconds", "shard"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
}

TEST_F(Found, AFinishedSearchRunsAgainWithoutChange) {
  const auto before = files_in(out());
  const Result again = run_onyx(search_arguments(out().string()));
  EXPECT_EQ(again.code, 0) << again;
  // The output has no second line with rates, because this run had nothing to do.
  EXPECT_EQ(again.out, lines_of(result_.out).front() + "\n");
  EXPECT_EQ(files_in(out()), before);
}

TEST_F(Found, TheSameForAnyNumberOfThreads) {
  for (const std::string& threads : Texts{"1", "4"}) {
    const TemporaryFolder folder;
    const Result result = run_onyx(with({"--threads", threads}, search_arguments(folder / "out")));
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(files_in(folder / "out"), files_in(out())) << threads << " threads";
  }
}

TEST_F(Found, TheSameInShards) {
  for (const Texts& shards : {Texts{"1/2", "2/2"}, {"0/3", "1/3", "2/3"}}) {
    const TemporaryFolder folder;
    for (const std::string& shard : shards) {
      const Result result = run_onyx(with(search_arguments(folder / "out"), {"--shard", shard}));
      EXPECT_EQ(result.code, 0) << result;
    }
    EXPECT_EQ(claims_in(folder / "out"), claims_in(out()));
  }
}

TEST_F(Found, TheSameForShardsAtOnceAndForTwinsInOneFolder) {
  const TemporaryFolder folder;
  std::vector<std::unique_ptr<Process>> processes;
  for (const Arguments& more :
       {Arguments{"--shard", "1/2"}, Arguments{"--shard", "2/2"}, Arguments{}, Arguments{}}) {
    const Arguments patient = with(search_arguments(folder / "out"), {"--wait"});
    processes.push_back(std::make_unique<Process>(onyx_command(with(patient, more))));
  }
  for (const auto& process : processes) {
    const Result result = process->wait();
    EXPECT_EQ(result.code, 0) << result;
  }
  EXPECT_EQ(claims_in(folder / "out"), claims_in(out()));
  for (const std::string& name : names_in(folder / "out")) {
    EXPECT_TRUE(name.ends_with(".json")) << name;
  }
}

// Slurm may start a job twice, so two runs of one shard must leave the same files as one.
TEST_F(Found, TheSameForTwins) {
  const TemporaryFolder folder;
  plain::Rng rng(41);
  for (int i = 0; i < 3; ++i) {
    const std::string name = std::to_string(i);
    // The run that starts first need not be the first to lock the folder.
    const Arguments patient = with(search_arguments(folder / name), {"--wait"});
    Process one(onyx_command(patient));
    pause_at_random(rng, 60);
    Process other(onyx_command(patient));
    for (Process* const process : {&one, &other}) {
      const Result result = process->wait();
      EXPECT_EQ(result.code, 0) << result;
    }
    EXPECT_EQ(files_in(folder / name), files_in(out()));
  }
}

// Slurm may start a job twice, and the merge begins when one of the two runs has ended. The test
// removes the lock, as if the runs were on hosts that do not see each other's locks.
TEST_F(Found, ATwinThatIsBehindUndoesNothing) {
  const TemporaryFolder folder;
  const std::string twins = folder / "out";
  const auto expect_finished = [&] {
    const Path checkpoint = only_file(twins, is_checkpoint);
    EXPECT_EQ(nlohmann::json::parse(read(checkpoint)).at("state"), "finished");
  };
  Process behind(
      onyx_command(with(search_arguments(twins), {"--save-every", "0", "--threads", "1"})));
  stop_between_saves(behind, twins);
  std::filesystem::remove(Path(twins) / "run.lock");
  EXPECT_EQ(run_onyx(search_arguments(twins)).code, 0);
  behind.send(SIGCONT);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  expect_finished();
  behind.send(SIGTERM);
  EXPECT_NE(behind.wait().code, 2);
  expect_finished();
  // A killed run that had nothing left to do must not undo anything.
  Process idle(onyx_command(search_arguments(twins)));
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  idle.send(SIGKILL);
  idle.wait();
  expect_finished();
  EXPECT_EQ(run_onyx(search_arguments(twins)).code, 0);
  EXPECT_EQ(files_in(twins), files_in(out()));
}

TEST_F(Found, TheSameInSteps) {
  const TemporaryFolder folder;
  for (const int positions : {1, kSearch.found / 2, kSearch.found + 1, kSearch.positions}) {
    EXPECT_EQ(run_onyx(search_arguments(folder / "out", positions)).code, 0);
  }
  EXPECT_EQ(files_in(folder / "out"), files_in(out()));
}

TEST_F(Found, TheSameAfterInterrupts) {
  const TemporaryFolder folder;
  plain::Rng rng(31);
  for (const int signal : {SIGINT, SIGTERM, SIGINT}) {
    Process process(onyx_command(search_arguments(folder / "out")));
    process.wait_until_signals_are_caught();
    pause_at_random(rng, 100);
    process.send(signal);
    const Result result = process.wait();
    EXPECT_TRUE(result.code == 130 || result.code == 0) << result;  // 0: ended earlier
    if (!std::filesystem::exists(folder / "out")) continue;
    for (const auto& [name, text] : certificates_in(folder / "out")) {
      expect_accepted(folder.path() / "out" / name);
    }
  }
  EXPECT_EQ(run_onyx(search_arguments(folder / "out")).code, 0);
  EXPECT_EQ(files_in(folder / "out"), files_in(out()));
}

TEST_F(Found, TheSameAfterKills) {
  const TemporaryFolder folder;
  plain::Rng rng(37);
  for (int i = 0; i < 5; ++i) {
    Process process(onyx_command(search_arguments(folder / "out")));
    if (i < 4) {
      pause_at_random(rng, 200);
    } else {
      // In one round, wait for the first certificate.
      while (process.is_running() && (!std::filesystem::exists(folder / "out") ||
                                      certificates_in(folder / "out").empty())) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    }
    process.send(SIGKILL);
    process.wait();
  }
  const Result result = run_onyx(search_arguments(folder / "out"));
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(files_in(folder / "out"), files_in(out()));
  // The counts are equal too, so classes found before a kill are counted.
  EXPECT_EQ(result.out.substr(0, result.out.find(" written")),
            result_.out.substr(0, result_.out.find(" written")));
}

TEST_F(Found, TimeMayEndASearchThatGoesOnLater) {
  const TemporaryFolder folder;
  Arguments arguments = search_arguments(folder / "out");
  const Result first = run_onyx(with(arguments, {"--time", "0"}));
  EXPECT_EQ(first.code, 0) << first;
  // Most of these runs time out while trying a position, some while trying its neighbours.
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(run_onyx(with(arguments, {"--time", i % 2 == 0 ? "0.02" : "0.05"})).code, 0);
  }
  EXPECT_EQ(run_onyx(arguments).code, 0);
  EXPECT_EQ(files_in(folder / "out"), files_in(out()));
}

// --- Leftovers of killed runs --------------------------------------------------------------------

// Locks a file, as a run does before it writes the file.
class Lock {
 public:
  explicit Lock(const std::string& file) : number_(::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
    EXPECT_EQ(::flock(number_, LOCK_EX), 0);
  }
  ~Lock() { ::close(number_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int number_;
};

TEST(Search, RemovesWhatKilledRunsLeft) {
  const TemporaryFolder folder;
  const std::string out = folder / "out";
  std::filesystem::create_directory(out);
  const Texts stale = {"4x4-1.cert.json.onyx-elsewhere-1-2.tmp",
                       "search-4x4.json.onyx-elsewhere-123-0.tmp"};
  const Texts others = {"a.onyx-1.cert.json.bak", "a.onyx-.tmp", "a.onyx-1x.tmp",    "a.1.tmp",
                        "a.onyx-1.tmp.gz",        "notes.tmp",   "a.onyx-here-2.tmp"};
  for (const Texts& names : {stale, others}) {
    for (const std::string& name : names) write(Path(out) / name, "half");
  }
  std::filesystem::create_directory(Path(out) / "b.onyx-here-1.tmp");
  const Lock in_use(out + "/a.onyx-here-2.tmp");
  std::filesystem::last_write_time(
      out + "/a.onyx-here-2.tmp",
      std::filesystem::file_time_type::clock::now() - std::chrono::hours(25));
  write(folder / "claims", "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H\n");
  for (const Arguments& arguments :
       {Arguments{"judge", folder / "claims", "--out", out},
        {"search", "--board", "4x4", "--positions", "1", "--out", out}}) {
    for (const std::string& name : stale) {
      write(Path(out) / name, "half");
      // A file of another host is stale if it is old (files_test.cpp has the other cases).
      const auto now = std::filesystem::file_time_type::clock::now();
      std::filesystem::last_write_time(Path(out) / name, now - std::chrono::hours(25));
    }
    const Result result = run_onyx(arguments);
    EXPECT_EQ(result.code, 0) << result;
    for (const std::string& name : stale) EXPECT_FALSE(std::filesystem::exists(Path(out) / name));
    for (const std::string& name : others) EXPECT_EQ(read(Path(out) / name), "half") << name;
    EXPECT_TRUE(std::filesystem::exists(Path(out) / "b.onyx-here-1.tmp"));
  }
}

// --- Limits --------------------------------------------------------------------------------------

// The first position of this search alone would take practically forever.
Arguments huge_search(const std::string& folder) {
  return {"search", "--board",      "20x20",      "--min-empty", "400", "--max-empty",
          "400",    "--midpoints",  "0",          "--min-arena", "0",   "--max-arena",
          "580",    "--max-states", "1000000000", "--out",       folder};
}

TEST(Search, TheTimeEndsAPositionThatTakesLong) {
  const TemporaryFolder folder;
  const Arguments more = {"--time", "0.2", "--memory-limit", "1G", "--json"};
  const Result result = run_onyx(with(huge_search(folder / "out"), more));
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.json().at("positions"), 0);
  EXPECT_EQ(result.json().at("states"), 0);
  EXPECT_NE(result.err.find("longer --time"), std::string::npos) << result;
  const Texts names = names_in(folder / "out");
  ASSERT_EQ(names.size(), 1U);
  EXPECT_EQ(nlohmann::json::parse(read(folder.path() / "out" / names[0])).at("next"), 0);
}

// Repeating positions are rare. A run may find none for days, and must save nevertheless.
TEST(Search, SavesWhileItFindsNothing) {
  const TemporaryFolder folder;
  Process process(onyx_command({"search", "--board", "4x4", "--time", "1000", "--save-every",
                                "0.01", "--threads", "1", "--out", folder / "out"}));
  const Path checkpoint = folder.path() / "out/search-4x4-seed1-shard0of1.json";
  // The file is replaced as a whole, so reading it never fails.
  const auto next = [&] {
    if (!std::filesystem::exists(checkpoint)) return 0;
    return nlohmann::json::parse(read(checkpoint)).at("next").get<int>();
  };
  while (process.is_running() && next() == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const int first = next();
  while (process.is_running() && next() == first) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(process.is_running());
  process.send(SIGKILL);
  process.wait();
  EXPECT_GT(next(), first);
}

TEST(Search, SaysSoIfNoPositionIsPromising) {
  const TemporaryFolder folder;
  const Result result = run_onyx({"search", "--board", "5x5", "--positions", "3", "--min-arena",
                                  "400", "--max-arena", "400", "--out", folder / "out"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_NE(result.err.find("--min-arena"), std::string::npos) << result;
}

TEST(Search, AShardWithNothingToDoNeedsNoMoreTime) {
  const TemporaryFolder folder;
  const Result result = run_onyx({"search", "--board", "4x4", "--positions", "1", "--shard", "2/2",
                                  "--time", "100", "--out", folder / "out"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.err, "");
}

TEST(Search, GivesUpPositionsThatMemoryIsTooSmallFor) {
  const TemporaryFolder folder;
  const Arguments more = {"--positions", "3", "--memory-limit", "8M", "--json", "--threads", "2"};
  const Result result = run_onyx(with(huge_search(folder / "out"), more));
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.json().at("positions"), 3);
  EXPECT_EQ(result.json().at("given_up"), 3);
  EXPECT_EQ(result.json().at("out_of_memory"), 3);
  EXPECT_NE(result.err.find("the memory limit ended 3 explorations"), std::string::npos) << result;
}

TEST(Search, CountsNeighboursThatMemoryIsTooSmallFor) {
  const TemporaryFolder folder;
  // This memory is enough for some positions, but not for all.
  const std::string memory = kIsSanitized ? "400K" : "1M";
  const Result result = run_onyx(with(search_arguments(folder / "out"),
                                      {"--memory-limit", memory, "--json", "--threads", "1"}));
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_GT(result.json().at("out_of_memory"), 0);
  EXPECT_LT(result.json().at("out_of_memory"), kSearch.positions);
  for (const auto& [name, text] : certificates_in(folder / "out")) {
    expect_accepted(folder.path() / "out" / name);
  }
}

// --- Progress ------------------------------------------------------------------------------------

TEST(Search, SearchesForDrawsWhereTooMuchCanBeReached) {
  const TemporaryFolder folder;
  const Path known = Path(ONYX_TEST_DIR) / "../results/records/fewest-stones-4x5.pack";
  const auto classes = [&](const std::string& out, const std::string& nodes) {
    const Result result =
        run_onyx({"search",     "--board",      "4x5",  "--from",       known.string(), "--random",
                  "0",          "--positions",  "2",    "--neighbours", "20",           "--planted",
                  "0",          "--max-states", "2000", "--max-nodes",  nodes,          "--out",
                  folder / out, "--json"});
    EXPECT_EQ(result.code, 0) << result;
    return result.json().at("classes").get<int>();
  };
  EXPECT_EQ(classes("explored", "0"), 0);
  EXPECT_GT(classes("by-numbers", "100000"), 0);
}

TEST(Search, ProgressCountsFromWhereTheRunBegan) {
  SearchLimits limits;
  limits.positions = 10'000;
  SearchTally start;
  start.next = start.positions = 4'000;
  start.states = 1'000'000'000;
  start.classes = 1;
  SearchTally now = start;
  // With two shards, trying 500 positions advances `next` by 1000, here in 10 s. 5000 are left.
  now.next = 5'000;
  now.positions = 4'500;
  now.states += 50'000;
  EXPECT_EQ(progress_line(limits, start, now, 10),
            "4500 positions tried, 5000 states/s, 1 class found, about 50 s left");
  limits.seconds = 40;
  EXPECT_EQ(progress_line(limits, start, now, 10),
            "4500 positions tried, 5000 states/s, 1 class found, about 30 s left");
  now.of(Generator::planted) = {20, 6, 3.0};
  EXPECT_EQ(progress_line(limits, start, now, 10),
            "4500 positions tried, 5000 states/s, 1 class found (planted 6 of 20, 120/min), about "
            "30 s left");
  limits.seconds.reset();
  EXPECT_EQ(progress_line(limits, start, start, 0),
            "4000 positions tried, 0 states/s, 1 class found");
}

// --- Folders that it cannot use ------------------------------------------------------------------

TEST_F(Found, RefusesADamagedCertificate) {
  const TemporaryFolder folder;
  std::filesystem::copy(out(), folder / "out");
  const Path file = only_file(folder / "out", is_certificate);
  const std::string whole = read(file);
  for (const std::string& damaged :
       Texts{whole.substr(0, whole.size() / 2), std::string(), std::string("[1]"),
             std::string("{\"position\": 3}"), whole.substr(0, whole.size() - 1)}) {
    write(file, damaged);
    expect_refused(search_arguments(folder / "out"), file.filename().string());
    EXPECT_EQ(read(file), damaged) << "what is damaged is kept for its owner to look at";
  }
}

TEST_F(Found, RefusesADamagedCheckpoint) {
  const TemporaryFolder folder;
  std::filesystem::copy(out(), folder / "out");
  const Path file = only_file(folder / "out", is_checkpoint);
  const std::string whole = read(file);
  nlohmann::json negative = nlohmann::json::parse(whole);
  negative["next"] = -1;
  nlohmann::json fraction = nlohmann::json::parse(whole);
  fraction["next"] = 1.5;
  nlohmann::json huge = nlohmann::json::parse(whole);
  huge["next"] = UINT64_MAX;
  nlohmann::json old = nlohmann::json::parse(whole);
  old.erase("state");
  for (const std::string& damaged :
       Texts{whole.substr(0, whole.size() / 2), std::string(), std::string("[1]"),
             std::string("null"), std::string("\xff"), negative.dump(), fraction.dump(),
             huge.dump(), old.dump()}) {
    write(file, damaged);
    expect_refused(search_arguments(folder / "out"), file.filename().string());
  }
  // The message advises deleting the file. The search then restarts and keeps the certificates.
  std::filesystem::remove(file);
  EXPECT_EQ(run_onyx(search_arguments(folder / "out")).code, 0);
  EXPECT_EQ(certificates_in(folder / "out"), certificates_in(out()));
}

TEST_F(Found, RefusesAFolderOfOtherSettings) {
  const TemporaryFolder folder;
  std::filesystem::copy(out(), folder / "out");
  Arguments other = search_arguments(folder / "out");
  other.back() = "10000";
  expect_refused(other, "settings");
  EXPECT_EQ(files_in(folder / "out"), files_in(out()));
}

Arguments arguments_from(const std::string& known, const std::string& folder) {
  return with(search_arguments(folder, 20), {"--from", known});
}

TEST_F(Found, OthersFromThoseThatAreKnown) {
  const TemporaryFolder folder;
  const Result result = run_onyx(with(arguments_from(out().string(), folder / "more"), {"--json"}));
  ASSERT_EQ(result.code, 0) << result;
  const auto json = nlohmann::json::parse(result.out);
  const Files known = certificates_in(out());
  EXPECT_EQ(json.at("known"), known.size());
  EXPECT_GT(json.at("repeating"), 10) << "most begin at a class";
  const Files more = certificates_in(folder / "more");
  EXPECT_EQ(json.at("classes"), more.size());
  EXPECT_GT(more.size(), 0U);
  for (const auto& [name, text] : more) {
    EXPECT_FALSE(known.contains(name)) << name;
    EXPECT_EQ(run_onyx({"check", folder / "more/" + name}).code, 0) << name;
  }
}

TEST_F(Found, TheSameFromAPackInShardsWithAnyNumberOfThreads) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_onyx(arguments_from(out().string(), folder / "whole")).code, 0);
  const std::string pack = folder / "known.pack";
  ASSERT_EQ(run_onyx({"pack", "--from", out().string(), "--out", pack}).code, 0);
  for (const std::string& shard : Texts{"1/2", "2/2"}) {
    const Arguments arguments = with(arguments_from(pack, folder / "shards"), {"--shard", shard});
    const Result result = run_onyx(with({"--threads", shard.substr(0, 1)}, arguments));
    EXPECT_EQ(result.code, 0) << result;
  }
  EXPECT_EQ(claims_in(folder / "shards"), claims_in(folder / "whole"));
}

TEST_F(Found, NoneGoOnFromOtherKnownOnes) {
  const TemporaryFolder folder;
  const std::string one = (out() / certificates_in(out()).begin()->first).string();
  ASSERT_EQ(run_onyx(arguments_from(one, folder / "out")).code, 0);
  expect_refused(arguments_from(out().string(), folder / "out"), "settings");
  expect_refused(search_arguments(folder / "out", 20), "settings");
}

TEST_F(Found, RefusesToBeginWhereThereIsNothing) {
  const TemporaryFolder folder;
  const std::string file = folder / "file.cert.json";
  write(file, "{}");
  expect_refused(arguments_from(file, folder / "out"), "file.cert.json");
  nlohmann::json certificate = nlohmann::json::parse(certificates_in(out()).begin()->second);
  for (const std::string& position :
       Texts{"", "x", "5/5/5/5/5 - X", "6/5/5/5/5 - V", "V4/V4/V4/V4/V4 - H"}) {
    certificate["position"] = position;
    write(file, certificate.dump());
    expect_refused(arguments_from(file, folder / "out"), "file.cert.json");
  }
  expect_refused(arguments_from(folder / "none", folder / "out"), "none");
  expect_refused({"search", "--board", "4x4", "--positions", "1", "--out", folder / "out", "--from",
                  out().string()},
                 "4x4");
  expect_refused(with(arguments_from(out().string(), folder / "out"), {"--random", "101"}),
                 "--random");
  expect_refused(with(search_arguments(folder / "out"), {"--random", "50"}), "--from");
  std::filesystem::create_directory(folder / "all");
  for (const std::string& from : {folder / "all", folder / "all/"}) {
    expect_refused(arguments_from(from, folder / "all/out"), "--out is inside");
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST_F(Found, BeginsAtWhatLiesBesideItsFolder) {
  const TemporaryFolder folder;
  std::filesystem::copy(out(), folder / "known");
  for (const std::string& from : {folder / "known", folder / "known/"}) {
    const Result result = run_onyx(arguments_from(from, folder / "known-2"));
    EXPECT_EQ(result.code, 0) << result;
  }
}

TEST(Search, RefusesBadOptions) {
  const TemporaryFolder folder;
  const std::string out = folder / "out";
  struct Case {
    Arguments options;
    std::string token;
  };
  for (const auto& [options, token] : std::vector<Case>{
           {{}, "--time"},
           {{"--positions", "0"}, "--positions"},
           {{"--positions", "-1"}, "--positions"},
           {{"--positions", "1.5"}, "--positions"},
           {{"--positions", "99999999999999999999"}, "--positions"},
           {{"--time", "-1"}, "--time"},
           {{"--time", "nan", "--positions", "1"}, "--time"},
           {{"--time", "inf"}, "--time"},
           {{"--time", "soon"}, "--time"},
           {{"--positions", "1", "--seed", "-1"}, "--seed"},
           {{"--positions", "1", "--save-every", "-1"}, "--save-every"},
           {{"--positions", "1", "--seed", "99999999999999999999"}, "--seed"},
           {{"--positions", "1", "--seed", "x"}, "--seed"},
           {{"--positions", "1", "--shard", "1"}, "shard"},
           {{"--positions", "1", "--shard", "0/0"}, "shard"},
           {{"--positions", "1", "--shard", "3/2"}, "shard"},
           {{"--positions", "1", "--shard", "-1/2"}, "shard"},
           {{"--positions", "1", "--shard", "1/2/3"}, "shard"},
           {{"--positions", "1", "--shard", "1/99999999999999999999"}, "shard"},
           {{"--positions", "1", "--max-states", "-1"}, "--max-states"},
           {{"--positions", "1", "--min-empty", "0"}, "--min-empty"},
           {{"--positions", "1", "--min-empty", "9", "--max-empty", "8"}, "--min-empty"},
           {{"--positions", "1", "--midpoints", "101"}, "--midpoints"},
           {{"--positions", "1", "extra"}, "extra"},
       }) {
    expect_refused(with({"search", "--board", "5x5", "--out", out}, options), token);
  }
  for (const std::string& board : Texts{"", "5", "5x", "1x5", "5x21", "05x5", "5x5x5", "-5x5"}) {
    expect_refused({"search", "--board", board, "--positions", "1", "--out", out}, board);
  }
  expect_refused({"search", "--positions", "1", "--out", out}, "--board");
  expect_refused({"search", "--board", "5x5", "--positions", "1"}, "--out");
}

TEST(Search, WaitsForNoPipe) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe.cert.json").c_str(), 0600), 0);
  expect_refused({"search", "--board", "4x4", "--positions", "1", "--out", folder.path().string()},
                 "pipe.cert.json");
}

TEST(Search, RefusesAFolderThatItCannotWriteTo) {
  const TemporaryFolder folder;
  write(folder / "file", "");
  for (const std::string& out :
       Texts{folder / "file", folder / "file/below", std::string("/proc/out")}) {
    expect_refused({"search", "--board", "5x5", "--positions", "1", "--out", out}, out);
  }
  expect_refused({"search", "--board", "5x5", "--positions", "1", "--out", ""}, "");
}

TEST(Search, RunsOnEveryKindOfBoard) {
  const TemporaryFolder folder;
  for (const std::string& board : Texts{"2x2", "2x20", "20x2", "3x4", "8x8", "20x20"}) {
    const Result result = run_onyx({"search", "--board", board, "--positions", "5", "--max-states",
                                    "500", "--out", folder / "out"});
    EXPECT_EQ(result.code, 0) << result;
  }
  EXPECT_EQ(names_in(folder / "out").size(), 6U);  // the checkpoints of these runs
}

TEST(Search, MakesItsFolder) {
  const TemporaryFolder folder;
  EXPECT_EQ(
      run_onyx({"search", "--board", "3x3", "--positions", "1", "--out", folder / "a/b/c"}).code,
      0);
  EXPECT_EQ(names_in(folder / "a/b/c").size(), 1U);
}

TEST(Search, EndsCleanlyWhenInterrupted) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    Process process(onyx_command(
        {"--json", "search", "--board", "5x5", "--time", "10000", "--out", folder / "out"}));
    while (process.is_running() && !std::filesystem::exists(folder / "out")) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    process.send(signal);
    const Result result = process.wait();
    EXPECT_EQ(result.code, 130) << result;
    EXPECT_EQ(result.json().at("interrupted"), true);
    const Path checkpoint = only_file(folder / "out", is_checkpoint);
    EXPECT_EQ(nlohmann::json::parse(read(checkpoint)).at("positions"),
              result.json().at("positions"));
  }
}

// A batch system may signal both the program and the shell around it, which passes the signal on.
TEST(Search, ASignalThatIsSentTwiceCountsOnce) {
  const TemporaryFolder folder;
  Process process(
      onyx_command({"search", "--board", "5x5", "--time", "10000", "--out", folder / "out"}));
  const Path checkpoint = folder.path() / "out/search-5x5-seed1-shard0of1.json";
  while (process.is_running() && !std::filesystem::exists(checkpoint)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  process.send(SIGTERM);
  process.send(SIGTERM);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  process.send(SIGTERM);
  EXPECT_EQ(process.wait().code, 130);
  EXPECT_EQ(nlohmann::json::parse(read(checkpoint)).at("state"), "stopped");
}

TEST(Search, GivesUpLargePositionsWhenInterrupted) {
  const TemporaryFolder folder;
  Process process(
      onyx_command({"search", "--board", "20x20", "--time", "10000", "--min-empty", "400",
                    "--max-empty", "400", "--max-states", "100000000", "--out", folder / "out"}));
  process.wait_until_signals_are_caught();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  process.send(SIGINT);
  const Result result = process.wait();
  EXPECT_EQ(result.code, 130) << result;
}

// A run may have listed the folder before another run of its shard wrote into it, or the file
// system may show new files late.
TEST(FoundClasses, LeavesWhatAnotherRunHasWritten) {
  const TemporaryFolder folder;
  FoundClasses late(folder.path());
  Certificate certificate =
      parse_certificate(read(Path(ONYX_TEST_DIR).parent_path() /
                             "results/repetitions/small/4x5-01412650ef14697f.cert.json"));
  certificate.about = {{"number", "50"}};
  EXPECT_TRUE(FoundClasses(folder.path()).add(certificate));
  const Path file = certificate_path(folder.path(), certificate.position);
  const std::string text = read(file);

  Certificate again = certificate;
  again.about = {{"number", "60"}};
  EXPECT_FALSE(late.add(again));
  EXPECT_EQ(read(file), text);
  // When the late run finds the class too, it must count the class.
  EXPECT_TRUE(late.add(certificate));
  EXPECT_EQ(late.size(), 1U);
}

}  // namespace
}  // namespace onyx::test
