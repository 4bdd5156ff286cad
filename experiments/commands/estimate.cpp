// onyx estimate: how many positions of a board repeat, where they are too many to count.
#include "experiments/boards/estimate/estimate.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <utility>

#include "core/base/parallel.h"
#include "core/base/stopwatch.h"
#include "core/notation.h"
#include "experiments/repetition/describe/class_record.h"
#include "experiments/repetition/describe/proof_cycle.h"
#include "experiments/support/budget.h"
#include "experiments/support/command.h"
#include "experiments/support/counted.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"

namespace onyx {
namespace {

struct EstimateOptions {
  std::string board;
  std::vector<std::string> folders;
  std::string shard = "1/1";
  std::string out;
  Budget budget;
  EstimateSettings settings;
};

/// How fast samples of one kind come, of those of this run: learning and drawing have each their
/// own.
class Pace {
 public:
  /// A second, since it was asked first; `done` counts what earlier runs did, too.
  double rate(std::uint64_t done) {
    if (!first_) first_.emplace(done, Stopwatch());
    const auto& [before, since] = *first_;
    return done > before ? static_cast<double>(done - before) / since.seconds() : 0;
  }

 private:
  std::optional<std::pair<std::uint64_t, Stopwatch>> first_;
};

/// The cycles of the certificates of draws of this board.
std::vector<std::vector<std::string>> known_cycles(const EstimateOptions& options,
                                                   const Stop& stop) {
  std::vector<std::vector<std::string>> known;
  for (const ProofSource& proof : proofs_in(options.folders)) {
    if (board_size_of(proof.position()) != options.settings.board) continue;
    std::vector<std::string> cycle = cycle_positions_of(proof, stop);
    if (!cycle.empty()) known.push_back(std::move(cycle));
  }
  if (known.empty()) {
    throw InputError("there is no certificate of a draw of " + options.board +
                     " among these; onyx search finds some");
  }
  return known;
}

/// Of the largest sample in the sum.
double largest_share(const EstimateTally& tally) {
  return tally.repeating.values > 0 ? tally.largest / tally.repeating.values : 0;
}

nlohmann::ordered_json json_of(const EstimateOptions& options, const Estimate& estimate,
                               double seconds) {
  const EstimateTally& tally = estimate.joined;
  // Without a hit nothing is known, and the sums of nothing look like an answer.
  const auto if_hit = [&](double number) -> nlohmann::ordered_json {
    if (tally.hits == 0) return nullptr;
    return number;
  };
  return {{"board", options.board},
          {"estimate", if_hit(tally.repeating.mean(tally.samples))},
          {"standard_error", if_hit(tally.repeating.standard_error(tally.samples))},
          {"undecided", tally.undecided.mean(tally.samples)},
          {"undecided_standard_error", tally.undecided.standard_error(tally.samples)},
          {"samples", tally.samples},
          {"hits", tally.hits},
          {"given_up", tally.given_up},
          {"explored", tally.explored},
          {"largest_share", if_hit(largest_share(tally))},
          {"known", estimate.known},
          {"learnt", estimate.learnt},
          {"seed", options.settings.seed},
          {"shard", options.shard},
          {"shard_samples", estimate.shard.samples},
          {"complete", estimate.end == End::complete},
          {"seconds", seconds},
          {"out", options.out}};
}

void print(const EstimateOptions& options, const Estimate& estimate, double seconds) {
  const EstimateTally& tally = estimate.joined;
  if (tally.hits == 0) {
    fmt::print("{}: nothing hit: no estimate; draw more samples\n", options.board);
  } else {
    fmt::print("{}: {:.4g} repeating positions, standard error {:.2g}\n", options.board,
               tally.repeating.mean(tally.samples), tally.repeating.standard_error(tally.samples));
  }
  if (tally.given_up > 0) {
    fmt::print("undecided: about {:.2g} more if all of that repeats, standard error {:.2g}\n",
               tally.undecided.mean(tally.samples), tally.undecided.standard_error(tally.samples));
  }
  const std::string largest =
      tally.hits == 0
          ? ""
          : fmt::format("; the largest sample is {:.0f} % of all", 100 * largest_share(tally));
  fmt::print("{}, {}, {} given up, near {} known starts of cycles and {} learnt{}\n",
             counted(tally.samples, "sample", "samples"), counted(tally.hits, "hit", "hits"),
             tally.given_up, estimate.known, estimate.learnt, largest);
  fmt::print("time: {:.3f} s\n", seconds);
}

int run(EstimateOptions& options, const Globals& globals) {
  EstimateSettings& settings = options.settings;
  settings.board = parse_board_size(options.board);
  settings.shard = parse_shard(options.shard);
  const InterruptScope interrupt;
  Stop reading;
  reading.interrupt = interrupt.flag();
  reading.work = kMostRecordedStates;
  const std::vector<std::vector<std::string>> known = known_cycles(options, reading);
  Progress progress("estimate");
  EstimateLimits limits;
  limits.stop = stop_for_one(options.budget, interrupt, threads_allowed());
  const std::uint64_t all = settings.samples / settings.shard.count;
  Pace drawing;
  limits.progress = [&](const EstimateTally& tally) {
    const double rate = drawing.rate(tally.samples);
    progress.update([&] {
      return fmt::format(
          "{} of about {} samples, {:.1f}/s{}, {} hits{}", tally.samples, all, rate,
          time_left(static_cast<double>(all) - static_cast<double>(tally.samples), rate),
          tally.hits,
          tally.hits == 0 ? ""
                          : fmt::format(", {:.4g} +- {:.2g}", tally.repeating.mean(tally.samples),
                                        tally.repeating.standard_error(tally.samples)));
    });
  };
  Pace learning;
  limits.learning = [&](std::uint64_t samples, std::size_t found) {
    const double rate = learning.rate(samples);
    progress.update([&] {
      return fmt::format("learning: {} of {} samples, {:.1f}/s{}, {} starts", samples,
                         settings.learn, rate,
                         time_left(static_cast<double>(settings.learn - samples), rate), found);
    });
  };
  const Estimate estimate = run_estimate(settings, known, limits, options.out);
  if (globals.json) {
    print_json(json_of(options, estimate, progress.seconds()));
  } else {
    print(options, estimate, progress.seconds());
  }
  if (estimate.end == End::complete) return exit_code::kDone;
  notify("onyx estimate: {}; the same command goes on", name_of(estimate.end));
  return exit_code_for(estimate.end);
}

}  // namespace

Run declare_estimate(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<EstimateOptions>();
  app.add_option("BOARD", options->board, "WIDTHxHEIGHT")->required();
  add_paths(
      app, "--near", options->folders,
      "Certificates, packs, and folders with them, in any depth, near whose positions samples "
      "are drawn")
      ->required();
  add_count(app, "--samples", options->settings.samples, "Samples to draw, all shards together", 1)
      ->required();
  add_count(app, "--seed", options->settings.seed, "Which random samples", 0, UINT64_MAX)
      ->default_str("1");
  app.add_option("--shard", options->shard,
                 "I/N: take every N-th sample; the estimate is of all "
                 "shards in the folder")
      ->capture_default_str();
  add_path(app, "--out", options->out, "Folder for the checkpoint")->required();
  add_count(app, "--draws", options->settings.draws,
            "Draws of a sample; on large boards, where one takes minutes, fewer", 1, 1'000'000)
      ->default_str(std::to_string(options->settings.draws));
  add_count(app, "--learn", options->settings.learn,
            "Samples to find more such positions with, before those that count")
      ->default_str(std::to_string(options->settings.learn));
  add_count(app, "--max-states", options->settings.max_states,
            "Give a position up when the search of its value visits more than this", 1)
      ->default_str(std::to_string(options->settings.max_states));
  declare_budget(app, options->budget);
  app.footer(
      "Cycles of eight plies are planted in random surroundings, near known ones and elsewhere,\n"
      "with known probabilities, and weighted by them: so the estimate has no bias, whatever is\n"
      "known. A sample is a thousand of them, or --draws. What was too large to decide counts as\n"
      "not repeating.");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
