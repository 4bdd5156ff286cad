#include "experiments/boards/strong_by_tiers.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <system_error>

#include "core/notation.h"
#include "experiments/boards/board_counts.h"
#include "experiments/boards/tiered_board.h"
#include "experiments/files/files.h"
#include "experiments/support/machine.h"
#include "experiments/support/output.h"
#include "solver/engine/tier/tier_solver.h"
#include "solver/engine/tier_run/whole_board.h"

namespace onyx {
namespace {

struct OutOfCorePlan {
  int top_cells = 0;              ///< The table has 3^top_cells chunks.
  std::uint64_t table_bytes = 0;  ///< Size of the part of the table in memory.
};

double table_bytes_of(BoardSize size) {
  return std::pow(3.0, point_count(size) - tier::kLowCells) *
         static_cast<double>(TierTable::kBytesOfBlock);
}

/// Returns nullopt if no division of the table into chunks fits in `available` bytes.
std::optional<OutOfCorePlan> plan_out_of_core(BoardSize size, double available) {
  const int high_count = point_count(size) - tier::kLowCells;
  const double beside = one_tier_bytes(size) - table_bytes_of(size);
  const double for_table = 2 * (available - beside) / 3;
  if (for_table <= 0 || high_count <= tier::kMiddleCells) return std::nullopt;
  const auto bytes = static_cast<std::uint64_t>(for_table);
  const int top_cells = TierTable::top_cells_for(high_count, bytes);
  return top_cells < 0 ? std::nullopt : std::optional(OutOfCorePlan{top_cells, bytes});
}

void describe_out_of_core(const OutOfCorePlan& plan, Json& json) {
  json["chunks"] = std::llround(std::pow(3.0, plan.top_cells));
  json["table_bytes_in_memory"] = plan.table_bytes;
  std::ifstream counters("/proc/self/io");
  std::string key;
  std::uint64_t bytes = 0;
  while (counters >> key >> bytes) {
    if (key == "read_bytes:") json["disk_read_bytes"] = bytes;
    if (key == "write_bytes:") json["disk_written_bytes"] = bytes;
  }
}

void print_result(BoardSize size, const TieredBoard& result, double seconds, bool as_json,
                  const TierHost& host) {
  const CountsBySide& counts = result.counts;
  if (!as_json) {
    fmt::print("{}time: {:.3f} s\ntiers: {}\n", counts_text(counts), seconds, shown(result.list));
    if (result.unlisted_draws > 0) {
      fmt::print("draws not listed in a file: {}, of tiers that have more than {}\n",
                 result.unlisted_draws, kMostTierDraws);
    }
    if (!result.draws.empty()) fmt::print("stones  draws  with the right side to move\n");
    for (const auto& [stones, draws] : result.draws) {
      fmt::print("{:6}  {}  {}\n", stones, draws.draws, draws.right_side);
    }
    for (const auto& [stones, draws] : result.draws) {
      for (const std::string& position : draws.sample) fmt::print("drawn: {}\n", position);
    }
    return;
  }
  Json json = counts_json(size, counts);
  json.update({{"vectors", tier::kernel().name},
               {"peak_bytes", result.peak_bytes},
               {"peak_disk_bytes", result.peak_disk_bytes},
               {"seconds", seconds},
               {"tiers", result.list.string()},
               {"tiers_solved", result.progress.done}});
  if (counts.both().draws > 0) {
    json["unlisted_draws"] = result.unlisted_draws;
    json["draws_by_stones"] = draws_json(result.draws);
  }
  if (host.describe) host.describe(json);
  print_json(json);
}

std::string tiers_line(const TieredProgress& now, double slots_of_tier, double elapsed) {
  const auto done = static_cast<double>(now.done);
  const auto left = static_cast<double>(now.total - now.done);
  if (now.done == 0) return fmt::format("0 of {} tiers", now.total);
  return fmt::format("{} of {} tiers, {} positions/s{}", now.done, now.total,
                     short_number(slots_of_tier * done / elapsed), time_left(left, done / elapsed));
}

TierName tier_with(BoardSize size, const std::string& midpoints) {
  const WideBoard<1> board(size);
  std::string rows = std::to_string(size.width);
  for (int i = 1; i < size.height; ++i) rows += "/" + std::to_string(size.width);
  const WidePosition<1> position = parse_position(board, rows + " " + midpoints + " V");
  TierName tier;
  for (std::size_t player = 0; player < 2; ++player) {
    tier.owned[player] =
        static_cast<std::uint32_t>(position.stones[player].words()[0] >> point_count(size));
  }
  return tier;
}

double available_for(const Budget& budget) {
  const auto available = static_cast<double>(available_memory());
  return budget.bytes > 0 ? std::min(available, static_cast<double>(budget.bytes)) : available;
}

/// Returns the needs, or prints a message and returns nullopt if there is too little memory.
std::optional<TieredNeeds> needs_met(BoardSize size, const Budget& budget, const Globals& globals,
                                     const TierHost& host) {
  const bool is_small = point_count(size) <= kMostWholeBoardPoints;
  TieredNeeds needs = is_small ? tiered_needs(size) : TieredNeeds{one_tier_bytes(size), 0};
  if (host.engine != nullptr) {
    needs.memory_bytes = host.memory_bytes;
    return needs;
  }
  const double available = available_for(budget);
  const std::string text = obstacle(size, needs.memory_bytes, available);
  if (text.empty()) return needs;
  give_up(size, "memory", {{"needed_bytes", needs.memory_bytes}, {"available_bytes", available}},
          globals.json, fmt::format("{}: {}", host.program, text));
  return std::nullopt;
}

int tell_unfinished(BoardSize size, const TieredProgress& reached, bool was_interrupted,
                    double seconds, bool as_json, const TierHost& host) {
  const auto left = reached.total - reached.done;
  return give_up(
      size, was_interrupted ? "interrupted" : "time",
      {{"tiers", reached.done}, {"tiers_left", left}, {"seconds", seconds}}, as_json,
      fmt::format("{}: {} after {}, with {} left; the same command continues", host.program,
                  was_interrupted ? "interrupted" : "the time limit was reached",
                  counted(reached.done, "tier", "tiers"), left));
}

int strong_out_of_core(BoardSize size, ByTiers tiers, const Budget& budget,
                       const Globals& globals) {
  tiers.out_of_core = false;
  const double available = available_for(budget);
  std::optional<OutOfCorePlan> plan;
  if (point_count(size) <= kMostWholeBoardPoints) plan = plan_out_of_core(size, available);
  if (!plan) {
    return give_up(
        size, "memory", {{"available_bytes", available}}, globals.json,
        fmt::format("onyx strong: {} of memory are not enough for the chunks of {}, or the board "
                    "has too few points to be cut into chunks; leave out --out-of-core",
                    in_units(available), format_board_size(size)));
  }
  std::unique_ptr<TierSolver> solver;
  try {
    prepare_folder(tiers.folder);
    solver = std::make_unique<TierSolver>(point_count(size), plan->top_cells,
                                          OutOfCore{tiers.folder, plan->table_bytes});
  } catch (const std::system_error& error) {
    const double needed = table_bytes_of(size);
    return give_up(size, "disk", {{"needed_disk_bytes", needed}}, globals.json,
                   fmt::format("onyx strong: {}; the table of a tier takes {}", error.what(),
                               in_units(needed)));
  }
  TierHost host;
  host.engine = solver.get();
  host.memory_bytes = available;
  host.describe = [&](Json& json) { describe_out_of_core(*plan, json); };
  return strong_by_tiers(size, tiers, budget, globals, host);
}

}  // namespace

int strong_by_tiers(BoardSize size, const ByTiers& tiers, const Budget& budget,
                    const Globals& globals, const TierHost& host) {
  if (tiers.out_of_core) return strong_out_of_core(size, tiers, budget, globals);
  const auto needs = needs_met(size, budget, globals, host);
  if (!needs) return exit_code::kLimit;
  TieredRun run;
  run.folder = tiers.folder;
  if (!tiers.within.empty()) run.within = tier_with(size, tiers.within);
  refuse_if(tiers.level > midpoint_count(size), "--level {}: {} has {} midpoints", tiers.level,
            format_board_size(size), midpoint_count(size));
  if (tiers.level >= 0) {
    run.part = {static_cast<std::size_t>(tiers.level),
                tiers.shard.empty() ? Shard{} : parse_shard(tiers.shard)};
  }
  const InterruptScope interrupt;
  Progress progress(host.label);
  const auto is_late = [&] { return budget.seconds >= 0 && progress.seconds() >= budget.seconds; };
  const double slots_of_tier = 2 * std::pow(3.0, point_count(size));
  TieredProgress reached;
  run.engine = host.engine;
  run.should_stop = [&] {
    progress.update(
        [&] { return tiers_line(reached, slots_of_tier, std::fmax(progress.seconds(), 1e-3)); });
    return interrupt.interrupted() || is_late();
  };
  run.progress = [&](const TieredProgress& now) {
    if (now.done == 0 && now.total > 0) {
      notify("{}: {} to solve; {} of memory, and on disk at most {}", host.program,
             counted(now.total, "tier", "tiers"), in_units(needs->memory_bytes),
             in_units(needs->disk_bytes));
    }
    reached = now;
  };
  run.warn = [&](const std::string& text) { notify("{}: {}", host.program, text); };
  TieredBoard result;
  try {
    result = solve_tiered_board(size, run);
  } catch (const NoRoom& no_room) {
    return give_up(size, "disk", {{"most_disk_bytes", needs->disk_bytes}}, globals.json,
                   fmt::format("{}: {}", host.program, no_room.what()));
  }
  const double seconds = progress.seconds();
  if (!result.is_complete) {
    // Without an interrupt or a deadline here, another rank must have been interrupted.
    const bool was_interrupted = interrupt.interrupted() || !is_late();
    return tell_unfinished(size, reached, was_interrupted, seconds, globals.json, host);
  }
  if (!run.part) {
    print_result(size, result, seconds, globals.json, host);
  } else if (globals.json) {
    print_json({{"board", format_board_size(size)},
                {"level", tiers.level},
                {"tiers_solved", result.progress.done},
                {"peak_bytes", result.peak_bytes},
                {"peak_disk_bytes", result.peak_disk_bytes},
                {"seconds", seconds}});
  } else {
    fmt::print("tiers solved: {}\ntime: {:.3f} s\n", result.progress.done, seconds);
  }
  return exit_code::kDone;
}

}  // namespace onyx
