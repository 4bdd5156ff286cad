// onyx estimate: the cycles that it plants, the probabilities of its samples, how it goes back, and
// what it prints of 4x5, where the number is known.
#include "experiments/boards/estimate/estimate.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <set>

#include "core/notation.h"
#include "experiments/boards/estimate/basin.h"
#include "experiments/boards/estimate/proposal.h"
#include "experiments/files/files.h"
#include "solver/graph/solve_graph.h"
#include "solver/proof_games/retro_moves.h"
#include "tests/experiments/program.h"
#include "tests/sanitized.h"

namespace onyx::test {
namespace {

const Path kResults = Path(ONYX_TEST_DIR).parent_path() / "results";
/// A class of 4x5, V to move, and its cycle.
constexpr const char* kStart = "VVHH/V1VV/H1H1/1HVH/VH1V - V";

/// The positions of a cycle of eight every move of which is the only one that does not lose.
std::vector<std::string> cycle_of(const std::string& start) {
  std::vector<std::string> positions;
  std::string position = start;
  for (std::size_t ply = 0; ply < kShortCycle; ++ply) {
    positions.push_back(position);
    const nlohmann::json solved = run_onyx({"solve", "--json", position}).json();
    EXPECT_EQ(solved.at("best_moves").size(), 1U) << position;
    const Result next = run_onyx({"play", position, solved.at("best_moves").at(0)});
    position = next.out.substr(0, next.out.size() - 1);
  }
  EXPECT_EQ(position, start);
  return positions;
}

TEST(ShortCycles, AreAllThatStepByStepSearchFinds) {
  // Every cycle of eight plies among the positions of a crowded corner of 3x4, found move by move.
  const Board<1> board({3, 4});
  const std::vector<ShortCycle<1>> cycles = short_cycles(board);
  ASSERT_FALSE(cycles.empty());
  std::set<std::pair<std::array<Place, kShortCycle>, Position<1>>> planted;
  std::array<Position<1>, kShortCycle> positions;
  Random random = random_for(1, 1);
  std::size_t walked = 0;
  for (std::size_t round = 0; round < 4000; ++round) {
    // The open places at random, so that some cycles run and some do not.
    const ShortCycle<1>& cycle = cycles[below(random, cycles.size())];
    Position<1> start = cycle.stones;
    ((board.points() | board.midpoints()) - cycle.fixed).for_each([&](Place place) {
      const std::uint64_t content = below(random, 3);
      if (content < 2) start.stones[content].add(place);
    });
    // Of all orders in which eight plies lead back, each is one of the list, and just one.
    std::array<Place, kShortCycle> moves{};
    const std::function<void(std::size_t, const Position<1>&)> walk = [&](std::size_t ply,
                                                                          const Position<1>& now) {
      if (ply == kShortCycle) {
        if (now != start) return;
        ++walked;
        if (canonical_start(moves) != 0) return;
        std::size_t found = 0;
        for (const ShortCycle<1>& one : cycles) {
          found += one.moves == moves && one.runs_from(board, start, positions) &&
                           (start.stones[0] & one.fixed) == one.stones.stones[0] &&
                           (start.stones[1] & one.fixed) == one.stones.stones[1]
                       ? 1
                       : 0;
        }
        EXPECT_EQ(found, 1U) << format_position(board, start);
        return;
      }
      // A stone that is put can only go by a capture: at most four more are there than at first.
      if (now.occupied().count() > start.occupied().count() + 4) return;
      (board.points() - now.occupied()).for_each([&](Place place) {
        const Position<1> next = successor(board, now, place);
        if (is_finished(board, next)) return;
        moves[ply] = place;
        walk(ply + 1, next);
      });
    };
    if (round % 100 == 0) walk(0, start);
    if (cycle.runs_from(board, start, positions)) {
      EXPECT_EQ(positions[0], start);
      for (std::size_t i = 0; i + 1 < kShortCycle; ++i) {
        EXPECT_EQ(successor(board, positions[i], cycle.moves[i]), positions[i + 1]);
      }
      planted.emplace(cycle.moves, start);
    }
  }
  EXPECT_GT(planted.size(), 100U);
  EXPECT_GT(walked, 0U);
}

TEST(Proposal, WeightsMakeUpForWhereItLooks) {
  // The number of all starts, 3 to the power of the open places for each cycle, comes out whatever
  // is known.
  const Board<1> board({3, 3});
  const std::vector<ShortCycle<1>> cycles = short_cycles(board);
  ASSERT_FALSE(cycles.empty());
  double all = 0;
  for (const ShortCycle<1>& cycle : cycles) {
    all += std::pow(3, board.place_count() - cycle.fixed.count());
  }
  for (const bool is_known : {false, true}) {
    std::vector<CycleStart<1>> known;
    if (is_known) known = {{0, cycles[0].stones}, {1, cycles[1].stones}, {1, cycles[1].stones}};
    const Proposal<1> proposal(board, cycles, known);
    EXPECT_EQ(proposal.known(), is_known ? 2U : 0U);
    Sums sums;
    constexpr std::uint64_t kSamples = 200'000;
    for (std::uint64_t n = 0; n < kSamples; ++n) {
      Random random = random_for(2, n);
      const CycleStart<1> start = proposal.draw(random);
      const Position<1>& fixed = cycles[start.cycle].stones;
      ASSERT_EQ(start.position.stones[0] & cycles[start.cycle].fixed, fixed.stones[0]);
      sums.add(1 / proposal.probability(start));
    }
    EXPECT_NEAR(sums.mean(kSamples), all, 4 * sums.standard_error(kSamples) + 1e-6 * all);
    EXPECT_LT(sums.standard_error(kSamples), all / 10);
  }
}

/// Moves that keep the draw, of a position all of which is explored; none if somebody wins.
std::size_t moves_that_keep_the_draw(const Board<1>& board, const Position<1>& position) {
  const std::array<Position<1>, 1> roots = {position};
  const GraphSolution<1> solution = solve_graph<1>(board, roots, {});
  EXPECT_EQ(solution.end, End::complete);
  const auto is_draw = [&](StateId state) {
    return solution.solved.outcomes[state].value() == Value::draw;
  };
  const StateGraph<1>& graph = solution.solved.graph;
  if (!is_draw(graph.roots.front())) return 0;
  const auto next = graph.successors(graph.roots.front());
  return static_cast<std::size_t>(std::count_if(next.begin(), next.end(), is_draw));
}

/// Z of a class, exactly: back from it through all predecessors, each decided by the explorer.
double draws_that_lead_to(const Board<1>& board, const std::vector<Position<1>>& states) {
  const std::set<Position<1>> inside(states.begin(), states.end());
  std::map<Position<1>, std::size_t> keeping;
  std::map<Position<1>, double> reached;
  for (const Position<1>& state : states) reached[state] = 1;
  double all = static_cast<double>(states.size());
  while (!reached.empty()) {
    std::map<Position<1>, double> before;
    for (const auto& [position, weight] : reached) {
      for_each_predecessor(board, position, [&, each = weight](const Position<1>& one, Place) {
        if (inside.contains(one)) return;
        const auto [known, is_new] = keeping.try_emplace(one);
        if (is_new) known->second = moves_that_keep_the_draw(board, one);
        if (known->second > 0) before[one] += each / static_cast<double>(known->second);
      });
    }
    for (const auto& [position, weight] : before) all += weight;
    reached = std::move(before);
  }
  return all;
}

TEST(Basin, GuessesFromOneClassWhatLeadsToIt) {
  const Board<1> board({4, 5});
  const std::vector<ShortCycle<1>> cycles = short_cycles(board);
  std::array<Position<1>, kShortCycle> positions;
  const std::vector<std::string> texts = cycle_of(kStart);
  ASSERT_EQ(texts.size(), kShortCycle);
  for (std::size_t i = 0; i < kShortCycle; ++i) positions[i] = parse_position(board, texts[i]);
  Basin<1> basin(board, cycles);
  Sums sums;
  constexpr std::uint64_t kGuesses = 40 / one_in(4U);
  for (std::uint64_t n = 0; n < kGuesses; ++n) {
    Random random = random_for(3, n);
    Stop stop;
    stop.work = 100'000;
    const BasinGuess guess = basin.share_of(positions, random, stop);
    ASSERT_TRUE(guess.is_class);
    EXPECT_EQ(guess.left_undecided, 0U);
    EXPECT_GE(guess.draws, 8);
    sums.add(guess.draws);
  }
  // The class is this cycle alone, and has one start, so that its share is all of Z.
  const double exact = draws_that_lead_to(board, {positions.begin(), positions.end()});
  EXPECT_GT(exact, 8);
  EXPECT_NEAR(sums.mean(kGuesses), exact, 4 * sums.standard_error(kGuesses) + 1e-9 * exact);
  // What is no draw is no class.
  std::reverse(positions.begin(), positions.end());
  positions.front() = parse_position(board, "open:4x5");
  Random random = random_for(3, 1);
  Stop few;
  few.work = 1000;
  EXPECT_FALSE(basin.share_of(positions, random, few).is_class);
}

/// Of the collection of small boards one certificate in sixteen.
class EstimateTest : public testing::Test {
 protected:
  EstimateTest() {
    std::filesystem::create_directory(near_);
    for (const auto& entry : std::filesystem::directory_iterator(kResults / "repetitions/small")) {
      const std::string name = entry.path().filename().string();
      if (name.find("-0") != std::string::npos) std::filesystem::copy(entry.path(), near_);
    }
  }

  nlohmann::json estimate(const std::string& out, const Arguments& more) {
    const Result result = run_onyx(with({"estimate", "4x5", "--json", "--near", near_, "--out",
                                         folder_ / out, "--max-states", "20000", "--learn", "8"},
                                        more));
    EXPECT_EQ(result.code, 0) << result;
    return result.json();
  }

  const TemporaryFolder folder_;
  const std::string near_ = folder_ / "near";
};

TEST_F(EstimateTest, ShardsJoinToTheSame) {
  constexpr int kSamples = 40 / one_in(2);
  const std::string all = std::to_string(kSamples);
  const std::string some = std::to_string(kSamples / 3);
  nlohmann::json whole = estimate("whole", {"--samples", all, "--seed", "5"});
  estimate("parts", {"--samples", all, "--seed", "5", "--shard", "1/2"});
  // In pieces: a run goes on where the one before stopped.
  estimate("parts", {"--samples", some, "--seed", "5", "--shard", "2/2"});
  nlohmann::json parts = estimate("parts", {"--samples", all, "--seed", "5", "--shard", "2/2"});
  EXPECT_EQ(whole.at("samples"), kSamples);
  EXPECT_GT(whole.at("hits"), 0);
  EXPECT_GT(whole.at("learnt"), 0);
  for (const char* key : {"samples", "hits", "given_up", "explored", "known", "learnt"}) {
    EXPECT_EQ(parts.at(key), whole.at(key)) << key;
  }
  for (const char* key : {"estimate", "standard_error", "undecided", "largest_share"}) {
    const double expected = whole.at(key);
    EXPECT_NEAR(parts.at(key), expected, 1e-9 * std::fabs(expected)) << key;
  }
  // Other settings are another estimate.
  const Result other = run_onyx({"estimate", "4x5", "--near", near_, "--samples", all, "--seed",
                                 "5", "--shard", "1/2", "--out", folder_ / "parts"});
  EXPECT_EQ(other.code, 2) << other;
}

// Few samples, so only a coarse look: 39,160 there are.
TEST_F(EstimateTest, AgreesWithTheCensus) {
  if (kIsSanitized) GTEST_SKIP() << "takes long";
  const Result result =
      run_onyx({"estimate", "4x5", "--json", "--near", (kResults / "repetitions/small").string(),
                "--out", folder_ / "out", "--learn", "20", "--samples", "100", "--seed", "1"});
  ASSERT_EQ(result.code, 0) << result;
  const nlohmann::json json = result.json();
  EXPECT_GT(json.at("hits"), 0);
  const double error = json.at("standard_error");
  EXPECT_LT(error, 39'160 / 2);
  EXPECT_NEAR(json.at("estimate"), 39'160, 4 * error);
}

// A pack counts as the file of the same class does.
TEST_F(EstimateTest, TakesPacks) {
  const std::string pack = folder_ / "one.pack";
  ASSERT_EQ(run_onyx({"pack", kStart, "--out", pack}).code, 0);
  const Result result = run_onyx({"estimate", "4x5", "--json", "--near", pack, "--out",
                                  folder_ / "out", "--learn", "0", "--samples", "1"});
  ASSERT_EQ(result.code, 0) << result;
  EXPECT_EQ(result.json().at("known"), 1);
}

// As where a node was cut off, whose task was started elsewhere and has ended there.
TEST_F(EstimateTest, NeverTakesBackWhatAnotherRunHasDone) {
  EstimateSettings settings;
  settings.board = {4, 5};
  settings.samples = 40;
  settings.learn = 0;
  settings.max_states = 1000;
  run_estimate(settings, {}, {}, folder_ / "ended");
  const std::string name = "estimate-4x5-seed1-shard0of1.json";

  std::atomic<bool> is_ended{false};
  EstimateLimits limits;
  limits.stop.interrupt = Interrupt(&is_ended);
  limits.progress = [&](const EstimateTally& tally) {
    if (tally.samples > 1) return;
    std::filesystem::copy_file(Path(folder_ / "ended") / name, Path(folder_ / "late") / name,
                               std::filesystem::copy_options::overwrite_existing);
    is_ended = true;
  };
  const Estimate late = run_estimate(settings, {}, limits, folder_ / "late");
  EXPECT_EQ(late.end, End::interrupted);
  EXPECT_LT(late.shard.samples, 40U);
  EXPECT_EQ(late.joined.samples, 40U);
  EXPECT_EQ(read(Path(folder_ / "late") / name), read(Path(folder_ / "ended") / name));
}

// What is learnt does not depend on where it was stopped: byte for byte the same.
TEST_F(EstimateTest, LearnsTheSameInPieces) {
  const std::vector<std::vector<std::string>> known = {cycle_of(kStart)};
  EstimateSettings settings;
  settings.board = {4, 5};
  settings.samples = 1;
  settings.learn = 10;
  const Estimate whole = run_estimate(settings, known, {}, folder_ / "whole");
  EXPECT_EQ(whole.known, 1U);
  EXPECT_GT(whole.learnt, 5U);

  std::atomic<bool> is_ended{false};
  EstimateLimits limits;
  limits.stop.interrupt = Interrupt(&is_ended);
  // Samples that were under way may still come in, and must not take it back.
  limits.learning = [&](std::uint64_t samples, std::size_t) {
    if (samples % 3 == 0) is_ended = true;
  };
  Estimate parts;
  int runs = 0;
  do {
    is_ended = false;
    parts = run_estimate(settings, known, limits, folder_ / "parts");
  } while (parts.end == End::interrupted && ++runs < 10);
  EXPECT_EQ(parts.end, End::complete);
  EXPECT_GT(runs, 1);
  EXPECT_EQ(parts.learnt, whole.learnt);
  const std::string name = "learnt-4x5-seed1.json";
  const std::string learnt = read(Path(folder_ / "whole") / name);
  EXPECT_EQ(read(Path(folder_ / "parts") / name), learnt);

  // A start that is none of its cycle is not taken.
  std::string forged = learnt;
  const std::size_t cycle = forged.find("\"cycle\": ") + 9;
  forged.replace(cycle, forged.find(',', cycle) - cycle, "0");
  write(Path(folder_ / "whole") / name, forged);
  EXPECT_THROW(run_estimate(settings, known, {}, folder_ / "whole"), FileError);
  write(Path(folder_ / "whole") / name, learnt.substr(0, learnt.size() / 2));
  EXPECT_THROW(run_estimate(settings, known, {}, folder_ / "whole"), FileError);
}

TEST_F(EstimateTest, WithoutAHitThereIsNone) {
  // So few states decide nothing.
  const Arguments without = {"estimate",     "4x5", "--near",  near_, "--out",   folder_ / "out",
                             "--samples",    "1",   "--learn", "1",   "--draws", "1",
                             "--max-states", "1"};
  const nlohmann::json json = run_onyx(with(without, {"--json"})).json();
  ASSERT_EQ(json.at("hits"), 0);
  EXPECT_TRUE(json.at("estimate").is_null());
  EXPECT_TRUE(json.at("standard_error").is_null());
  const Result text = run_onyx(without);
  EXPECT_EQ(text.code, 0) << text;
  EXPECT_TRUE(text.out.starts_with("4x5: nothing hit: no estimate")) << text;
}

TEST_F(EstimateTest, NeedsSomethingKnown) {
  const Result result =
      run_onyx({"estimate", "4x7", "--near", near_, "--samples", "10", "--out", folder_ / "out"});
  EXPECT_EQ(result.code, 2) << result;
  EXPECT_NE(result.err.find("4x7"), std::string::npos) << result;
}

}  // namespace
}  // namespace onyx::test
