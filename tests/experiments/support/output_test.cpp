// Tests how names of files are displayed: a terminal must not execute any byte of a name, a name
// must not begin a new line, and a displayed command can be pasted.

#include "experiments/support/output.h"

#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

/// This name clears a screen, begins a line, and holds a command for older terminals.
const std::string kHostile = "\x1b[2J\nforged: accepted \xc2\x9b\x7f'$(x) \xc3\xa9";

TEST(Shown, EscapesControlCharactersAlone) {
  EXPECT_EQ(shown(kHostile), "\\x1b[2J\\x0aforged: accepted \\xc2\\x9b\\x7f'$(x) \xc3\xa9");
  EXPECT_EQ(shown(shown(kHostile)), shown(kHostile));
  // Bytes that are not UTF-8 may be commands to some terminals. A byte order mark is invisible.
  EXPECT_EQ(shown("\xff\xfe\x9b[2J\xc3"), "\\xff\\xfe\\x9b[2J\\xc3");
  EXPECT_EQ(shown("\xc0\x8a\xed\xa0\x80"), "\\xc0\\x8a\\xed\\xa0\\x80");
  EXPECT_EQ(shown("\xef\xbb\xbfopen:3x3"), "\\xef\\xbb\\xbfopen:3x3");
  EXPECT_EQ(shown("\xe2\x80\x94 \xf0\x9f\x98\x80"), "\xe2\x80\x94 \xf0\x9f\x98\x80");
  testing::internal::CaptureStderr();
  notify("cannot read '{}'", kHostile);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "cannot read '" + shown(kHostile) + "'\n");
}

TEST(Shown, ShellWordsRoundTrip) {
  for (const std::string& text :
       {kHostile, std::string("plain-name_1.cert.json"), std::string("two words"), std::string(),
        std::string("it's"), std::string("`x`;rm *"), std::string("a\\b\"c")}) {
    const std::string word = shell_word(text);
    EXPECT_EQ(shown(word), word);
    const Result result = Process({"/bin/bash", "-c", "printf %s " + word}).wait();
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(result.out, text);
  }
  EXPECT_EQ(shell_word("a/b.json"), "a/b.json");
  EXPECT_EQ(shell_word("-rf"), "./-rf");
}

TEST(Shown, JsonHasNoControlCharacters) {
  testing::internal::CaptureStdout();
  print_json({{"name", kHostile}});
  std::fflush(stdout);
  const std::string text = testing::internal::GetCapturedStdout();
  EXPECT_EQ(nlohmann::json::parse(text).at("name"), kHostile);
  for (const char* const bad : {"\x1b", "\xc2\x9b", "\x7f"}) {
    EXPECT_EQ(text.find(bad), std::string::npos);
  }
}

/// Runs every command with hostile names for the files and folders that it writes or finds.
TEST(Shown, NoCommandPrintsANameAsItIs) {
  const TemporaryFolder folder;
  const std::string hostile = folder / kHostile;
  const std::string certificate = hostile + "/" + kHostile + ".cert.json";
  const std::string puzzles = hostile + "/a.puzzles.jsonl";
  std::filesystem::create_directory(hostile);
  write(puzzles, read(Path(ONYX_TEST_DIR) / "puzzles/sample.puzzles.jsonl"));
  write(hostile + "/claims.txt", "open:2x2\n");
  write(hostile + "/" + kHostile + ".bad.cert.json", "{}");
  const std::vector<Arguments> commands = {
      {"solve", "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H", "--certificate", certificate},
      {"solve", "open:3x3", "--resume", certificate},
      {"check", certificate},
      {"judge", hostile + "/claims.txt", "--out", hostile},
      {"judge", hostile},
      {"reduce", "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H", "--goal", "arena", "--steps", "1",
       "--certificate", certificate},
      {"strong", "2x2", "--table", hostile + "/table"},
      {"strong", "2x2", "--tiers", hostile + "/tiers"},
      {"census", hostile + "/tiers"},
      {"query", certificate, "open:2x2"},
      {"catalogue", hostile},
      {"report", hostile, "--out", hostile + "/site"},
      {"search", "--board", "4x4", "--time", "0", "--out", hostile + "/search"},
      {"status", hostile},
      {"merge", hostile, "--out", hostile + "/merged"},
      {"puzzles", "--verify", puzzles, "--verify-states", "10"},
      {"book", hostile},
      {"show", "open:2x2", "--svg", hostile},
      {"frame", "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H", "--board", "7x7", "--out", certificate},
  };
  for (const Arguments& command : commands) {
    const Result result = run_onyx(command);
    const std::string text = result.out + result.err;
    EXPECT_FALSE(text.empty()) << command.front();
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << command.front() << result;
    EXPECT_EQ(text.find("\xc2\x9b"), std::string::npos) << command.front() << result;
    EXPECT_EQ(text.find("\nforged"), std::string::npos) << command.front() << result;
  }
}

}  // namespace
}  // namespace onyx::test
