// onyx status: shows the progress of searches, of Slurm tasks, or of a board solved tier by tier.
#include "experiments/boards/tier_results.h"
#include "experiments/cluster/submission.h"
#include "experiments/commands/common.h"
#include "experiments/repetition/merge/result_files.h"
#include "solver/engine/tier_run/whole_board.h"

namespace onyx {
namespace {

/// Numbers of tiers. Symmetric tiers count as one.
struct Share {
  std::uint64_t solved = 0;
  std::uint64_t all = 0;
};

/// Returns a share for each number of midpoints taken, from 0.
std::vector<Share> shares_in(const std::filesystem::path& folder, BoardSize size) {
  // Boards of at most kMostWholeBoardPoints points have at most 64 places.
  const WideBoard<1> board(size);
  const TierMap map = map_of(whole_board_task(board));
  const TierResults results(folder, size, map.midpoints());
  const DrawFiles draws(folder, size, map.midpoints());
  std::vector<Share> shares(map.midpoints() + 1);
  for (const TierName& name : map.all()) {
    Share& share = shares[static_cast<std::size_t>(name.taken())];
    ++share.all;
    const auto result = results.load(name);
    share.solved += result && draws.has_all_of(name, *result) ? 1 : 0;
  }
  return shares;
}

/// Prints solved tiers by midpoints taken, and the command that continues. Throws FileError.
void show_tiers(const std::filesystem::path& folder, bool as_json) {
  const BoardSize size = TierResults::board_in(folder);
  const std::vector<Share> shares = shares_in(folder, size);
  Share sum;
  for (const auto& [solved, all] : shares) sum = {sum.solved + solved, sum.all + all};
  const std::string board = format_board_size(size);
  const std::string command =
      fmt::format("onyx strong {} --tiers {}", board, shell_word(folder.string()));
  if (as_json) {
    Json json{{"board", board},       {"folder", folder.string()},    {"tiers", sum.all},
              {"solved", sum.solved}, {"left", sum.all - sum.solved}, {"levels", Json::array()},
              {"command", command}};
    for (std::size_t taken = 0; taken < shares.size(); ++taken) {
      json["levels"].push_back({{"midpoints_taken", taken},
                                {"tiers", shares[taken].all},
                                {"solved", shares[taken].solved}});
    }
    print_json(Json::array({json}));
    return;
  }
  fmt::print("{}, tier by tier: {} of {} tiers solved, {} left\n", board, sum.solved, sum.all,
             sum.all - sum.solved);
  fmt::print("midpoints taken  tiers  solved\n");
  for (std::size_t taken = shares.size(); taken-- > 0;) {
    fmt::print("{:15}  {:5}  {:6}\n", taken, shares[taken].all, shares[taken].solved);
  }
  const bool is_done = sum.solved == sum.all;
  fmt::print("{}: {}\n", is_done ? "the counts are printed by" : "to go on", command);
}

std::vector<ShardResult> shards_in(const std::vector<std::string>& folders) {
  std::vector<ShardResult> shards;
  Progress progress("status");
  ResultFiles files(folders);
  for (auto file = files.next(); file; file = files.next()) {
    if (file->kind == ResultFiles::Kind::checkpoint) shards.push_back(read_shard(file->path));
    progress.update([&] { return counted(shards.size(), "checkpoint", "checkpoints") + " read"; });
  }
  return shards;
}

/// Rates of the current run or, if the shard is not running, of all its runs; unset if unknown.
struct Rates {
  std::optional<double> states_per_second;
  std::optional<double> classes_per_minute;
};

Rates rates_of(const ShardResult& shard) {
  const auto rates = [](const auto& count) -> Rates {
    if (count.seconds <= 0) return {};
    return {static_cast<double>(count.states) / count.seconds,
            static_cast<double>(count.classes) / count.seconds * 60};
  };
  if (state_of(shard) != "running") return rates(shard.content.tally);
  const auto& pace = shard.content.note.pace;
  return pace ? rates(*pace) : Rates{};
}

struct Total {
  SearchTally tally;
  std::size_t finished = 0;
  std::size_t running = 0;
  Rates rates;
  std::optional<double> seconds_left;  // Until the last running shard ends.
};

Total total_of(const Series& series) {
  Total total;
  bool is_end_known = true;
  for (const ShardResult& shard : series.shards) {
    total.tally.positions += shard.content.tally.positions;
    total.tally.states += shard.content.tally.states;
    total.tally.classes += shard.content.tally.classes;
    total.finished += series.lack_of(shard).empty() ? 1 : 0;
    if (state_of(shard) != "running") continue;
    for (const auto rate : {&Rates::states_per_second, &Rates::classes_per_minute}) {
      auto& sum = total.rates.*rate;
      if (const auto more = rates_of(shard).*rate) sum = sum.value_or(0) + *more;
    }
    ++total.running;
    const auto left = seconds_left(shard);
    is_end_known = is_end_known && left;
    if (left) total.seconds_left = std::max(total.seconds_left.value_or(0), *left);
  }
  if (!is_end_known) total.seconds_left.reset();
  return total;
}

Json or_null(std::optional<double> number) { return number ? Json(*number) : nullptr; }

Json shard_to_json(const Series& series, const ShardResult& shard) {
  const SearchTally& tally = shard.content.tally;
  const auto& asked = shard.content.note.asked;
  return {{"shard", counted_number(shard.name)},
          {"state", state_of(shard)},
          {"lacks", series.lack_of(shard)},
          {"file", shard.file.string()},
          {"program", shard.content.program},
          {"settings", shard.content.settings},
          {"next", tally.next},
          {"asked", asked ? Json(*asked) : nullptr},
          {"done", or_null(share_done(shard))},
          {"positions", tally.positions},
          {"given_up", tally.given_up},
          {"states", tally.states},
          {"classes", tally.classes},
          {"states_per_second", or_null(rates_of(shard).states_per_second)},
          {"classes_per_minute", or_null(rates_of(shard).classes_per_minute)},
          {"seconds_left", or_null(seconds_left(shard))},
          {"seconds_since_saved", shard.age}};
}

Json series_to_json(const Series& series) {
  const Total total = total_of(series);
  const auto shards_to_json = [&](const std::vector<ShardResult>& shards) {
    auto json = Json::array();
    for (const ShardResult& shard : shards) json.push_back(shard_to_json(series, shard));
    return json;
  };
  auto missing = Json::array();
  for (const auto& [first, last] : series.missing) missing.push_back({first, last});
  return {{"board", format_board_size(series.name.board)},
          {"seed", series.name.seed},
          {"shards", series.name.shards},
          {"settings", series.settings},
          {"finished", total.finished},
          {"running", total.running},
          {"positions", total.tally.positions},
          {"states", total.tally.states},
          {"classes", total.tally.classes},
          {"states_per_second", or_null(total.rates.states_per_second)},
          {"classes_per_minute", or_null(total.rates.classes_per_minute)},
          {"seconds_left", or_null(total.seconds_left)},
          {"missing_count", series.missing_count},
          {"missing", std::move(missing)},
          {"present", shards_to_json(series.shards)},
          {"other_settings", shards_to_json(series.others)}};
}

std::string or_dash(std::optional<double> number, std::string (*text)(double)) {
  return number ? text(*number) : "-";
}

std::string percentage(double share) { return fmt::format("{:.1f} %", 100 * share); }

constexpr const char* kRow = "{:>10}  {:<9} {:>8} {:>10} {:>9} {:>8} {:>9} {:>12} {:>14}";

void print_row(const ShardResult& shard) {
  const SearchTally& tally = shard.content.tally;
  const std::string folder = shown(shard.file.parent_path().string());
  fmt::print(fmt::runtime(std::string(kRow) + "  {}\n"), number_of(shard), state_of(shard),
             or_dash(share_done(shard), percentage), tally.positions, short_number(tally.states),
             tally.classes, or_dash(rates_of(shard).states_per_second, short_number),
             or_dash(rates_of(shard).classes_per_minute, short_number),
             or_dash(seconds_left(shard), short_time), folder);
}

void print_table(const Series& series) {
  fmt::print("{}: {}\n", title_of(series), series.settings);
  fmt::print(fmt::runtime(std::string(kRow) + "  folder\n"), "shard", "state", "done", "positions",
             "states", "classes", "states/s", "classes/min", "time left");
  for (const ShardResult& shard : series.shards) print_row(shard);
  const Total total = total_of(series);
  fmt::print(fmt::runtime(std::string(kRow) + "\n"), "all", "", "", total.tally.positions,
             short_number(total.tally.states), total.tally.classes,
             or_dash(total.rates.states_per_second, short_number),
             or_dash(total.rates.classes_per_minute, short_number),
             or_dash(total.seconds_left, short_time));
  if (!series.others.empty()) {
    fmt::print("with other settings:\n");
    for (const ShardResult& shard : series.others) print_row(shard);
  }
  fmt::print("{} of {} finished, {} running, {} missing{}\n", total.finished, series.name.shards,
             total.running, series.missing_count,
             series.missing.empty() ? "" : ": number " + to_text(series.missing));
}

int run_status(const std::vector<std::string>& folders, const Globals& globals) {
  if (folders.size() == 1 && is_submission(folders.front())) {
    show_submission(folders.front(), globals.json);
    return exit_code::kDone;
  }
  std::error_code ignored;
  const std::filesystem::path folder = folders.front();
  if (folders.size() == 1 && std::filesystem::exists(folder / TierResults::kFolderFile, ignored)) {
    show_tiers(folders.front(), globals.json);
    return exit_code::kDone;
  }
  const std::vector<Series> all = series_of(shards_in(folders));
  if (all.empty()) throw InputError("no search-*.json in " + in_quotes(folders.front()));
  auto json = Json::array();
  for (const Series& series : all) {
    if (globals.json) {
      json.push_back(series_to_json(series));
    } else {
      if (&series != &all.front()) fmt::print("\n");
      print_table(series);
    }
  }
  if (globals.json) print_json(json);
  return exit_code::kDone;
}

}  // namespace

Run declare_status(CLI::App& app, const Globals& globals) {
  auto folders = std::make_shared<std::vector<std::string>>();
  add_paths(
      app, "DIR", *folders,
      "Folders that searches write, in any depth; or a folder that a job was submitted with, or "
      "one of onyx strong --tiers")
      ->required();
  app.footer(fmt::format(
      "running: the checkpoint was written in the last {} minutes. silent: it is older; the run "
      "was killed, or works on a position that takes long. stopped: the run was interrupted, or "
      "its time was over.\n\n"
      "The rates are of the present run; for a shard that is not running, of all its runs. The "
      "last line adds up the running shards.",
      static_cast<int>(kSilence / 60)));
  return [folders, &globals] { return run_status(*folders, globals); };
}

}  // namespace onyx
