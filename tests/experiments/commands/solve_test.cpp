// Tests onyx solve: values, distances and best moves, compared with the plain engine; certificates;
// limits and interrupts.

#include <sys/stat.h>

#include <map>
#include <optional>
#include <set>

#include "core/position.h"
#include "experiments/solve/give_answer.h"
#include "tests/experiments/program.h"
#include "tests/experiments/repetitions.h"
#include "tests/plain/retrograde.h"
#include "tests/plain/rules.h"
#include "tests/sanitized.h"

namespace onyx::test {
namespace {

// The output that the command must give, found by the plain engine.
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

TEST(Solve, SelfCheckHasTheRefereeJudgeBeforeTheAnswer) {
  const TemporaryFolder folder;
  for (const char* const file : {"", "c.json", "c.certz"}) {
    Texts arguments{"solve", "standard:4x4", "--self-check", "--json"};
    if (*file != 0) arguments.insert(arguments.end(), {"--certificate", folder / file});
    const Result result = run_onyx(arguments);
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(result.json().at("self_check"), "accepted");
    if (*file != 0) {
      EXPECT_EQ(run_check({folder / file}).code, 0);
    }
  }
  const std::string content = read(folder / "c.json");
  const std::string position = format_position(parse_position("standard:4x4"));
  EXPECT_NO_THROW(solve_command::require_accepted(content, onyx::Claim::v_wins, position));
  const auto rejects = [&](const std::string& bytes, onyx::Claim claim, const std::string& of) {
    EXPECT_THROW(solve_command::require_accepted(bytes, claim, of), solve_command::FailedSelfCheck);
  };
  rejects(content, onyx::Claim::h_wins, position);
  rejects(content, onyx::Claim::v_wins, "4/4/4/4 - V");
  rejects(content.substr(0, content.size() / 2), onyx::Claim::v_wins, position);
}

TEST(Solve, TellsWhatEachEngineDid) {
  const Result quiet = run_onyx({"solve", "open:4x4"});
  const Result told = run_onyx({"solve", "open:4x4", "-v"});
  EXPECT_EQ(told.code, 0) << told;
  EXPECT_EQ(told.out.substr(0, 40), quiet.out.substr(0, 40));
  EXPECT_NE(told.err.find("explorer: gave up after "), std::string::npos) << told;
  EXPECT_NE(told.err.find("proof-number search: answered after "), std::string::npos) << told;
  EXPECT_NE(told.err.find("table "), std::string::npos) << told;
  for (const char* command : {"analyse", "judge"}) {
    EXPECT_NE(run_onyx({command, "--help"}).out.find("--verbose"), std::string::npos) << command;
  }
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
        continue;  // too many positions for the plain engine
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

TEST(Solve, FindsTheSameByEachEngine) {
  nlohmann::json first;
  for (const std::string& engine : Texts{"auto", "explorer", "arena", "proof-number"}) {
    const nlohmann::json json =
        run_onyx({"solve", "open:3x4", "--engine", engine, "--json"}).json();
    if (first.is_null()) first = json;
    for (const char* key : {"position", "value", "distance", "best_moves"}) {
      EXPECT_EQ(json.at(key), first.at(key)) << engine << ": " << key;
    }
  }
  EXPECT_EQ(first.at("distance").type(), nlohmann::json::value_t::number_unsigned);
}

/// Even on a large board, a short win must be solved with its exact distance and best moves.
TEST(Solve, TellsNearWinsExactlyOnLargeBoards) {
  for (const std::string& size : Texts{"8x8", "12x12", "20x20"}) {
    const int n = std::stoi(size);
    // V has column C except its top two points, and can continue in column C or D.
    std::string rows;
    for (int row = 0; row < n; ++row) {
      rows += (row == 0 ? "" : "/") + (row < 2 ? std::to_string(n) : "2V" + std::to_string(n - 3));
    }
    const nlohmann::json json = run_onyx({"solve", rows, "-", "V", "--json"}).json();
    EXPECT_EQ(json.at("value"), "V wins");
    EXPECT_EQ(json.at("distance"), 3) << size;
    EXPECT_FALSE(json.contains("best_moves_exact"));
  }
}

TEST(Solve, AnswersManyPositionsInTheirOrder) {
  const auto lines_as_json = [](const Result& result) {
    std::vector<nlohmann::json> all;
    for (const std::string& line : lines_of(result.out)) all.push_back(nlohmann::json::parse(line));
    return all;
  };
  const Result result =
      run_onyx({"solve", "open:2x2", "4/1V2/1H2/4", "-", "V", kDraw, "VH/HV - V"});
  EXPECT_EQ(result.code, 0) << result;
  const auto answers = lines_as_json(result);
  ASSERT_EQ(answers.size(), 4U) << result;
  EXPECT_EQ(answers[0].at("position"), "2/2 - V");
  EXPECT_EQ(answers[0].at("distance"), 3);
  EXPECT_EQ(answers[1].at("value"), "V wins");
  EXPECT_EQ(answers[2].at("value"), "draw");
  EXPECT_EQ(answers[2].at("best_moves"), nlohmann::json{"B3*"});
  EXPECT_EQ(answers[3].at("distance"), 0);
  // A malformed position is reported, and the other positions are still solved.
  const TemporaryFolder folder;
  write(folder / "in", "# two\n\nopen:2x2\r\nnonsense\n  VH/HV - V  \n");
  for (const std::string& command : Texts{"solve", "moves", "show"}) {
    const auto on_input = [&](const std::string& input) {
      return Process(
                 {"/bin/sh", "-c", "exec \"$0\" " + command + " - <\"$1\"", ONYX_PROGRAM, input})
          .wait();
    };
    const Result unreadable = on_input(folder.path().string());
    EXPECT_EQ(unreadable.code, 2) << unreadable;
    EXPECT_TRUE(unreadable.err.starts_with("onyx: cannot read standard input: ")) << unreadable;
    const Result mixed = on_input(folder / "in");
    EXPECT_EQ(mixed.code, 2) << mixed;
    const auto all = lines_as_json(mixed);
    ASSERT_EQ(all.size(), 3U) << mixed;
    EXPECT_EQ(all[0].at("position"), "2/2 - V");
    EXPECT_TRUE(all[1].contains("error")) << mixed;
    EXPECT_EQ(all[2].at("position"), "VH/HV - V");
  }
  const Result limited = run_onyx({"solve", "open:2x2", "open:6x6", "--time-limit", "0.2s"});
  EXPECT_EQ(limited.code, 3) << limited;
  EXPECT_EQ(lines_as_json(limited).at(1).at("reason"), "time limit");
  expect_refused({"solve", "open:2x2", "open:3x3", "--certificate", folder / "c"}, "one position");
  expect_refused({"solve", "open:2x2", "C3"}, "C3");
  const Result arena = run_onyx({"solve", "open:12x12", kDraw, "--engine", "arena"});
  EXPECT_EQ(arena.code, 2) << arena;
  EXPECT_TRUE(lines_as_json(arena).at(0).contains("error")) << arena;
  EXPECT_EQ(lines_as_json(arena).at(1).at("value"), "draw") << arena;
  write(folder / "control", "open:2x2\xc2\x9b\n");
  const Result shown =
      Process({"/bin/sh", "-c", "exec \"$0\" moves - <\"$1\"", ONYX_PROGRAM, folder / "control"})
          .wait();
  EXPECT_EQ(shown.out.find('\x9b'), std::string::npos) << shown;
}

TEST(Solve, TakesDurationsAsPeopleWriteThem) {
  for (const std::string& value : Texts{"90", "90s", "5m", "2h", "0.5h", "1e2"}) {
    EXPECT_EQ(run_onyx({"solve", "open:2x2", "--time-limit", value}).code, 0) << value;
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
           {"open:6x20", "--memory-limit", "1k", "memory"},
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

/// A short win needs almost no memory, but its certificate needs some.
TEST(Solve, SaysWhatACertificateLacked) {
  const TemporaryFolder folder;
  const Result result =
      run_onyx({"solve", "open:2x20", "--memory-limit", "1k", "--certificate", folder / "c"});
  EXPECT_EQ(result.code, 3) << result;
  EXPECT_TRUE(result.out.starts_with("H wins\ndistance: 4 plies\n")) << result;
  EXPECT_NE(result.err.find("raise --memory-limit"), std::string::npos) << result;
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(Solve, RefusesBadLimits) {
  for (const std::string& value :
       Texts{"-1", "nan", "inf", "1e400", "x", "1x", "m", "1 parsec", "1e9h", "-1m", ""}) {
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
  // Use a link, because a faulty program would replace the machine's device.
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

TEST(Solve, EndsCleanlyWhileItWaitsForPositions) {
  const TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& command : Texts{"solve -", "proofgame - --setup open:4x5 --sight 1"}) {
    for (const int signal : {SIGINT, SIGTERM}) {
      Process process(
          {"/bin/sh", "-c", "exec \"$0\" " + command + " <>\"$1\"", ONYX_PROGRAM, pipe});
      process.wait_until_signals_are_caught();
      process.wait_until_it_sleeps();
      while (process.is_running()) process.send(signal);
      const Result result = process.wait();
      EXPECT_EQ(result.code, 130) << command << result;
    }
  }
  const Result endless =
      Process({"/bin/sh", "-c", "exec \"$0\" solve - </dev/zero", ONYX_PROGRAM}).wait();
  EXPECT_EQ(endless.code, 2) << endless;
  EXPECT_NE(endless.err.find("does not end"), std::string::npos) << endless;
}

TEST(Solve, AByteOrderMarkIsNoPartOfAPosition) {
  const TemporaryFolder folder;
  const std::string mark = "\xef\xbb\xbf";
  // `cat` of two files can leave a byte order mark in the middle.
  write(folder / "positions", mark + "# a comment\nopen:2x2\n" + mark + "V1/1H - V\n");
  for (const char* const command : {"solve", "moves", "show"}) {
    const Result result = Process({"/bin/sh", "-c", "exec \"$0\" \"$1\" - <\"$2\"", ONYX_PROGRAM,
                                   command, folder / "positions"})
                              .wait();
    EXPECT_EQ(result.code, 0) << result;
    EXPECT_EQ(lines_of(result.out).size(), 2U) << result;
    EXPECT_EQ(result.out.find(mark), std::string::npos) << result;
  }
}

}  // namespace
}  // namespace onyx::test
