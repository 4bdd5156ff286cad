// The onyx program as a whole: help, version, usage errors, and what happens when its output cannot
// be written.

#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

const Texts kCommands = {"show",  "moves", "play",   "perft",    "solve",
                         "check", "judge", "search", "proofgame"};

TEST(Usage, HelpEverywhere) {
  for (const std::string& flag : Texts{"--help", "-h"}) {
    const Result all = run_onyx({flag});
    EXPECT_EQ(all.code, 0) << all;
    EXPECT_EQ(all.err, "");
    for (const std::string& command : kCommands) {
      EXPECT_NE(all.out.find("\n  " + command + " "), std::string::npos) << command;
      const Result one = run_onyx({command, flag});
      EXPECT_EQ(one.code, 0) << one;
      EXPECT_EQ(one.err, "");
      EXPECT_NE(one.out.find("onyx " + command), std::string::npos) << one;
    }
  }
  for (const auto& [command, option] : std::vector<std::pair<std::string, std::string>>{
           {"show", "--svg"},
           {"solve", "--certificate"},
           {"solve", "--time-limit"},
           {"solve", "--memory-limit"},
           {"judge", "--out"},
           {"search", "--board"},
           {"search", "--time"},
           {"search", "--positions"},
           {"search", "--seed"},
           {"search", "--shard"},
           {"search", "--out"},
           {"proofgame", "--setup"},
       }) {
    EXPECT_NE(run_onyx({command, "--help"}).out.find(option), std::string::npos) << option;
  }
}

TEST(Usage, Version) {
  const Result result = run_onyx({"--version"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(result.out.starts_with("onyx ")) << result;
  EXPECT_EQ(lines_of(result.out).size(), 1U);
  EXPECT_GT(result.out.size(), std::string("onyx \n").size());
}

TEST(Usage, RefusesWhatIsNoCommand) {
  expect_refused({}, "command");
  expect_refused({"--json"}, "command");
  expect_refused({"frobnicate"}, "frobnicate");
  expect_refused({"shows", "open:4x4"}, "shows");
  expect_refused({""}, "");
}

TEST(Usage, RefusesUnknownOptions) {
  for (const Texts& arguments : std::vector<Texts>{
           {"show", "open:2x2"},
           {"moves", "open:2x2"},
           {"play", "open:2x2"},
           {"perft", "open:2x2", "1"},
           {"solve", "open:2x2"},
           {"check", "/missing"},
           {"judge", "/missing"},
           {"search", "--board", "2x2", "--positions", "1", "--out", "/proc/out"},
           {"proofgame", "open:2x2", "--setup", "open:2x2"},
       }) {
    Arguments unknown = arguments;
    unknown.emplace_back("--frobnicate");
    expect_refused(unknown, "--frobnicate");
  }
  expect_refused({"show", "open:4x4", "--svg", "a", "--svg", "b"}, "--svg");
}

TEST(Usage, CommonOptionsStandBeforeOrBehindTheCommand) {
  const std::string out = run_onyx({"--json", "--threads", "2", "moves", "open:2x2"}).out;
  EXPECT_EQ(run_onyx({"moves", "open:2x2", "--threads", "2", "--json"}).out, out);
  EXPECT_EQ(run_onyx({"moves", "--json", "open:2x2"}).out, out);
}

// Runs that print a result, and runs that print an error.
std::vector<Arguments> runs(const TemporaryFolder& folder) {
  return {{"show", "open:20x20"},
          {"moves", "open:4x4"},
          {"--json", "play", "open:4x4", "A1"},
          {"perft", "open:4x4", "2"},
          {"solve", "open:2x2"},
          {"solve", "open:6x6", "--memory-limit", "1"},
          {"--json", "solve", "open:6x6", "--memory-limit", "1"},
          {"check", folder / "missing"},
          {"check", folder / "claims"},
          {"judge", folder / "claims"},
          {"search", "--board", "4x4", "--positions", "3", "--out", folder / "out"},
          {"proofgame", "4/4/4/V3 - H", "--setup", "open:4x4"},
          {"--help"},
          {"show", "--help"},
          {"--version"},
          {"frobnicate"},
          {"show"},
          {"show", "x"},
          {"play", "open:4x4", "Z9"},
          {"search", "--board", "4x4", "--out", folder / "out"}};
}

TEST(Usage, SaysSoWhenItsOutputCannotBeWritten) {
  const TemporaryFolder folder;
  write(folder / "claims", "open:2x2\n");
  for (const std::string& out : Texts{"/dev/full", "closed"}) {
    for (const Arguments& arguments : runs(folder)) {
      const Result normal = run_onyx(arguments);
      const Result result = run_onyx(arguments, {out, ""});
      const std::string command = joined(arguments, " ") + " with standard output " + out + '\n';
      EXPECT_EQ(result.signal, 0) << command << result;
      EXPECT_EQ(result.code, normal.out.empty() ? normal.code : 2) << command << result;
      EXPECT_NE(result.err, "") << command << result;
    }
  }
}

TEST(Usage, NeedsNoStandardError) {
  const TemporaryFolder folder;
  write(folder / "claims", "open:2x2\n");
  for (const std::string& err : Texts{"/dev/full", "closed"}) {
    for (const Arguments& arguments : runs(folder)) {
      const Result normal = run_onyx(arguments);
      const Result result = run_onyx(arguments, {"", err});
      const std::string command = joined(arguments, " ") + " with standard error " + err + '\n';
      EXPECT_EQ(result.signal, 0) << command << result;
      EXPECT_EQ(result.code, normal.code) << command << result;
      EXPECT_EQ(result.out.empty(), normal.out.empty()) << command << result;
    }
  }
}

TEST(Usage, EndsCleanlyWithoutAnyOutput) {
  const TemporaryFolder folder;
  write(folder / "claims", "open:2x2\n");
  for (const std::string& stream : Texts{"/dev/full", "closed"}) {
    for (const Arguments& arguments : runs(folder)) {
      const Result normal = run_onyx(arguments);
      const Result result = run_onyx(arguments, {stream, stream});
      const std::string command = joined(arguments, " ") + " with all output " + stream + '\n';
      EXPECT_EQ(result.signal, 0) << command;
      EXPECT_EQ(result.code, normal.out.empty() ? normal.code : 2) << command;
    }
  }
}

TEST(Usage, FilesAreWholeEvenWithoutStandardStreams) {
  // The first file that is opened gets the number of a closed stream; nothing else may be written
  // to it.
  const TemporaryFolder folder;
  const Result result = run_onyx({"solve", "open:2x2", "--certificate", folder / "c.cert.json"},
                                 {"closed", "closed"});
  EXPECT_EQ(result.signal, 0);
  expect_accepted(folder / "c.cert.json");
}

}  // namespace
}  // namespace onyx::test
