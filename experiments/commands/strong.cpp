// onyx strong: counts the won, lost and drawn positions of a whole board.
#include "experiments/boards/board_counts.h"
#include "experiments/boards/strong_by_tiers.h"
#include "experiments/boards/tiered_board.h"
#include "experiments/commands/common.h"
#include "experiments/files/certificate_files.h"
#include "experiments/support/machine.h"
#include "solver/certificate/table_writer.h"
#include "solver/engine/tier_run/whole_board.h"

namespace onyx {
namespace {

struct StrongOptions {
  std::string board;
  bool with_distances = false;
  std::string table;
  ByTiers by_tiers;
  Budget budget;
};

/// A position with the greatest distance to the end.
struct Deepest {
  int plies = -1;  ///< -1: no position.
  std::string position;
};

/// The deepest loss at index 0 and the deepest win at index 1: a loss has an even distance.
using DeepestOfEach = std::array<Deepest, 2>;

void note_deepest(const WideBoard<1>& board, const SolvedTier<1>& tier, DeepestOfEach& deepest) {
  for (int plies = static_cast<int>(tier.histogram.size()) - 1; plies >= 0; --plies) {
    Deepest& best = deepest[static_cast<std::size_t>(plies % 2)];
    if (plies <= best.plies || tier.histogram[static_cast<std::size_t>(plies)] == 0) continue;
    const auto found = tier.solver.first_decided_in(plies).value();
    best = {plies, format_position(board, tier.position(found.first, found.second))};
  }
}

Json describe_distances(const WholeBoard& result, const DeepestOfEach& deepest) {
  Json json = {{"max", result.histogram.size() - 1}, {"histogram", result.histogram}};
  for (const bool wins : {true, false}) {
    const auto& [plies, position] = deepest[wins ? 1 : 0];
    if (plies < 0) continue;
    json[wins ? "deepest_win" : "deepest_loss"] = {{"plies", plies}, {"position", position}};
  }
  return json;
}

void print_distances(const WholeBoard& result, const DeepestOfEach& deepest) {
  for (const bool wins : {true, false}) {
    const auto& [plies, position] = deepest[wins ? 1 : 0];
    fmt::print("deepest {}: {} in {}\n", wins ? "win" : "loss", position,
               counted(plies, "ply", "plies"));
  }
  fmt::print("plies  positions\n");
  for (std::size_t plies = 0; plies < result.histogram.size(); ++plies) {
    fmt::print("{:5}  {}\n", plies, result.histogram[plies]);
  }
}

/// Returns advice on how to use less memory, or "".
std::string advice_for_less(BoardSize size, const StrongOptions& options, double needed) {
  if (point_count(size) > kMostWholeBoardPoints || !options.table.empty() ||
      options.with_distances) {
    return "";
  }
  const TieredNeeds tiers = tiered_needs(size);
  if (tiers.memory_bytes >= needed) return "";
  return fmt::format("; with --tiers FOLDER it needs {}, and at most {} of disk",
                     in_units(tiers.memory_bytes), in_units(tiers.disk_bytes));
}

/// If the board is too large for the memory, prints a message and returns true.
bool is_too_large(BoardSize size, bool with_distances, const StrongOptions& options, bool as_json) {
  const double needed = whole_board_bytes(size, with_distances);
  const auto available = static_cast<double>(available_memory());
  const std::string text = obstacle(size, needed, available);
  if (text.empty()) return false;
  give_up(size, "memory", {{"needed_bytes", needed}, {"available_bytes", available}}, as_json,
          fmt::format("onyx strong: {}{}", text, advice_for_less(size, options, needed)));
  return true;
}

struct SolvedBoard {
  WholeBoard board;
  DeepestOfEach deepest;
  std::uint64_t table_bytes = 0;
  Reached reached;
  double seconds = 0;
};

SolvedBoard solve_board(BoardSize size, const StrongOptions& options,
                        const WholeBoardSettings& settings, NewFile* table_file) {
  SolvedBoard result;
  const InterruptScope interrupt;
  Progress progress("strong");
  Stop stop{.interrupt = interrupt.flag()};
  stop.progress = [&](const Reached& now) {
    result.reached = now;
    progress.update([&] {
      const auto done = static_cast<double>(now.done);
      const auto tiers = static_cast<double>(now.known);
      const auto slots = static_cast<double>(slot_count(size));
      const double elapsed = std::max(progress.seconds(), 1e-3);
      return fmt::format("{} of {} tiers, {} positions/s{}", now.done, now.known,
                         short_number(slots / tiers * done / elapsed),
                         time_left(tiers - done, done / elapsed));
    });
  };
  // A board that fits into the memory has at most 64 places.
  const WideBoard<1> board(size);
  std::optional<table::Writer<1>> writer;
  if (table_file != nullptr) {
    writer.emplace(board, kVersion, writer_to(*table_file), settings.threads);
  }
  const auto visit = [&](const SolvedTier<1>& tier) {
    if (options.with_distances) note_deepest(board, tier, result.deepest);
    if (writer) writer->add(tier);
  };
  result.board = solve_whole_board<1>(board, settings, visit, stop);
  if (writer && result.board.end == End::complete) {
    writer->finish(result.board.counts.both());
    result.table_bytes = writer->file_bytes();
    table_file->finish();
  }
  result.seconds = progress.seconds();
  return result;
}

void print_as_json(BoardSize size, const StrongOptions& options, const SolvedBoard& solved) {
  Json json = counts_json(size, solved.board.counts);
  json.update({{"sweeps", solved.board.most_sweeps},
               {"vectors", tier::kernel().name},
               {"peak_bytes", solved.board.peak_bytes},
               {"seconds", solved.seconds}});
  if (!options.table.empty()) {
    json["table"] = options.table;
    json["table_bytes"] = solved.table_bytes;
  }
  if (options.with_distances) json["distance"] = describe_distances(solved.board, solved.deepest);
  print_json(json);
}

void print_as_text(const StrongOptions& options, const SolvedBoard& solved) {
  fmt::print("{}time: {:.3f} s\n", counts_text(solved.board.counts), solved.seconds);
  if (!options.table.empty()) {
    fmt::print("table: {}, {}\n", shown(options.table),
               in_units(static_cast<double>(solved.table_bytes)));
  }
  if (options.with_distances) print_distances(solved.board, solved.deepest);
}

int run(const StrongOptions& options, const Globals& globals) {
  const BoardSize size = parse_board_size(options.board);
  if (!options.by_tiers.folder.empty()) {
    return strong_by_tiers(size, options.by_tiers, options.budget, globals);
  }
  // A table without distances could not be checked.
  const bool with_distances = options.with_distances || !options.table.empty();
  if (is_too_large(size, with_distances, options, globals.json)) return exit_code::kLimit;
  refuse_if(!options.table.empty() && point_count(size) > table::kMostPoints,
            "a table holds boards of at most {} points, and {} has {}", table::kMostPoints,
            options.board, point_count(size));
  std::optional<NewFile> table_file;
  if (!options.table.empty()) table_file.emplace(options.table);
  const SolvedBoard solved = solve_board(size, options, {Threads::all, with_distances},
                                         table_file ? &*table_file : nullptr);
  if (solved.board.end != End::complete) {
    const std::uint64_t tiers = solved.reached.done;
    return give_up(
        size, "interrupted", {{"tiers", tiers}, {"seconds", solved.seconds}}, globals.json,
        fmt::format("onyx strong: interrupted after {}", counted(tiers, "tier", "tiers")));
  }
  globals.json ? print_as_json(size, options, solved) : print_as_text(options, solved);
  return exit_code::kDone;
}

}  // namespace

Run declare_strong(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<StrongOptions>();
  app.add_option("BOARD", options->board, "The board, such as 4x4")->required();
  app.add_flag("--distance", options->with_distances,
               "Also find the number of plies to each win and loss: the greatest number, a "
               "histogram, and a longest win and a longest loss");
  add_path(app, "--table", options->table,
           "Write the value and the distance of every position to this file, for onyx query and "
           "onyx check");
  app.option_defaults()->group("Tier by tier");
  CLI::Option* const tiers =
      add_path(app, "--tiers", options->by_tiers.folder,
               "Solve tier by tier in this folder, which stores what later tiers need and the "
               "counts of each tier. After a stop or a kill, the same command continues");
  tiers->excludes(app.get_option("--distance"))->excludes(app.get_option("--table"));
  CLI::Option* const within =
      add_path(app, "--within", options->by_tiers.within,
               "Solve only the tiers in which these midpoints are taken, such as BC12:V,AB45:H")
          ->type_name("MIDPOINTS")
          ->needs(tiers);
  CLI::Option* const level =
      add_number(
          app, "--level", options->by_tiers.level,
          "Solve only the tiers with exactly N midpoints taken; tiers with more must be "
          "solved already. Other runs may solve other tiers of this level in the same folder "
          "at the same time",
          0, kMostWholeBoardPoints)
          ->default_str("all levels")
          ->needs(tiers)
          ->excludes(within);
  app.add_option("--shard", options->by_tiers.shard, "Solve only part I of N of the level")
      ->type_name("I/N")
      ->default_str("1/1")
      ->needs(level);
  app.add_flag("--out-of-core", options->by_tiers.out_of_core,
               "Keep the table of the tier on disk, in the folder of --tiers, and as much of it in "
               "memory as --memory-limit allows")
      ->needs(tiers);
  declare_budget(app, options->budget);
  app.get_option("--memory-limit")->default_str("the free memory")->needs(tiers);
  app.get_option("--time-limit")->needs(tiers);
  app.footer(
      "Counts all legal positions of the board, with V and with H to move, by their value for the "
      "side to move. A position in which the other side is connected is a finished game and a "
      "loss. A position with a cross, or in which the side to move is connected, is illegal.\n\n"
      "A board that does not fit into the memory is refused at once, with exit code 3. A tier is "
      "all positions with the same midpoint stones. onyx-mpi, built where an MPI is found, "
      "spreads each tier over several machines and writes the files of --tiers DIR.");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
