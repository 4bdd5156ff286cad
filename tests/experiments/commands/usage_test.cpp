// Tests the program onyx as a whole: help, version, usage errors, and output that cannot be
// written.

#include <cstdlib>
#include <map>
#include <regex>
#include <set>

#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

struct Entry {
  std::string heading;  ///< The heading above the entry.
  std::string name;     ///< For example "--seed N".
  std::string text;
};

std::vector<Entry> entries_of(const std::string& help) {
  std::vector<Entry> entries;
  std::string heading;
  for (const std::string& line : lines_of(help)) {
    if (!line.empty() && line.front() != ' ') heading = line.ends_with(':') ? line : "";
    if (heading.empty() || !line.starts_with("  ")) continue;
    std::size_t text = line.find_first_not_of(' ');
    if (text == 2) {
      const std::size_t end = std::min(line.find("  ", text), line.size());
      entries.push_back({heading, line.substr(text, end - text), ""});
      text = std::min(line.find_first_not_of(' ', end), line.size());
    }
    entries.back().text += ' ' + line.substr(text);
  }
  return entries;
}

Texts commands() {
  Texts names;
  for (const Entry& entry : entries_of(run_onyx({"--help"}).out)) {
    if (entry.heading == "Commands:") names.push_back(entry.name);
  }
  EXPECT_GE(names.size(), 20U);
  return names;
}

/// Returns all options and arguments. Each pair is a command and an entry of its help.
std::vector<std::pair<std::string, Entry>> all_options() {
  std::vector<std::pair<std::string, Entry>> options;
  for (const std::string& command : commands()) {
    for (const Entry& entry : entries_of(run_onyx({command, "--help"}).out)) {
      options.emplace_back(command, entry);
    }
  }
  return options;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Usage, HelpEverywhere) {
  ::unsetenv("COLUMNS");
  Texts all = commands();
  all.insert(all.begin(), "");
  for (const std::string& command : all) {
    const Arguments arguments = command.empty() ? Arguments{} : Arguments{command};
    const Result result = run_onyx(with(arguments, {"--help"}));
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(result.err, "");
    EXPECT_TRUE(contains(result.out, "Usage: onyx " + command)) << result;
    EXPECT_TRUE(contains(result.out, "\nExit codes: 0 done, 1 the answer is no, 2 bad")) << result;
    for (const std::string& line : lines_of(result.out)) EXPECT_LE(line.size(), 80U) << line;
    EXPECT_EQ(run_onyx(with(arguments, {"-h"})).out, result.out);
    EXPECT_EQ(run_onyx(with({"help"}, arguments)).out, result.out);
  }
}

TEST(Usage, WithoutArgumentsHelpIsPrinted) {
  const Result result = run_onyx({});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, run_onyx({"--help"}).out);
}

TEST(Usage, HelpFitsTheTerminal) {
  const auto longest_line = [](const char* columns) {
    EXPECT_EQ(::setenv("COLUMNS", columns, 1), 0);
    const Result result = run_onyx({"puzzles", "--help"});
    ::unsetenv("COLUMNS");
    std::size_t longest = 0;
    for (const std::string& line : lines_of(result.out)) longest = std::max(longest, line.size());
    return longest;
  };
  EXPECT_LE(longest_line("60"), 60U);
  EXPECT_GT(longest_line("90"), 80U);
  EXPECT_LE(longest_line("90"), 90U);
  EXPECT_LE(longest_line("300"), 100U);  // more would be hard to read
  EXPECT_LE(longest_line("none"), 80U);
}

TEST(Usage, ExamplesRun) {
  const Path top = Path(ONYX_TEST_DIR).parent_path();
  const TemporaryFolder folder;
  std::filesystem::create_directory_symlink(top / "results", folder / "results");
  const std::string start = "cd '" + folder.path().string() + "' && PATH='" +
                            Path(ONYX_PROGRAM).parent_path().string() + "':\"$PATH\" && ";
  for (const std::string& line : lines_of(read(top / "experiments/commands/examples.txt"))) {
    const Result result = Process({"/bin/sh", "-c", start + line}).wait();
    EXPECT_EQ(result.code, 0) << line << '\n' << result;
  }
  for (const std::string& command : commands()) {
    const Result result = run_onyx({command, "--help"});
    EXPECT_TRUE(contains(result.out, "\nExamples:\n  ")) << result;
  }
}

TEST(Usage, EveryCommandHasItsLine) {
  // Man pages take their summaries from these lines, so they must not wrap.
  ::unsetenv("COLUMNS");
  const std::string help = run_onyx({"--help"}).out;
  for (const Entry& entry : entries_of(help)) {
    if (entry.heading == "Commands:") {
      EXPECT_TRUE(contains(help, entry.text + '\n')) << entry.name;
    }
  }
}

TEST(Usage, HelpGroupsOptions) {
  std::map<std::string, int> sizes;
  for (const auto& [command, entry] : all_options()) ++sizes[command + ": " + entry.heading];
  for (const auto& [group, size] : sizes) EXPECT_LE(size, 10) << group;
}

TEST(Usage, HelpNamesEveryDefault) {
  const Texts types = {"N", "DURATION", "SIZE", "WORD", "I/N"};
  int seen = 0;
  for (const auto& [command, entry] : all_options()) {
    const std::string type = entry.name.substr(entry.name.rfind(' ') + 1);
    if (!entry.name.starts_with('-') || contains(entry.text, "Required")) continue;
    if (std::find(types.begin(), types.end(), type) == types.end()) continue;
    EXPECT_TRUE(contains(entry.text, "Default: ")) << command << ' ' << entry.name << entry.text;
    ++seen;
  }
  EXPECT_GT(seen, 70);
}

TEST(Usage, WordsOfAFixedSetAreListedEverywhere) {
  std::set<std::string> seen;
  const std::string bash = run_onyx({"completion", "bash"}).out;
  for (const auto& [command, entry] : all_options()) {
    const std::size_t at = entry.text.find("One of ");
    if (at == std::string::npos) continue;
    std::string words = entry.text.substr(at + 7);
    words.resize(std::min(words.find(". "), words.size()));
    const std::string name = entry.name.substr(0, entry.name.find(' '));
    seen.insert(command + ' ' + name);
    const Result result = name.starts_with('-') ? run_onyx({command, name, "nonsense"})
                                                : run_onyx({command, "nonsense"});
    EXPECT_EQ(result.code, 2) << result;
    EXPECT_TRUE(contains(result.err, name + ": 'nonsense' is not one of " + words)) << result;
    std::string bash_list;
    for (std::size_t begin = 0; begin < words.size();) {
      const std::size_t end = std::min(words.find(", ", begin), words.size());
      const std::string word = words.substr(begin, end - begin);
      bash_list += (bash_list.empty() ? "" : "\\n") + word;
      begin = end + 2;
    }
    EXPECT_TRUE(contains(bash, "choices=$'" + bash_list + "'")) << bash_list;
  }
  for (const char* const option :
       {"solve --engine", "solve --first", "reduce --goal", "frame --colours", "puzzles --kind",
        "puzzles --theme", "book --theme", "book --paper", "book --per-page", "completion SHELL"}) {
    EXPECT_TRUE(seen.contains(option)) << option;
  }
}

TEST(Usage, SuggestsWhatWasMeant) {
  for (const auto& [arguments, message] : std::vector<std::pair<Arguments, std::string>>{
           {{"analyze"}, "unknown command 'analyze'; did you mean 'analyse'?"},
           {{"solv", "open:2x2"}, "unknown command 'solv'; did you mean 'solve'?"},
           {{"help", "slove"}, "unknown command 'slove'; did you mean 'solve'?"},
           {{"frobnicate"}, "unknown command 'frobnicate'; onyx --help lists them"},
           {{"estimate", "4x5"},
            "onyx: estimate: removed in 1.0; results/boards/README.md says what it found"},
           {{"atlas", "."}, "onyx: atlas: joined into catalogue --pictures in 1.0"},
           {{"spread", "--board", "4x5"}, "onyx: spread: joined into search --from in 1.0"},
           {{"--jsn", "show", "open:2x2"}, "unknown option '--jsn'; did you mean '--json'?"},
           {{"--svg", "show", "open:2x2"}, "unknown option '--svg'; onyx --help lists them"},
           {{"solve", "--treads", "2", "open:2x2"},
            "unknown option '--treads'; did you mean '--threads'?"},
           {{"solve", "--memory=1G", "open:2x2"},
            "unknown option '--memory'; did you mean '--memory-limit'?"},
           {{"show", "open:2x2", "--xyz"}, "unknown option '--xyz'; onyx show --help lists them"},
           // --board is missing too, but the message must name the wrong option.
           {{"search", "--bord", "2x2", "--out", "/proc/out"},
            "unknown option '--bord'; did you mean '--board'?"},
           {{"reduce", "open:2x2", "--goal", "stone"}, "squares, doubles; did you mean 'stones'?"},
           {{"completion", "bash", "zsh"}, "unexpected argument 'zsh'; onyx completion --help"}}) {
    expect_refused(arguments, message);
  }
}

TEST(Usage, TakesUnitsAsPeopleWriteThem) {
  for (const std::string& time : Texts{"90", "90s", "1.5 min", "2min", "1h", "2 hours", "1d"}) {
    EXPECT_EQ(run_onyx({"solve", "open:2x2", "--time-limit", time}).code, 0) << time;
  }
  for (const std::string& size : Texts{"100000000", "500M", "500m", "1GiB", "1 GB", "900000 kb"}) {
    EXPECT_EQ(run_onyx({"solve", "open:2x2", "--memory-limit", size}).code, 0) << size;
  }
  for (const std::string& time : Texts{"", "s", "5x", "5mm", "5s5", "1e"}) {
    expect_refused({"solve", "open:2x2", "--time-limit", time}, "such as 90, 90s, 5m or 2h");
  }
  for (const std::string& size :
       Texts{"", "G", "1.5G", "5GG", "5iB", "5KG", "0x1G", "010G", "-1G"}) {
    expect_refused({"solve", "open:2x2", "--memory-limit", size}, "such as 800000000, 500M or 4G");
  }
  // 1 KiB is too little memory. So code 3, not 2, shows that the unit is accepted.
  EXPECT_EQ(run_onyx({"solve", "open:6x6", "--memory-limit", "1KiB"}).code, 3);
}

TEST(Usage, HelpNamesTheOptions) {
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
  const Texts serial = {"show", "moves", "play", "perft", "query", "status", "book", "completion"};
  const Texts parallel = {"solve", "check",     "judge",  "search", "strong",
                          "frame", "catalogue", "report", "merge",  "census"};
  for (const std::string& command : commands()) {
    const Result result = run_onyx({command, "--help"});
    EXPECT_NE(result.out.find("--json"), std::string::npos) << result;
    const bool has_threads = contains(result.out, "--threads");
    const auto is_in = [&](const Texts& names) {
      return std::find(names.begin(), names.end(), command) != names.end();
    };
    EXPECT_FALSE(has_threads && is_in(serial)) << result;
    EXPECT_TRUE(has_threads || !is_in(parallel)) << result;
  }
}

TEST(Usage, Version) {
  const Result result = run_onyx({"--version"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(
      std::regex_match(result.out, std::regex("onyx [0-9]+\\.[0-9]+\\.[0-9]+( \\([^()]+\\))?\n")))
      << result;
}

TEST(Usage, RefusesWhatIsNoCommand) {
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
  expect_refused({"show", "open:4x4", "--svg", "a", "--svg", "b"}, "--svg is given more than once");
  expect_refused({"strong", "4x4", "--level", "3"}, "--level needs --tiers");
  expect_refused({"strong", "4x4", "--tiers", "x", "--distance"},
                 "--distance does not go with --tiers");
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
  for (const Arguments& arguments : {Arguments{"frobnicate"},
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

// Commands, some of which print a result and others an error.
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
          {"moves", "open:20x20"},
          {"completion", "bash"},
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
      if (normal.out.empty()) continue;
      const bool is_told =
          result.err.find(std::strerror(out == "closed" ? EBADF : ENOSPC)) != std::string::npos;
      EXPECT_TRUE(is_told) << command << result;
    }
  }
  const Result result = run_check({"--help"}, {"/dev/full", ""});
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_NE(result.err.find(std::strerror(ENOSPC)), std::string::npos) << result;
}

TEST(Usage, EndsWithoutAWordWhenTheReaderOfItsOutputLeaves) {
  const TemporaryFolder folder;
  write(folder / "claims", "open:2x2\n");
  std::vector<Arguments> all = runs(folder);
  all.push_back({"show", "open:4x4", "--svg", "/dev/stdout"});
  for (const Arguments& arguments : all) {
    const Result normal = run_onyx(arguments);
    const Result result = run_onyx(arguments, {"unread", ""});
    const std::string command = joined(arguments, " ") + '\n';
    EXPECT_EQ(result.code, normal.out.empty() ? normal.code : 141) << command << result;
    EXPECT_EQ(result.err.find("cannot write"), std::string::npos) << command << result;
    EXPECT_EQ(result.err.find(std::strerror(EPIPE)), std::string::npos) << command << result;
  }
  for (const Arguments& arguments :
       {Arguments{folder / "claims"}, {"--json", folder / "claims"}, {"--help"}, {"--version"}}) {
    const Result result = run_check(arguments, {"unread", ""});
    EXPECT_EQ(result.code, 141) << result;
    EXPECT_EQ(result.err, "");
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
  // The first file opened gets the number of a closed stream. Printed text must not go into that
  // file.
  const TemporaryFolder folder;
  const Result result = run_onyx({"solve", "open:2x2", "--certificate", folder / "c.cert.json"},
                                 {"closed", "closed"});
  EXPECT_EQ(result.signal, 0);
  expect_accepted(folder / "c.cert.json");
}

}  // namespace
}  // namespace onyx::test
