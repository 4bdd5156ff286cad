// onyx solve: values, distances and best moves against the plain engine; certificates; limits and
// interrupts.

#include <map>
#include <optional>
#include <set>

#include "tests/experiments/program.h"
#include "tests/experiments/repetitions.h"
#include "tests/plain/retrograde.h"
#include "tests/plain/rules.h"
#include "tests/sanitized.h"

namespace onyx::test {
namespace {

// What the command should find, by the plain engine.
struct Expected {
  std::string value;
  nlohmann::json distance;  // null for a draw
  Texts best_moves;
};

Expected solve_plainly(const plain::Position& position, const std::size_t limit) {
  const std::map<plain::Position, plain::Entry> entries = plain::solve_from(position, limit);
  const plain::Entry entry = entries.at(position);
  Expected expected;
  const bool is_draw = entry.value == plain::Value::kDraw;
  const bool is_win = entry.value == plain::Value::kWin;
  if (is_draw) {
    expected.value = "draw";
  } else {
    expected.value = is_win ? position.side : plain::opponent(position.side);
    expected.value += " wins";
    expected.distance = entry.distance;
  }
  for (const plain::Move& move : plain::legal_moves(position)) {
    const plain::Entry next = entries.at(plain::play(position, move));
    const bool next_is_draw = next.value == plain::Value::kDraw;
    const bool is_best = is_draw ? next_is_draw
                                 : !next_is_draw && next.distance == entry.distance - 1 &&
                                       (next.value == plain::Value::kLoss) == is_win;
    if (is_best) expected.best_moves.push_back(move.text());
  }
  return expected;
}

void expect_solved(const std::string& text, const Expected& expected) {
  const TemporaryFolder folder;
  const Result result = run_onyx({"--json", "solve", text, "--certificate", folder / "c.json"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.err, "");
  const nlohmann::json json = result.json();
  EXPECT_EQ(json.at("position"), text);
  EXPECT_EQ(json.at("value"), expected.value) << text;
  EXPECT_EQ(json.at("distance"), expected.distance) << text;
  EXPECT_EQ(json.at("best_moves"), nlohmann::json(expected.best_moves)) << text;
  EXPECT_EQ(json.at("certificate"), folder / "c.json");
  const nlohmann::json certificate = expect_accepted(folder / "c.json");
  EXPECT_EQ(certificate.at("claim"), expected.value) << text;
  EXPECT_EQ(certificate.at("position"), text);
}

TEST(Solve, AgreesWithThePlainEngine) {
  plain::Rng rng(17);
  int solved = 0;
  for (const auto& [width, height] : {std::pair{2, 2},
                                      {2, 9},
                                      {9, 2},
                                      {3, 3},
                                      {4, 3},
                                      {4, 4},
                                      {4, 5},
                                      {5, 5},
                                      {6, 6},
                                      {8, 5},
                                      {12, 12},
                                      {20, 20}}) {
    for (int i = 0; i < 6; i += kIsSanitized ? 5 : 1) {
      plain::Crowding crowding;
      crowding.max_empty = 5;
      crowding.midpoint_percent = i * 10;
      crowding.allow_finished = i == 5;
      const plain::Position position = plain::random_crowded_position(width, height, rng, crowding);
      std::optional<Expected> expected;
      try {
        expected = solve_plainly(position, 3000);
      } catch (const std::length_error&) {
        continue;  // too much for the plain engine
      }
      expect_solved(plain::to_text(position), *expected);
      ++solved;
    }
  }
  EXPECT_GE(solved, kIsSanitized ? 12 : 40);
}

TEST(Solve, FindsDraws) {
  for (const std::string& text :
       Texts{kDraw, "HV1HV/1HVHH/V1H1H/HHVHH DE34:V V",
             "1HVHHV/HHH1HV/HVVH1V/VVH1HH/HVHHHV/VHVHHV BC12:V,AB23:H,EF45:H,BC56:H V"}) {
    expect_solved(text, solve_plainly(plain::from_text(text), 10'000));
  }
}

TEST(Solve, PrintsTheValueFirst) {
  const Result draw = run_onyx({"solve", kDraw});
  EXPECT_EQ(draw.code, 0) << draw;
  EXPECT_EQ(draw.err, "");
  const Texts lines = lines_of(draw.out);
  ASSERT_EQ(lines.size(), 6U) << draw;
  EXPECT_EQ(lines[0], "draw");
  EXPECT_EQ(lines[1], "distance: none");
  EXPECT_EQ(lines[2], "best moves: B3*");
  EXPECT_TRUE(lines[3].starts_with("states: ")) << draw;
  EXPECT_TRUE(lines[4].starts_with("time: ")) << draw;
  EXPECT_EQ(lines[5], "engine: explorer");
  const Result win = run_onyx({"solve", "open:2x2"});
  EXPECT_TRUE(win.out.starts_with("V wins\ndistance: 3 plies\nbest moves: A1 B2\n")) << win;
  const Result finished = run_onyx({"solve", "VH/HV - V"});
  EXPECT_EQ(finished.code, 0) << finished;
  EXPECT_TRUE(finished.out.starts_with("H wins\ndistance: 0 plies\n")) << finished;
}

TEST(Solve, UsesTheArenaWhereItIsFaster) {
  const nlohmann::json by_arena = run_onyx({"solve", "open:3x4", "--json"}).json();
  EXPECT_EQ(by_arena.at("engine"), "arena");
  EXPECT_EQ(by_arena.at("states"), 2 * 14'348'907);
  // A certificate needs the explorer, which finds the same.
  const TemporaryFolder folder;
  const std::string file = folder / "3x4.cert.json";
  const Result explored = run_onyx({"solve", "open:3x4", "--certificate", file, "--json"});
  const nlohmann::json by_explorer = explored.json();
  EXPECT_EQ(by_explorer.at("engine"), "explorer");
  for (const char* key : {"position", "value", "distance", "best_moves"}) {
    EXPECT_EQ(by_arena.at(key), by_explorer.at(key)) << key;
  }
}

TEST(Solve, AsJson) {
  const nlohmann::json json = run_onyx({"solve", "open:3x3", "--json"}).json();
  EXPECT_EQ(json.at("position"), "3/3/3 - V");
  EXPECT_EQ(json.at("value"), "V wins");
  EXPECT_EQ(json.at("distance"), 7);
  EXPECT_EQ(json.at("best_moves"), (nlohmann::json{"A1", "C2", "B3"}));
  EXPECT_TRUE(json.at("states").is_number_unsigned());
  EXPECT_TRUE(json.at("seconds").is_number());
  EXPECT_FALSE(json.contains("certificate"));
  EXPECT_EQ(run_onyx({"solve", kDraw, "--json"}).json().at("distance"), nullptr);
}

TEST(Solve, IsTheSameForAnyNumberOfThreads) {
  const TemporaryFolder folder;
  nlohmann::json first;
  std::string certificate;
  for (const std::string& threads : Texts{"1", "2", "4", "13"}) {
    const Result result = run_onyx(
        {"--json", "--threads", threads, "solve", "open:3x3", "--certificate", folder / "c.json"});
    EXPECT_EQ(result.code, 0) << result;
    nlohmann::json json = result.json();
    json.erase("seconds");
    if (first.is_null()) {
      first = json;
      certificate = read(folder / "c.json");
    }
    EXPECT_EQ(json, first) << threads << " threads";
    EXPECT_EQ(read(folder / "c.json"), certificate) << threads << " threads";
  }
}

TEST(Solve, StopsAtItsLimits) {
  struct Case {
    std::string position;
    std::string option;
    std::string value;
    std::string reason;
  };
  for (const auto& [position, option, value, reason] : std::vector<Case>{
           {"open:6x6", "--time-limit", "0", "time"},
           {"open:6x6", "--memory-limit", "1", "memory"},
           {"open:6x6", "--memory-limit", "20M", "memory"},
           {"open:20x20", "--memory-limit", "1M", "memory"},
           {"open:2x20", "--memory-limit", "1k", "memory"},
       }) {
    const TemporaryFolder folder;
    const Arguments arguments = {"solve", position, option, value, "--certificate", folder / "c"};
    const Result result = run_onyx(arguments);
    EXPECT_EQ(result.code, 3) << joined(arguments, " ") << result;
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find(reason), std::string::npos) << result;
    EXPECT_NE(result.err.find(option), std::string::npos)
        << "it should say what to raise" << result;
    EXPECT_TRUE(names_in(folder.path()).empty());
    Arguments as_json = arguments;
    as_json.emplace_back("--json");
    const nlohmann::json json = run_onyx(as_json).json();
    EXPECT_EQ(json.at("value"), "unknown");
    EXPECT_TRUE(json.contains("reason"));
    EXPECT_TRUE(json.contains("states"));
  }
}

TEST(Solve, RefusesBadLimits) {
  for (const std::string& value : Texts{"-1", "nan", "inf", "1e400", "x", "1s", ""}) {
    expect_refused({"solve", "open:2x2", "--time-limit", value}, "time");
  }
  for (const std::string& value : Texts{"0", "-1", "x", "1.5M", "1X", "", "99999999999G",
                                        "99999999999999999999", "99999999999999999999999"}) {
    expect_refused({"solve", "open:2x2", "--memory-limit", value}, "memory");
  }
  for (const std::string& value : Texts{"0", "-1", "x", "4097", "1.5", "99999999999"}) {
    expect_refused({"solve", "open:2x2", "--threads", value}, "threads");
  }
  expect_refused({"solve"}, "POSITION");
  expect_refused({"solve", "open:2x2", "A1"}, "A1");
}

TEST(Solve, RefusesACertificateFileThatItCannotWrite) {
  const TemporaryFolder folder;
  for (const std::string& target :
       Texts{folder / "missing/c.json", folder.path().string(), std::string("/proc/c.json")}) {
    expect_refused({"solve", "open:3x3", "--certificate", target}, target);
  }
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(Solve, LosesNoAnswerWhenTheCertificateCannotBeWritten) {
  // Through a link, so that a mistake replaces the link and not the machine's device.
  const TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / "full");
  const Result result = run_onyx({"solve", "open:3x3", "--certificate", folder / "full"});
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_TRUE(result.out.starts_with("V wins\n")) << result;
  EXPECT_NE(result.err.find(folder / "full"), std::string::npos) << result;
  EXPECT_TRUE(std::filesystem::is_character_file(folder / "full"));
}

TEST(Solve, EndsCleanlyWhenInterrupted) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    write(folder / "c.json", "the certificate before");
    Process process(onyx_command(
        {"solve", "open:6x6", "--memory-limit", "2G", "--certificate", folder / "c.json"}));
    process.wait_until_signals_are_caught();
    process.send(signal);
    const Result result = process.wait();
    EXPECT_EQ(result.code, 130) << result;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(read(folder / "c.json"), "the certificate before");
    EXPECT_EQ(names_in(folder.path()), Texts{"c.json"});
  }
}

}  // namespace
}  // namespace onyx::test
