// Tests onyx strong. Its counts must equal known and published ones, for all vector instructions
// and several numbers of threads. It must refuse boards that do not fit.

#include <array>
#include <cstdint>
#include <map>
#include <utility>

#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

struct Counts {
  std::string board;
  std::uint64_t wins;
  std::uint64_t losses;
  std::uint64_t illegal;
};

// These counts are from the plain engine (tests/plain/retrograde.h). These boards have no draws.
const std::vector<Counts> kCounts = {
    {"2x2", 64, 56, 42},
    {"3x2", 1702, 1586, 1086},
    {"2x4", 13050, 15720, 10596},
    {"5x2", 291235, 454079, 317568},
    {"3x3", 160996, 121088, 72210},
    {"2x6", 2110040, 4309924, 3145974},
    {"3x4", 12878541, 10108398, 5710875},
    {"4x3", 12878541, 10108398, 5710875},
    {"2x7", 46286845, 119425517, 92567964},
};

nlohmann::json strong(const std::string& board, const Arguments& more = {}) {
  Arguments arguments = {"strong", board, "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Result result = run_onyx(arguments);
  EXPECT_EQ(result.code, 0) << result;
  return result.json();
}

/// Removes the fields that depend on the machine.
nlohmann::json without_circumstances(nlohmann::json json) {
  for (const char* key : {"seconds", "vectors"}) json.erase(key);
  return json;
}

TEST(Strong, CountsWholeBoards) {
  for (const auto& [board, wins, losses, illegal] : kCounts) {
    const nlohmann::json json = strong(board);
    EXPECT_EQ(json.at("board"), board);
    EXPECT_EQ(json.at("wins"), wins) << board;
    EXPECT_EQ(json.at("losses"), losses) << board;
    EXPECT_EQ(json.at("draws"), 0) << board;
    EXPECT_EQ(json.at("illegal"), illegal) << board;
    EXPECT_EQ(json.at("slots"), wins + losses + illegal) << board;
  }
}

TEST(Strong, AsTextAndAsJson) {
  const Result text = run_onyx({"strong", "2X3"});
  EXPECT_EQ(text.code, 0) << text;
  EXPECT_EQ(text.err, "");
  EXPECT_TRUE(text.out.starts_with("wins: 1702\nlosses: 1586\ndraws: 0\nillegal: 1086\ntime: "))
      << text;
  EXPECT_EQ(lines_of(text.out).size(), 5U) << text;
  const nlohmann::json json = strong("2X3");
  EXPECT_EQ(json.at("board"), "2x3");
  EXPECT_EQ(keys_of(json), (Texts{"board", "by_side", "draws", "illegal", "losses", "peak_bytes",
                                  "seconds", "slots", "sweeps", "vectors", "wins"}));
  EXPECT_TRUE(json.at("seconds").is_number());
  EXPECT_GT(json.at("peak_bytes"), 0);
  EXPECT_GT(json.at("sweeps"), 0);
}

TEST(Strong, IsTheSameForAllVectors) {
  for (const std::string& board : Texts{"2x2", "2x3", "2x5", "3x3", "3x4"}) {
    const nlohmann::json first = without_circumstances(strong(board));
    for (const std::string& vectors : Texts{"plain", "avx2", "avx512"}) {
      Arguments command = {"/usr/bin/env", "ONYX_VECTORS=" + vectors};
      for (const std::string& word : onyx_command({"strong", board, "--json"})) {
        command.push_back(word);
      }
      const Result result = Process(command).wait();
      ASSERT_EQ(result.code, 0) << result;
      EXPECT_EQ(without_circumstances(result.json()), first) << board << ' ' << vectors;
      // A machine may lack the requested instructions and use others, so only "plain" is certain.
      if (vectors == "plain") {
        EXPECT_EQ(result.json().at("vectors"), "plain");
      }
    }
  }
}

TEST(Strong, IsTheSameForAnyNumberOfThreads) {
  for (const std::string& board : Texts{"2x6", "3x4"}) {
    const nlohmann::json first = without_circumstances(strong(board));
    for (const std::string& threads : Texts{"1", "2", "3", "13"}) {
      EXPECT_EQ(without_circumstances(strong(board, {"--threads", threads})), first)
          << board << ", " << threads << " threads";
    }
  }
}

TEST(Strong, PublishedCountsAreRight) {
  const Path file = Path(ONYX_TEST_DIR).parent_path() / "results/boards/results.jsonl";
  int solved = 0;
  for (const std::string& line : lines_of(read(file))) {
    const nlohmann::json published = nlohmann::json::parse(line);
    const std::string board = published.at("board").get<std::string>();
    EXPECT_EQ(published.at("draws"), 0) << board;
    // Skip these boards, because they would take nearly all of the time.
    if (board == "4x4" || board == "3x5" || board == "5x3") continue;
    const nlohmann::json found = strong(board);
    for (const char* key : {"board", "wins", "losses", "draws", "illegal", "slots"}) {
      EXPECT_EQ(published.at(key), found.at(key)) << board << ' ' << key;
    }
    ++solved;
  }
  EXPECT_GE(solved, 13);
}

TEST(Strong, PublishedCountsByTiersAddUp) {
  const Path file = Path(ONYX_TEST_DIR).parent_path() / "results/boards/by-tiers.jsonl";
  std::map<std::string, nlohmann::json> boards;
  for (const std::string& line : lines_of(read(file))) {
    const nlohmann::json json = nlohmann::json::parse(line);
    const auto board = json.at("board").get<std::string>();
    std::uint64_t sum = 0;
    for (const char* key : {"wins", "losses", "draws", "illegal"}) {
      sum += json.at(key).get<std::uint64_t>();
    }
    EXPECT_EQ(json.at("slots"), sum) << board;
    boards[board] = json;
  }
  EXPECT_GE(boards.size(), 2U);
  for (const auto& [board, image] : {std::pair{"3x6", "6x3"}, {"2x10", "10x2"}}) {
    EXPECT_EQ(boards.at(board).at("by_side").at("V"), boards.at(image).at("by_side").at("H"));
    EXPECT_EQ(boards.at(board).at("by_side").at("H"), boards.at(image).at("by_side").at("V"));
  }
}

/// Returns the published tiers of a board, keyed by name.
std::map<std::string, nlohmann::json> published_tiers(const std::string& board) {
  const Path file = Path(ONYX_TEST_DIR).parent_path() / "results/boards" / (board + ".tiers.jsonl");
  std::map<std::string, nlohmann::json> tiers;
  for (const std::string& line : lines_of(read(file))) {
    const nlohmann::json json = nlohmann::json::parse(line);
    tiers[json.at("tier").get<std::string>()] = json;
  }
  return tiers;
}

// A tier's name has one letter per square, row by row: the owner of its midpoint, or `0` for none.
std::string mirrored_name_4x5(const std::string& name) {
  // A diagonal reflection maps BC12, the first square of 5x4, to AB23, the second of 4x5, and so
  // on.
  constexpr std::array<std::size_t, 6> kFrom{1, 4, 0, 3, 2, 5};
  std::string mirrored;
  for (const std::size_t from : kFrom) {
    const char owner = name.at(from);
    mirrored += owner == 'V' ? 'H' : owner == 'H' ? 'V' : '0';
  }
  return mirrored;
}

TEST(Strong, FiveByFourIsTheMirrorImageOfFourByFive) {
  const auto of_4x5 = published_tiers("4x5");
  const auto of_5x4 = published_tiers("5x4");
  ASSERT_EQ(of_4x5.size(), 729U);
  ASSERT_EQ(of_5x4.size(), 729U);
  const auto draws_by_stones = [](const nlohmann::json& tier) {
    std::map<int, std::uint64_t> draws;
    for (const nlohmann::json& of : tier.at("draws_by_stones")) {
      draws[of.at("stones").get<int>()] = of.at("draws").get<std::uint64_t>();
    }
    return draws;
  };
  std::uint64_t draws = 0;
  for (const auto& [name, tier] : of_4x5) {
    const nlohmann::json& image = of_5x4.at(mirrored_name_4x5(name));
    EXPECT_EQ(tier.at("by_side").at("V"), image.at("by_side").at("H")) << name;
    EXPECT_EQ(tier.at("by_side").at("H"), image.at("by_side").at("V")) << name;
    EXPECT_EQ(draws_by_stones(tier), draws_by_stones(image)) << name;
    draws += tier.at("draws").get<std::uint64_t>();
  }
  EXPECT_EQ(draws, 39'160U);
}

TEST(Strong, TellsDistances) {
  const Result json = run_onyx({"strong", "3x3", "--distance", "--json"});
  EXPECT_EQ(json.code, 0) << json;
  const nlohmann::json distance = json.json().at("distance");
  EXPECT_EQ(distance.at("max"), 15);
  EXPECT_EQ(distance.at("histogram").size(), 16U);
  EXPECT_EQ(distance.at("histogram").at(15), 4);
  for (const char* const kind : {"deepest_win", "deepest_loss"}) {
    const nlohmann::json& deepest = distance.at(kind);
    const Result solved = run_onyx({"solve", deepest.at("position"), "--json"});
    EXPECT_EQ(solved.json().at("distance"), deepest.at("plies")) << solved;
  }
  const Result text = run_onyx({"strong", "3x4", "--distance"});
  EXPECT_EQ(text.code, 0) << text;
  EXPECT_NE(text.out.find("in 20 plies"), std::string::npos) << text;
}

TEST(Strong, RefusesBadBoards) {
  expect_refused({"strong"}, "BOARD");
  for (const std::string& board : Texts{"", "4", "x", "4x", "x4", "1x4", "4x21", "04x4", "4x4x4",
                                        "-2x2", "open:4x4", "99999999999999999999x4"}) {
    expect_refused({"strong", board}, board);
  }
  expect_refused({"strong", "2x2", "3x3"}, "3x3");
  expect_refused({"strong", "2x2", "--table"}, "--table");
}

TEST(Strong, RefusesBoardsThatDoNotFit) {
  for (const std::string& board : Texts{"6x6", "5x6", "2x13", "2x16", "8x4", "12x12", "20x20"}) {
    const Result result = run_onyx({"strong", board});
    EXPECT_EQ(result.code, 3) << result;
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find(board), std::string::npos) << result;
    EXPECT_NE(result.err.find(" of memory"), std::string::npos) << result;
    EXPECT_NE(result.err.find("iB are free"), std::string::npos) << result;
    EXPECT_EQ(lines_of(result.err).size(), 1U) << result;
    const nlohmann::json json = run_onyx({"strong", board, "--json"}).json();
    EXPECT_EQ(json.at("board"), board);
    EXPECT_EQ(json.at("reason"), "memory");
    EXPECT_GT(json.at("needed_bytes"), json.at("available_bytes"));
    EXPECT_FALSE(json.contains("wins"));
  }
}

TEST(Strong, NamesTheWayThatNeedsLess) {
  const std::string advice = "; with --tiers FOLDER it needs ";
  const Result result = run_onyx({"strong", "5x5"});
  EXPECT_EQ(result.code, 3) << result;
  EXPECT_NE(result.err.find(advice), std::string::npos) << result;
  // Here the advice would be wrong: --tiers gives no distances and cannot solve 6x6.
  for (const Arguments& arguments : {Arguments{"strong", "5x5", "--distance"}, {"strong", "6x6"}}) {
    const Result none = run_onyx(arguments);
    EXPECT_EQ(none.code, 3) << none;
    EXPECT_EQ(none.err.find(advice), std::string::npos) << none;
  }
}

TEST(Strong, EndsCleanlyWhenInterrupted) {
  expect_clean_interrupt({"strong", "4x4", "--threads", "1"});
}

}  // namespace
}  // namespace onyx::test
