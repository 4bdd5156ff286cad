// Tests onyx reduce: the checker and the plain engine agree that its positions repeat; measures
// never get worse and match their definitions; a seed repeats its result; bad input is refused.

#include <set>

#include "tests/experiments/program.h"
#include "tests/experiments/repetitions.h"
#include "tests/plain/retrograde.h"
#include "tests/plain/rules.h"
#include "tests/sanitized.h"

namespace onyx::test {
namespace {

const Texts kGoals = {"stones", "empty", "arena",   "freedom",
                      "class",  "cycle", "squares", "doubles"};

bool is_to_shrink(const std::string& goal) {
  return goal == "stones" || goal == "empty" || goal == "arena";
}

Arguments reduce_arguments(const std::string& goal, const std::string& steps,
                           const Arguments& more = {}) {
  Arguments arguments = {"--json", "reduce",       kDraw,  "--goal",      goal, "--steps",
                         steps,    "--max-states", "1000", "--max-nodes", "0"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

int count_of(const plain::Position& position, bool midpoints, bool stones) {
  int count = 0;
  for (const plain::Place& place : plain::places(position.width, position.height)) {
    if (place.midpoint && !midpoints) continue;
    count += (position.at(place) != '.') == stones ? 1 : 0;
  }
  return count;
}

// Returns the number of other moves along the cycle that keep the draw, by the plain engine. All
// positions of the cycle must be draws.
int freedom_of(const std::vector<plain::Position>& cycle) {
  const auto entries = plain::solve_from(cycle.front(), 100'000);
  int freedom = 0;
  for (const plain::Position& position : cycle) {
    EXPECT_EQ(entries.at(position).value, plain::Value::kDraw) << position;
    for (const plain::Move& move : plain::legal_moves(position)) {
      freedom += entries.at(plain::play(position, move)).value == plain::Value::kDraw ? 1 : 0;
    }
  }
  return freedom - static_cast<int>(cycle.size());
}

TEST(Reduce, FindsRepeatingPositionsThatAreNoWorse) {
  for (const std::string& goal : kGoals) {
    const TemporaryFolder folder;
    const std::string file = folder / "c.cert.json";
    const Result result = run_onyx(reduce_arguments(goal, "150", {"--certificate", file}));
    ASSERT_EQ(result.code, 0) << result;
    const nlohmann::json json = result.json();
    const nlohmann::json certificate = expect_accepted(file);
    EXPECT_EQ(certificate.at("claim"), "draw");
    EXPECT_EQ(certificate.at("position"), json.at("position"));
    EXPECT_EQ(certificate.at("line").at("cycle"), json.at("cycle"));
    EXPECT_EQ(certificate.at("line").at("prefix").size(), 0U);

    const int before = json.at("before");
    const int after = json.at("after");
    if (is_to_shrink(goal)) {
      EXPECT_LE(after, before) << goal;
    } else {
      EXPECT_GE(after, before) << goal;
    }
    const std::vector<plain::Position> cycle = cycle_of(certificate);
    EXPECT_EQ(json.at("freedom"), freedom_of(cycle)) << goal;
    EXPECT_EQ(json.at("stones"), count_of(cycle.front(), true, true));
    EXPECT_EQ(json.at("empty"), count_of(cycle.front(), false, false));
    if (goal == "cycle") {
      EXPECT_EQ(after, static_cast<int>(cycle.size()));
    } else if (goal == "arena") {
      EXPECT_EQ(after, json.at("arena").at("points").get<int>() +
                           json.at("arena").at("midpoints").get<int>());
    } else if (json.contains(goal)) {
      EXPECT_EQ(json.at(goal), after) << goal;
    }
    EXPECT_EQ(json.at("steps"), 150);
  }
}

// Only the given position is explored. All results come from proof-number search.
TEST(Reduce, SearchesWhereTooMuchCanBeReached) {
  for (const std::string goal : {"stones", "empty", "arena"}) {
    const TemporaryFolder folder;
    const std::string file = folder / "c.cert.json";
    const Result result =
        run_onyx({"--json", "reduce", kDraw, "--goal", goal, "--steps", "60", "--max-states", "1",
                  "--max-nodes", "3000", "--certificate", file});
    ASSERT_EQ(result.code, 0) << result;
    const nlohmann::json json = result.json();
    EXPECT_GT(json.at("repeating"), 0) << result;
    const nlohmann::json certificate = expect_accepted(file);
    EXPECT_EQ(certificate.at("claim"), "draw");
    EXPECT_EQ(certificate.at("position"), json.at("position"));
    EXPECT_EQ(certificate.at("line").at("prefix").size(), 0U);
    const std::vector<plain::Position> cycle = cycle_of(certificate);
    EXPECT_EQ(json.at("stones"), count_of(cycle.front(), true, true));
    EXPECT_EQ(json.at("empty"), count_of(cycle.front(), false, false));
    if (goal != "arena") {
      EXPECT_EQ(json.at(goal), json.at("after")) << goal;
    }
    const Result again = run_onyx({"--json", "reduce", kDraw, "--goal", goal, "--steps", "60",
                                   "--max-states", "1", "--max-nodes", "3000"});
    EXPECT_EQ(again.json().at("position"), json.at("position")) << "the same seed, the same result";
  }
}

// Proof-number search finds some cycle, but these goals need a particular cycle.
TEST(Reduce, ExploresWhereACertainCycleIsAskedFor) {
  for (const std::string goal : {"class", "freedom", "cycle", "squares", "doubles"}) {
    const Result result = run_onyx({"--json", "reduce", kDraw, "--goal", goal, "--steps", "30",
                                    "--max-states", "1", "--max-nodes", "3000"});
    ASSERT_EQ(result.code, 0) << result;
    EXPECT_EQ(result.json().at("solved"), 0) << goal;
    EXPECT_GT(result.json().at("passed_over"), 0) << goal;
  }
}

TEST(Reduce, MakesProgress) {
  const auto after = [](const std::string& goal) {
    const Result result = run_onyx({"--json", "reduce", kDraw, "--goal", goal, "--steps", "500",
                                    "--max-states", "4000", "--max-nodes", "0"});
    return result.json().at("after").get<int>();
  };
  EXPECT_LT(after("stones"), 21);
  EXPECT_LT(after("empty"), 3);
  EXPECT_LT(after("arena"), 13);
}

// A class of 23 positions. Some are on no cycle of 8 plies.
TEST(Reduce, MeasuresAClassWithManyCycles) {
  const std::string position = "VH1HH/VVHVH/H1HVV/VH2V/VV1VV/HHHVH - V";
  for (const auto& [goal, measure] :
       std::vector<std::pair<std::string, int>>{{"class", 23}, {"squares", 3}, {"doubles", 0}}) {
    const Result result = run_onyx({"--json", "reduce", position, "--goal", goal, "--steps", "0"});
    EXPECT_EQ(result.json().at("after"), measure) << result;
  }
  const TemporaryFolder folder;
  const std::string file = folder / "c.cert.json";
  const Result result = run_onyx(
      {"--json", "reduce", position, "--goal", "cycle", "--steps", "0", "--certificate", file});
  EXPECT_EQ(result.code, 0) << result;
  const std::vector<plain::Position> cycle = cycle_of(expect_accepted(file));
  EXPECT_EQ(cycle.size(), 20U);
  EXPECT_EQ(result.json().at("after"), 20);
  if (!kIsSanitized) {
    EXPECT_EQ(result.json().at("freedom"), freedom_of(cycle)) << "the plain engine takes long";
  }
}

TEST(Reduce, WithoutStepsItMeasures) {
  const nlohmann::json json = run_onyx(reduce_arguments("arena", "0")).json();
  EXPECT_EQ(json.at("position"), kDraw);
  EXPECT_EQ(json.at("before"), 13);
  EXPECT_EQ(json.at("after"), 13);
  const nlohmann::json stones = run_onyx(reduce_arguments("stones", "0")).json();
  EXPECT_EQ(stones.at("before"), 22);
  EXPECT_EQ(stones.at("after"), 21);
}

TEST(Reduce, TheSameSeedFindsTheSame) {
  const auto found = [](const std::string& seed) {
    nlohmann::json json = run_onyx(reduce_arguments("stones", "100", {"--seed", seed})).json();
    json.erase("seconds");
    return json;
  };
  const nlohmann::json first = found("5");
  EXPECT_EQ(found("5"), first);
  EXPECT_NE(found("6"), first);
}

TEST(Reduce, AsText) {
  const Result result = run_onyx({"reduce", kDraw, "--goal", "arena", "--steps", "0"});
  EXPECT_EQ(result.code, 0) << result;
  const Texts lines = lines_of(result.out);
  ASSERT_GE(lines.size(), 4U);
  EXPECT_EQ(lines[0], kDraw);
  EXPECT_EQ(lines[1], "arena: 13, before: 13");
  EXPECT_EQ(lines[2], "cycle: B3* B4 C2 C3* D3* D2 C4 C3* (8 plies), freedom 0");
}

TEST(Reduce, ReportsAPositionThatDoesNotRepeat) {
  const Result won = run_onyx({"reduce", "open:3x3"});
  EXPECT_EQ(won.code, 1) << won;
  EXPECT_EQ(won.out, "not repeating: V wins\n");
  const Result drawn = run_onyx({"reduce", "HVHHH/H1HVV/V1V1V/VV1VV/HHHVH - V"});
  EXPECT_EQ(drawn.code, 1) << drawn;
  EXPECT_EQ(drawn.out, "not on a cycle: it is a draw, but play does not return to it\n");
  const Result over = run_onyx({"reduce", "1V1/HV1/1VH - H", "--json"});
  EXPECT_EQ(over.code, 1) << over;
  EXPECT_EQ(over.json().at("answer"), "not repeating");
}

TEST(Reduce, EndsAtItsLimits) {
  const Result large = run_onyx({"reduce", "open:8x8", "--memory-limit", "10M", "--json"});
  EXPECT_EQ(large.code, 3) << large;
  EXPECT_EQ(large.json().at("answer"), "unknown");
  const Result timed =
      run_onyx({"reduce", kDraw, "--time-limit", "0.2", "--max-states", "1000", "--json"});
  EXPECT_EQ(timed.code, 0) << timed;
  EXPECT_GT(timed.json().at("steps"), 0);
}

TEST(Reduce, PrintsTheBestSoFarWhenInterrupted) {
  Process process(onyx_command({"reduce", kDraw, "--time-limit", "10000", "--json"}));
  process.wait_until_signals_are_caught();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  process.send(SIGINT);
  const Result result = process.wait();
  EXPECT_EQ(result.code, 130) << result;
  EXPECT_LE(result.json().at("after"), 22);
}

TEST(Reduce, RefusesBadInput) {
  expect_refused({"reduce"}, "POSITION");
  expect_refused({"reduce", "open:1x1"}, "1x1");
  expect_refused({"reduce", kDraw, "extra"}, "extra");
  expect_refused({"reduce", kDraw, "--goal", "beauty"}, "beauty");
  expect_refused({"reduce", kDraw, "--goal", ""}, "--goal");
  expect_refused({"reduce", kDraw, "--steps", "-1"}, "--steps");
  expect_refused({"reduce", kDraw, "--max-states", "0"}, "--max-states");
  expect_refused({"reduce", kDraw, "--seed", "x"}, "--seed");
  expect_refused({"reduce", kDraw, "--certificate", ""}, "--certificate");
  expect_refused({"reduce", kDraw, "--certificate", "/proc/c"}, "/proc/c");
}

}  // namespace
}  // namespace onyx::test
