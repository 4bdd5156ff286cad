// The onyx program as a whole: help, version, usage errors, and what happens when its output cannot
// be written.

#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

const Texts kCommands = {"completion", "show",      "moves",  "play",      "perft",
                         "solve",      "check",     "judge",  "search",    "strong",
                         "query",      "proofgame", "frame",  "catalogue", "report",
                         "reduce",     "merge",     "status", "census"};

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
           {"show", "--svg"},           {"solve", "--certificate"}, {"solve", "--time-limit"},
           {"solve", "--memory-limit"}, {"judge", "--out"},         {"search", "--board"},
           {"search", "--time"},        {"search", "--positions"},  {"search", "--seed"},
           {"search", "--shard"},       {"search", "--out"},        {"proofgame", "--setup"},
           {"frame", "--board"},        {"frame", "--setup"},       {"frame", "--out"},
           {"report", "--out"},         {"reduce", "--goal"},       {"reduce", "--certificate"},
           {"merge", "--out"},          {"merge", "--verify"},      {"merge", "--mixed-versions"},
       }) {
    EXPECT_NE(run_onyx({command, "--help"}).out.find(option), std::string::npos) << option;
  }
}

TEST(Usage, HelpListsTheCommonOptionsWhereTheyApply) {
  const Texts parallel = {"solve", "check",     "judge",  "search", "strong",
                          "frame", "catalogue", "report", "merge",  "census"};
  for (const std::string& command : kCommands) {
    const Result result = run_onyx({command, "--help"});
    EXPECT_NE(result.out.find("--json"), std::string::npos) << result;
    const bool is_parallel = std::find(parallel.begin(), parallel.end(), command) != parallel.end();
    EXPECT_EQ(result.out.find("--threads") != std::string::npos, is_parallel) << result;
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
           {"strong", "2x2"},
           {"proofgame", "open:2x2", "--setup", "open:2x2"},
           {"frame", "open:2x2", "--board", "3x3", "--out", "/proc/out"},
           {"reduce", "open:2x2"},
           {"merge", "/missing", "--out", "/proc/out"},
           {"status", "/missing"},
       }) {
    Arguments unknown = arguments;
    unknown.emplace_back("--frobnicate");
    expect_refused(unknown, "--frobnicate");
  }
  expect_refused({"show", "open:4x4", "--svg", "a", "--svg", "b"}, "--svg");
}

TEST(Usage, RefusesNumbersOutOfRangeAndNamesTheRange) {
  const TemporaryFolder folder;
  const Arguments solve = {"solve", "open:2x2"};
  const Arguments search = {"search", "--board", "2x2", "--out", folder / "out", "--time", "0"};
  struct Case {
    Arguments command;
    std::string option;
    Texts values;
    std::string range;
  };
  for (const auto& [command, option, values, range] : std::vector<Case>{
           {solve, "--time-limit", {"1e10", "1e400", "3000000001", "-1"}, "from 0 to 3000000000"},
           {solve,
            "--memory-limit",
            {"0", "18446744073709551616", "16777216T"},
            "from 1 to 18446744073709551615"},
           {solve, "--threads", {"0", "-1", "4097", "99999999999999999999"}, "from 1 to 4096"},
           {search, "--seed", {"18446744073709551616", "-1"}, "from 0 to 18446744073709551615"},
           {search, "--positions", {"0", "9223372036854775808"}, "from 1 to 9223372036854775807"},
           {search, "--max-states", {"0", "9223372036854775808"}, "from 1 to 9223372036854775807"},
           {search, "--min-empty", {"0", "401", "99999999999999999999"}, "from 1 to 400"},
           {search, "--max-empty", {"0", "401", "99999999999999999999"}, "from 1 to 400"},
           {search, "--midpoints", {"101", "99999999999999999999"}, "from 0 to 100"},
           {search, "--neighbours", {"1000001", "99999999999999999999"}, "from 0 to 1000000"},
           {search, "--shard", {"1/1000000001", "2/1", "1/0"}, "from 1 to 1000000000"},
       }) {
    for (const std::string& value : values) {
      Arguments arguments = command;
      arguments.insert(arguments.end(), {option, value});
      expect_refused(arguments, option);
      expect_refused(arguments, range);
    }
  }
  const Result largest_seed = run_onyx({"search", "--board", "2x2", "--out", folder / "out",
                                        "--positions", "1", "--seed", "18446744073709551615"});
  EXPECT_EQ(largest_seed.code, 0) << largest_seed;
}

TEST(Usage, ACommandIsNoNumberOfThreads) {
  expect_refused({"--threads", "show", "open:2x2"}, "--threads: 'show' is not a whole number");
  expect_refused({"show", "open:2x2", "--threads"}, "--threads needs a value");
}

TEST(Usage, WhatFollowsAnEmptyValueIsNoValue) {
  expect_refused({"solve", "open:2x2", "--time-limit=", "--json"}, "'--time-limit=' needs a value");
}

TEST(Usage, RefusesEmptyNamesOfFiles) {
  const TemporaryFolder folder;
  write(folder / "claims", "open:2x2\n");
  for (const auto& [arguments, option] : std::vector<std::pair<Arguments, std::string>>{
           {{"show", "open:2x2", "--svg", ""}, "--svg"},
           {{"solve", "open:2x2", "--certificate", ""}, "--certificate"},
           {{"judge", folder / "claims", "--out", ""}, "--out"},
           {{"frame", "open:2x2", "--board", "3x3", "--out", ""}, "--out"},
           {{"judge", ""}, "FILE"},
           {{"merge", "", "--out", folder / "out"}, "DIR"},
           {{"merge", folder.path().string(), "--out", ""}, "--out"},
           {{"status", ""}, "DIR"},
           {{"check", ""}, "FILE"},
           {{"search", "--board", "2x2", "--time", "0", "--out", ""}, "--out"},
       }) {
    expect_refused(arguments, option + ": the name of the file or folder is empty");
  }
}

TEST(Usage, EveryComplaintSaysWhoComplains) {
  for (const Arguments& arguments : {Arguments{},
                                     {"frobnicate"},
                                     {"show"},
                                     {"show", "x"},
                                     {"show", "open:2x2", "--frobnicate"},
                                     {"show", "open:2x2", "--svg"},
                                     {"search", "--board", "2x2"}}) {
    const Result result = run_onyx(arguments);
    EXPECT_EQ(result.code, 2) << result;
    EXPECT_TRUE(result.err.starts_with("onyx: ")) << result;
  }
}

TEST(Usage, ComplaintsAreShortAndPrintable) {
  const Result result = run_onyx({"show", "open:2x2", "--\x1b[31m" + std::string(100'000, 'x')});
  EXPECT_EQ(result.code, 2) << result.err.size();
  EXPECT_LT(result.err.size(), 400U);
  EXPECT_EQ(result.err.find('\x1b'), std::string::npos);
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
          {"frame", "VVHH/V1VV/H1H1/1HVH/VH1V - V", "--board", "5x5", "--out", folder / "c"},
          {"--json", "frame", "open:2x2", "--board", "3x3", "--out", folder / "c"},
          {"reduce", "open:2x2"},
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
