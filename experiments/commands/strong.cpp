// onyx strong: how many positions of a whole board are won, lost and drawn.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <optional>

#include "core/notation.h"
#include "experiments/boards/board_counts.h"
#include "experiments/boards/strong_by_tiers.h"
#include "experiments/boards/strong_limits.h"
#include "experiments/files/files.h"
#include "experiments/files/packed_files.h"
#include "experiments/support/budget.h"
#include "experiments/support/command.h"
#include "experiments/support/counted.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/machine.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"
#include "experiments/support/version.h"
#include "solver/certificate/table_writer.h"
#include "solver/tier_run/whole_board.h"

namespace onyx {
namespace {

struct StrongOptions {
  std::string board;
  bool with_distances = false;
  std::string table;
  ByTiers by_tiers;
  Budget budget;
};

/// Positions as far from the end as any of their kind, as text.
struct Deepest {
  int win_plies = -1;  ///< -1: there is none.
  std::string win;
  int loss_plies = -1;
  std::string loss;
};

template <int W>
void note_deepest(const Board<W>& board, const SolvedTier<W>& tier, Deepest& deepest) {
  for (int plies = static_cast<int>(tier.histogram.size()) - 1; plies >= 0; --plies) {
    const bool is_win = plies % 2 == 1;
    int& best = is_win ? deepest.win_plies : deepest.loss_plies;
    if (plies <= best || tier.histogram[static_cast<std::size_t>(plies)] == 0) continue;
    best = plies;
    const auto found = tier.solver.first_decided_in(plies).value();
    const std::string text = format_position(board, tier.position(found.first, found.second));
    (is_win ? deepest.win : deepest.loss) = text;
  }
}

nlohmann::ordered_json describe_distances(const WholeBoard& result, const Deepest& deepest) {
  nlohmann::ordered_json json;
  json["max"] = result.histogram.size() - 1;
  json["histogram"] = result.histogram;
  const auto add = [&](const char* key, int plies, const std::string& position) {
    if (plies >= 0) json[key] = {{"plies", plies}, {"position", position}};
  };
  add("deepest_win", deepest.win_plies, deepest.win);
  add("deepest_loss", deepest.loss_plies, deepest.loss);
  return json;
}

void print_distances(const WholeBoard& result, const Deepest& deepest) {
  // Every board has both.
  const auto print = [](const char* kind, const std::string& position, int plies) {
    fmt::print("deepest {}: {} in {}\n", kind, position,
               counted(static_cast<std::uint64_t>(plies), "ply", "plies"));
  };
  print("win", deepest.win, deepest.win_plies);
  print("loss", deepest.loss, deepest.loss_plies);
  fmt::print("plies  positions\n");
  for (std::size_t plies = 0; plies < result.histogram.size(); ++plies) {
    fmt::print("{:5}  {}\n", plies, result.histogram[plies]);
  }
}

int run(const StrongOptions& options, const Globals& globals) {
  const BoardSize size = parse_board_size(options.board);
  if (!options.by_tiers.folder.empty()) {
    return strong_by_tiers(size, options.by_tiers, options.budget, globals);
  }
  // A table without distances could not be checked.
  const bool with_distances = options.with_distances || !options.table.empty();
  const double needed = whole_board_bytes(size, with_distances);
  const auto available = static_cast<double>(available_memory());
  if (const std::string text = obstacle(size, needed, available); !text.empty()) {
    if (globals.json) {
      print_unknown(size, "memory", {{"needed_bytes", needed}, {"available_bytes", available}});
    }
    notify("onyx strong: {}", text);
    return exit_code::kLimit;
  }

  if (!options.table.empty() && point_count(size) > table::kMostPoints) {
    throw InputError(fmt::format("a table holds boards of at most {} points, and {} has {}",
                                 table::kMostPoints, options.board, point_count(size)));
  }
  std::optional<NewFile> table_file;
  std::uint64_t table_bytes = 0;
  if (!options.table.empty()) table_file.emplace(options.table);

  const std::uint64_t slots = slot_count(size);
  const InterruptScope interrupt;
  Progress progress("strong");
  Reached reached;
  const WholeBoardSettings settings{Threads::all, with_distances};
  Stop stop;
  stop.interrupt = interrupt.flag();
  stop.progress = [&](const Reached& now) {
    reached = now;
    progress.update([&] {
      const auto done = static_cast<double>(now.done);
      const auto tiers = static_cast<double>(now.known);
      const double elapsed = std::fmax(progress.seconds(), 1e-3);
      return fmt::format("{} of {} tiers, {} positions/s{}", now.done, now.known,
                         short_number(static_cast<double>(slots) / tiers * done / elapsed),
                         time_left(tiers - done, done / elapsed));
    });
  };
  Deepest deepest;
  const WholeBoard result = with_board(size, [&]<int W>(const Board<W>& board) {
    std::optional<table::Writer<W>> writer;
    if (table_file) {
      writer.emplace(board, kVersion, writer_to(*table_file), settings.threads);
    }
    const WholeBoard solved = solve_whole_board<W>(
        board, settings,
        [&](const SolvedTier<W>& tier) {
          if (options.with_distances) note_deepest(board, tier, deepest);
          if (writer) writer->add(tier);
        },
        stop);
    if (writer && solved.end == End::complete) {
      writer->finish(solved.counts.both());
      table_bytes = writer->file_bytes();
    }
    return solved;
  });
  if (table_file && result.end == End::complete) table_file->finish();
  const double seconds = progress.seconds();
  if (result.end != End::complete) {
    if (globals.json) {
      print_unknown(size, "interrupted", {{"tiers", reached.done}, {"seconds", seconds}});
    }
    notify("onyx strong: interrupted after {}", counted(reached.done, "tier", "tiers"));
    return exit_code::kInterrupted;
  }

  const CountsBySide& counts = result.counts;
  if (globals.json) {
    nlohmann::ordered_json json = counts_json(size, counts);
    json["sweeps"] = result.most_sweeps;
    json["vectors"] = tier::sweep_name();
    json["peak_bytes"] = result.peak_bytes;
    json["seconds"] = seconds;
    if (table_file) {
      json["table"] = options.table;
      json["table_bytes"] = table_bytes;
    }
    if (options.with_distances) json["distance"] = describe_distances(result, deepest);
    print_json(json);
    return exit_code::kDone;
  }
  fmt::print("{}time: {:.3f} s\n", counts_text(counts), seconds);
  if (table_file) {
    fmt::print("table: {}, {}\n", shown(options.table), in_units(static_cast<double>(table_bytes)));
  }
  if (options.with_distances) print_distances(result, deepest);
  return exit_code::kDone;
}

}  // namespace

Run declare_strong(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<StrongOptions>();
  app.add_option("BOARD", options->board, "WIDTHxHEIGHT")->required();
  app.add_flag(
      "--distance", options->with_distances,
      "Also in how many plies they are won and lost: the most, a histogram, and a position "
      "of each kind that takes the most");
  add_path(app, "--table", options->table,
           "Write the value and the distance of every position to this file, for onyx query and "
           "onyx check");
  CLI::Option* const tiers =
      add_path(app, "--tiers", options->by_tiers.folder,
               "Solve tier by tier in this folder, which keeps on disk what later tiers need, and "
               "the counts of each tier. When it is stopped or killed, the same command goes on");
  tiers->excludes(app.get_option("--distance"))->excludes(app.get_option("--table"));
  CLI::Option* const within =
      add_path(app, "--within", options->by_tiers.within,
               "Only the tiers in which these midpoints are taken, as BC12:V,AB45:H")
          ->needs(tiers);
  CLI::Option* const level =
      add_number(app, "--level", options->by_tiers.level,
                 "Only the tiers with so many midpoints taken, those with more being solved; other "
                 "runs may do other tiers of the level in the same folder at the same time",
                 0, kMostWholeBoardPoints)
          ->needs(tiers)
          ->excludes(within);
  app.add_option("--shard", options->by_tiers.shard,
                 "Of the level only this part: I/N, I from 0 or 1 to N")
      ->type_name("I/N")
      ->needs(level);
  declare_budget(app, options->budget);
  for (const char* const limit : {"--time-limit", "--memory-limit"}) {
    app.get_option(limit)->needs(tiers);
  }
  app.footer(
      "Counts all legal positions of the board, with V and with H to move, by what they are worth\n"
      "to the side to move. A position in which the other side is connected is a finished game "
      "and\n"
      "a loss; one with a cross, or in which the side to move is connected, is illegal.");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
