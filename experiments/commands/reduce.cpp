// onyx reduce: changes a repeating position into a smaller one, or one with a richer cycle.
#include "experiments/repetition/reduce/reduce.h"

#include <fmt/ranges.h>

#include <cmath>

#include "experiments/commands/common.h"
#include "experiments/files/certificate_files.h"
#include "solver/repetition/arena.h"

namespace onyx {
namespace {

struct ReduceOptions {
  std::vector<std::string> position;
  std::string goal = "stones";
  std::string certificate;
  Budget budget;
  ReduceSettings settings;
};

constexpr std::uint64_t kDefaultSteps = 2'000;

constexpr const char* kExplanation =
    "Goals. stones: fewest stones. empty: fewest empty points. arena: fewest places that can ever "
    "change. freedom: most other non-losing moves met along the shortest cycle through the "
    "position (of several, the one with the fewest). class: most positions in the recurrent class. "
    "cycle: most plies on a forced cycle that meets no position twice. squares: a forced cycle "
    "that captures in most squares. doubles: one with most captures in two squares at once. For "
    "the last three the best cycle that a search within a budget finds in each class is "
    "counted.\n\n"
    "A step changes one or two places of a position on the cycle found best so far, or nearly, and "
    "solves the result. The same seed and steps give the same result.";

std::string progress_line(const ReduceTally& tally, const ReduceOptions& options, double elapsed) {
  double left = INFINITY;
  if (options.budget.seconds >= 0) left = options.budget.seconds - elapsed;
  if (options.settings.steps != UINT64_MAX) {
    const auto missing = static_cast<double>(options.settings.steps - tally.steps);
    left = std::fmin(left, missing / static_cast<double>(tally.steps) * elapsed);
  }
  return fmt::format("{}, {} solved, {} repeating, best {}: {}{}",
                     counted(tally.steps, "step", "steps"), tally.solved, tally.repeating,
                     options.goal, tally.best, std::isfinite(left) ? time_left(left, 1) : "");
}

void print(const Reduction& reduction, const ReduceOptions& options, double seconds, bool as_json) {
  const Position best = parse_position(reduction.certificate.position);
  const auto [points, midpoints, empty] = with_wide(best, [](const auto& board, const auto& wide) {
    const auto arena = arena_of(board, wide);
    return std::array{arena.points.count(), arena.midpoints.count(),
                      (board.points() - wide.occupied()).count()};
  });
  const int stones = best.occupied().count();
  const auto& cycle = reduction.certificate.line->cycle;
  const ReduceTally& tally = reduction.tally;
  if (as_json) {
    Json json = {{"position", reduction.certificate.position},
                 {"goal", options.goal},
                 {"before", *reduction.before},
                 {"after", reduction.best},
                 {"cycle", cycle},
                 {"freedom", reduction.freedom ? Json(*reduction.freedom) : nullptr},
                 {"stones", stones},
                 {"empty", empty},
                 {"arena", {{"points", points}, {"midpoints", midpoints}}},
                 {"steps", tally.steps},
                 {"solved", tally.solved},
                 {"repeating", tally.repeating},
                 {"passed_over", tally.passed_over},
                 {"seconds", seconds}};
    if (!options.certificate.empty()) json["certificate"] = options.certificate;
    print_json(json);
    return;
  }
  fmt::print("{}\n{}: {}, before: {}\n", reduction.certificate.position, options.goal,
             reduction.best, *reduction.before);
  fmt::print("cycle: {} ({}), freedom {}\n", fmt::join(cycle, " "),
             counted(cycle.size(), "ply", "plies"),
             reduction.freedom ? std::to_string(*reduction.freedom) : "not counted");
  fmt::print("stones: {}, empty points: {}, arena: {}\n", stones, empty,
             counted(points + midpoints, "place", "places"));
  fmt::print("{}: {} solved, {} repeating, {} passed over\ntime: {:.3f} s\n",
             counted(tally.steps, "step", "steps"), tally.solved, tally.repeating,
             tally.passed_over, seconds);
  if (!options.certificate.empty()) fmt::print("certificate: {}\n", shown(options.certificate));
}

int run(const ReduceOptions& options, const Globals& globals) {
  const Position position = parse_position(position_from(options.position));
  const std::string canonical = format_position(position);
  const auto refused = [&](const char* answer, const std::string& why, int code) {
    return refuse(answer, why, code, globals, {{"position", canonical}});
  };
  if (is_finished(position)) return refused("not repeating", "the game is over", exit_code::kNo);
  const InterruptScope interrupt;
  if (!options.certificate.empty()) require_writable(options.certificate);
  Progress progress("reduce");
  const Stop stop = stop_for(options.budget, interrupt, progress);
  Reduction reduction = reduce(position, options.settings, stop, [&](const ReduceTally& tally) {
    progress.update([&] { return progress_line(tally, options, progress.seconds()); });
  });
  if (reduction.end != End::complete) {
    notify("onyx reduce: {}", explain(reduction.end, reduction.reached));
    const int code = exit_code_for(reduction.end);
    return globals.json ? refused("unknown", name_of(reduction.end), code) : code;
  }
  if (reduction.winner) {
    return refused("not repeating", name_of(win_of(*reduction.winner)), exit_code::kNo);
  }
  if (!reduction.before) {
    return refused("not on a cycle", "it is a draw, but play does not return to it",
                   exit_code::kNo);
  }
  if (!options.certificate.empty()) {
    reduction.certificate.about["reduced"] = canonical;
    write_file(options.certificate, to_json(signed_by_program(reduction.certificate)));
  }
  print(reduction, options, progress.seconds(), globals.json);
  return interrupt.interrupted() ? exit_code::kInterrupted : exit_code::kDone;
}

}  // namespace

Run declare_reduce(CLI::App& app, const Globals& globals) {
  constexpr const char* kLimits = "Limits";
  auto options = std::make_shared<ReduceOptions>();
  options->settings.max_states = 20'000;
  options->settings.max_nodes = 100'000;
  app.add_option("POSITION", options->position, "A repeating position")->required();
  app.add_option("--goal", options->goal, "What to improve; see below")
      ->check(one_of({std::begin(kGoalNames), std::end(kGoalNames)}))
      ->capture_default_str();
  add_count(app, "--steps", options->settings.steps, "Changes to try", 0)
      ->default_str(std::to_string(kDefaultSteps) + ", or no limit with --time-limit")
      ->group(kLimits);
  add_count(app, "--seed", options->settings.seed, "Seed of the random changes", 0, UINT64_MAX);
  add_count(app, "--max-states", options->settings.max_states,
            "Explore a changed position if at most this many positions can be reached from it", 1)
      ->group(kLimits);
  add_count(
      app, "--max-nodes", options->settings.max_nodes,
      "For larger changes, with the goals stones, empty and arena: positions to expand in a search "
      "for the value; 0 skips these changes",
      0)
      ->group(kLimits);
  add_count(app, "--cycle-budget", options->settings.yardstick.cycle_budget,
            "Moves to look at in the search for the best cycle of a class", 1)
      ->group(kLimits);
  add_path(app, "--certificate", options->certificate, "Write a certificate to this file");
  declare_budget(app, options->budget);
  app.footer(kExplanation);
  return [options, &globals] {
    options->settings.yardstick.goal =
        static_cast<Goal>(std::ranges::find(kGoalNames, options->goal) - std::begin(kGoalNames));
    if (options->settings.steps == UINT64_MAX && options->budget.seconds < 0) {
      options->settings.steps = kDefaultSteps;
    }
    return run(*options, globals);
  };
}

}  // namespace onyx
