// onyx spread: from known repeating positions to all that lie near.
#include "experiments/repetition/find/spread.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "core/base/parallel.h"
#include "core/notation.h"
#include "experiments/files/files.h"
#include "experiments/repetition/describe/proof_source.h"
#include "experiments/support/budget.h"
#include "experiments/support/command.h"
#include "experiments/support/counted.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/position_args.h"
#include "experiments/support/position_lines.h"

namespace onyx {
namespace {

struct SpreadOptions {
  std::string board;
  std::vector<std::string> positions;
  std::vector<std::string> folders;
  std::string out;
  Budget budget;
  SpreadSettings settings;
};

/// The positions that were given, and those of the certificates that were, of this board.
std::vector<std::string> seeds_from(const SpreadOptions& options) {
  std::vector<std::string> seeds;
  if (!options.positions.empty()) {
    PositionLines lines(options.positions);
    while (const auto line = lines.next()) seeds.push_back(position_from({*line}));
  }
  for (const std::string& seed : seeds) {
    if (board_size_of(seed) != options.settings.board) {
      throw InputError(in_quotes(seed) + " is no position of " + options.board);
    }
  }
  const std::vector<std::string> of_proofs = positions_in(options.folders, options.settings.board);
  seeds.insert(seeds.end(), of_proofs.begin(), of_proofs.end());
  return seeds;
}

void print(const SpreadTally& tally, const SpreadOptions& options, double seconds, bool as_json) {
  if (as_json) {
    nlohmann::ordered_json json;
    json["board"] = options.board;
    json["tried"] = tally.tried;
    json["won"] = tally.won;
    json["given_up"] = tally.given_up;
    json["classes"] = tally.classes;
    json["spread"] = tally.spread;
    json["complete"] = tally.end == End::complete;
    json["seconds"] = seconds;
    json["out"] = options.out;
    print_json(json);
    return;
  }
  fmt::print("{} tried ({} with too much reachable and won, {} given up)\n",
             counted(tally.tried, "position", "positions"), tally.won, tally.given_up);
  fmt::print("{} in {}, {} of them spread from\n", counted(tally.classes, "class", "classes"),
             shown(options.out), tally.spread);
}

int run(SpreadOptions& options, const Globals& globals) {
  options.settings.board = parse_board_size(options.board);
  const std::vector<std::string> seeds = seeds_from(options);
  const InterruptScope interrupt;
  Progress progress("spread");
  SpreadLimits limits;
  limits.stop = stop_for_one(options.budget, interrupt, 2 * threads_allowed());
  limits.progress = [&](const SpreadTally& tally) {
    progress.update([&] {
      return fmt::format("{} tried, {:.0f}/s, {} won, {} given up, {} of {} classes spread from",
                         tally.tried, static_cast<double>(tally.tried) / progress.seconds(),
                         tally.won, tally.given_up, tally.spread, tally.classes);
    });
  };
  const SpreadTally tally = run_spread(options.settings, seeds, limits, options.out);
  print(tally, options, progress.seconds(), globals.json);
  if (tally.end == End::complete) return exit_code::kDone;
  notify("onyx spread: {}; the same command goes on", name_of(tally.end));
  return exit_code_for(tally.end);
}

}  // namespace

Run declare_spread(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<SpreadOptions>();
  app.add_option("--board", options->board, "The board, as 6x6")->required()->type_name("WxH");
  app.add_option("POSITION", options->positions,
                 "Known repeating positions; - reads one from each line of standard input");
  add_paths(app, "--from", options->folders,
            "Also start from these certificates, packs, and folders with them, in any depth");
  add_path(app, "--out", options->out,
           "Folder for certificates and the checkpoint; the search also starts from the "
           "certificates that it already holds")
      ->required();
  add_count(app, "--max-states", options->settings.max_states,
            "Explore a change from which at most this many positions can be reached; for larger "
            "ones, search for draws",
            1)
      ->default_str(std::to_string(options->settings.max_states))
      ->group("Limits");
  add_count(app, "--max-nodes", options->settings.max_nodes,
            "Positions to expand for each value in that search; 0 skips these changes")
      ->default_str(std::to_string(options->settings.max_nodes))
      ->group("Limits");
  app.add_flag("--one", options->settings.one_of_each,
               "Change one position of each class, not all positions on its cycle");
  declare_budget(app, options->budget);
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
