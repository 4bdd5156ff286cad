// Compares decisions with the plain engine, on random positions with random options. A failure is
// shrunk before it is printed: to a smaller board, fewer stones and simpler options that still
// fail. ONYX_TRIALS=N and ONYX_TRIALS_SEED=N in the environment set the number of trials and the
// seed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <sstream>

#include "core/position.h"
#include "solver/decide/decide.h"
#include "solver/referee/referee.h"
#include "tests/plain/retrograde.h"
#include "tests/sanitized.h"

namespace onyx {
namespace {

struct Trial {
  plain::Position position;
  DecideOptions options;
  std::uint64_t bytes = UINT64_MAX;
  /// The number of successors that the same Decider decides before the position itself.
  int asked_before = 0;
};

std::string text_of(const Trial& trial) {
  std::ostringstream text;
  text << trial.position << ", " << trial.options.threads << " threads, "
       << (trial.options.only ? name_of(*trial.options.only) : "all engines") << ", first states "
       << trial.options.first_states << ", nodes for distance " << trial.options.nodes_for_distance
       << (trial.options.with_certificates ? ", with certificates" : "") << ", bytes "
       << trial.bytes << ", " << trial.asked_before << " successors asked before";
  return text.str();
}

/// Decides a position. One test uses a version with a planted fault.
using Decide = std::function<Decision(Decider&, const Position&, const Stop&)>;

/// Returns what is wrong with a decision, or "".
std::string fault_of(const plain::Position& position, const plain::Entry& entry,
                     const Decision& decision,
                     const std::function<plain::Entry(const plain::Position&)>& lookup) {
  const bool is_draw = entry.value == plain::Value::kDraw;
  const bool is_win = entry.value == plain::Value::kWin;
  const Claim claim = is_draw                            ? Claim::draw
                      : is_win == (position.side == 'V') ? Claim::v_wins
                                                         : Claim::h_wins;
  const auto number = [](int n) { return std::to_string(n); };
  if (decision.claim != claim) {
    return std::string(name_of(decision.claim)) + " instead of " + name_of(claim);
  }
  const int distance = is_draw ? -1 : entry.distance;
  if (decision.distance >= 0 && decision.distance != distance) {
    return "distance " + number(decision.distance) + " instead of " + number(distance);
  }
  if (decision.distance_at_most >= 0 && (is_draw || decision.distance_at_most < distance)) {
    return "distance at most " + number(decision.distance_at_most) + ", but " + number(distance);
  }
  const Position at = parse_position(plain::to_text(position));
  std::vector<std::string> told;
  for (const Place move : decision.best_moves) told.push_back(format_move(at, move));
  std::vector<std::string> best;
  for (const plain::Move& move : plain::legal_moves(position)) {
    const plain::Entry next = lookup(plain::play(position, move));
    const bool keeps = is_draw ? next.value == plain::Value::kDraw
                               : next.value == (is_win ? plain::Value::kLoss : plain::Value::kWin);
    const bool is_best = keeps && (is_draw || next.distance == entry.distance - 1);
    if (is_best) best.push_back(move.text());
    const bool is_told = std::find(told.begin(), told.end(), move.text()) != told.end();
    if (is_told && !keeps) return "best move " + move.text() + " does not keep the value";
  }
  if (decision.all_best_moves && told != best) return "not the best moves";
  return "";
}

/// Returns what is wrong with the answers, or ""; also "" if the plain engine gives up.
std::string fault_of(const Trial& trial, const Decide& decide) {
  std::map<plain::Position, plain::Entry> entries;
  try {
    entries = plain::solve_from(trial.position, 3'000);
  } catch (const std::length_error&) {
    return "";
  }
  const auto lookup = [&](const plain::Position& position) { return entries.at(position); };
  std::vector<plain::Position> asked;
  for (const plain::Move& move : plain::legal_moves(trial.position)) {
    if (std::ssize(asked) < trial.asked_before) asked.push_back(plain::play(trial.position, move));
  }
  asked.push_back(trial.position);
  Decider decider(parse_position(plain::to_text(trial.position)).board(), trial.options);
  for (const plain::Position& position : asked) {
    const plain::Entry entry = lookup(position);
    // Bounded search never ends on a draw.
    if (trial.options.only == Engine::bounded && entry.value == plain::Value::kDraw) continue;
    Stop stop;
    stop.bytes = trial.bytes;
    const Position at = parse_position(plain::to_text(position));
    const Decision decision = decide(decider, at, stop);
    if (decision.end == End::memory_limit && trial.bytes < UINT64_MAX) continue;
    const std::string where = plain::to_text(position) + ": ";
    if (!decision.is_decided()) return where + name_of(decision.end);
    const std::string fault = fault_of(position, entry, decision, lookup);
    if (!fault.empty()) return where + fault;
    if (!trial.options.with_certificates) continue;
    const auto certificate = decider.certify(at, decision, stop);
    if (!certificate && trial.bytes < UINT64_MAX) continue;
    if (!certificate) return where + "no certificate";
    const auto verdict = referee::check_certificate(to_json(*certificate));
    if (!verdict.accepted) return where + "certificate rejected: " + verdict.text;
  }
  return "";
}

// --- Shrinking -----------------------------------------------------------------------------------

/// Cuts a board of `width` x `height` points, whose lower left is (x, y), out of a position, with
/// its midpoints.
plain::Position part_of(const plain::Position& position, int x, int y, int width, int height) {
  plain::Position part = plain::open_setup(width, height);
  part.side = position.side;
  for (const plain::Place& place : plain::places(width, height)) {
    part.at(place) = position.at({place.midpoint, place.x + x, place.y + y});
  }
  return part;
}

/// Returns all trials that are one step simpler than `trial`.
std::vector<Trial> simpler(const Trial& trial) {
  std::vector<Trial> all;
  const auto add = [&](const auto& change) {
    Trial one = trial;
    change(one);
    if (plain::valid(one.position)) all.push_back(std::move(one));
  };
  const plain::Position& at = trial.position;
  // Removing the first column or row shifts the pattern of squares; removing two preserves it.
  for (const std::pair<int, int>& cut : {std::pair{0, 1}, {1, 1}, {2, 2}}) {
    const int from = cut.first;
    const int lines = cut.second;
    if (at.width - lines >= plain::kMinSize) {
      add([&](Trial& one) { one.position = part_of(at, from, 0, at.width - lines, at.height); });
    }
    if (at.height - lines >= plain::kMinSize) {
      add([&](Trial& one) { one.position = part_of(at, 0, from, at.width, at.height - lines); });
    }
  }
  for (const plain::Place& place : plain::places(at.width, at.height)) {
    if (at.at(place) != '.') add([&](Trial& one) { one.position.at(place) = '.'; });
  }
  const DecideOptions usual;
  if (trial.asked_before > 0) add([](Trial& one) { --one.asked_before; });
  if (trial.options.threads > 1) add([](Trial& one) { one.options.threads = 1; });
  if (trial.bytes < UINT64_MAX) add([](Trial& one) { one.bytes = UINT64_MAX; });
  if (trial.options.first_states != usual.first_states) {
    add([&](Trial& one) { one.options.first_states = usual.first_states; });
  }
  if (trial.options.nodes_for_distance != usual.nodes_for_distance) {
    add([&](Trial& one) { one.options.nodes_for_distance = usual.nodes_for_distance; });
  }
  return all;
}

/// Simplifies a failing trial step by step, while it still fails.
Trial shrunk(Trial trial, const Decide& decide) {
  while (true) {
    const std::vector<Trial> next = simpler(trial);
    const auto failing = std::find_if(
        next.begin(), next.end(), [&](const Trial& one) { return !fault_of(one, decide).empty(); });
    if (failing == next.end()) return trial;
    trial = *failing;
  }
}

// --- Trials --------------------------------------------------------------------------------------

Trial random_trial(plain::Rng& rng) {
  const auto one_of = [&](const auto& choices) {
    return choices[static_cast<std::size_t>(
        plain::random_below(rng, static_cast<int>(std::size(choices))))];
  };
  Trial trial;
  const int width = 2 + plain::random_below(rng, 6);
  const int height = 2 + plain::random_below(rng, 6);
  plain::Crowding crowding;
  crowding.max_empty = plain::random_below(rng, 8);
  crowding.midpoint_percent = plain::random_below(rng, 60);
  crowding.allow_finished = plain::random_below(rng, 10) == 0;
  trial.position = plain::random_crowded_position(width, height, rng, crowding);
  DecideOptions& options = trial.options;
  options.threads = static_cast<std::size_t>(1 + plain::random_below(rng, 2));
  options.with_certificates = plain::random_below(rng, 3) > 0;
  options.first_states = one_of(std::array<std::uint64_t, 4>{0, 1, 100, 2'000});
  options.nodes_for_distance = one_of(std::array<std::uint64_t, 3>{0, 1'000, 1'000'000});
  const std::array<std::optional<Engine>, 6> engines = {std::nullopt,     std::nullopt,
                                                        Engine::explorer, Engine::proof_numbers,
                                                        Engine::bounded,  Engine::arena};
  options.only = one_of(engines);
  // The arena engine is fast only if few points are empty, because then arenas are small.
  if (options.only == Engine::arena && crowding.max_empty > 3) options.only.reset();
  trial.bytes = one_of(std::array<std::uint64_t, 3>{UINT64_MAX, UINT64_MAX, 40 << 20});
  trial.asked_before = plain::random_below(rng, 4);
  return trial;
}

std::uint64_t number_in(const char* variable, std::uint64_t usual) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? usual : std::stoull(text);
}

TEST(Shrinking, NoTrialOfTheEnginesFails) {
  plain::Rng rng(number_in("ONYX_TRIALS_SEED", 56));
  const std::uint64_t trials = number_in("ONYX_TRIALS", test::kIsSanitized ? 40 : 400);
  std::uint64_t decided = 0;
  const Decide counted = [&](Decider& decider, const Position& position, const Stop& stop) {
    ++decided;
    return decider.decide(position, stop);
  };
  for (std::uint64_t i = 0; i < trials; ++i) {
    const Trial trial = random_trial(rng);
    if (fault_of(trial, counted).empty()) continue;
    const Trial least = shrunk(trial, counted);
    FAIL() << text_of(least) << ": " << fault_of(least, counted) << "\nshrunk from "
           << text_of(trial);
  }
  EXPECT_GE(decided, trials);
}

// The planted fault: every position with a stone on a midpoint is called a draw.
TEST(Shrinking, FindsThePlantedFaultAndShrinksIt) {
  const Decide spoiled = [](Decider& decider, const Position& position, const Stop& stop) {
    Decision decision = decider.decide(position, stop);
    const Places all = position.occupied();
    bool has_midpoint = false;
    all.for_each([&](Place place) { has_midpoint |= position.geometry().is_midpoint(place); });
    if (has_midpoint) decision.claim = Claim::draw;
    return decision;
  };
  plain::Rng rng(7);
  for (int i = 0; i < 200; ++i) {
    Trial trial = random_trial(rng);
    if (fault_of(trial, spoiled).empty()) continue;
    const Trial least = shrunk(trial, spoiled);
    // 2x3 and 3x2 are the smallest boards with a midpoint.
    EXPECT_EQ(least.position.width * least.position.height, 6) << text_of(least);
    EXPECT_EQ(parse_position(plain::to_text(least.position)).occupied().count(), 1)
        << text_of(least);
    EXPECT_EQ(least.options.threads, 1U);
    EXPECT_EQ(least.bytes, UINT64_MAX);
    return;
  }
  FAIL() << "the planted fault was not found";
}

}  // namespace
}  // namespace onyx
