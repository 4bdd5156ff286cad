// onyx search: looks for repeating positions and writes a certificate for each new class.
#include "experiments/repetition/find/search.h"

#include "experiments/commands/common.h"
#include "experiments/files/proof_source.h"
#include "experiments/repetition/find/search_checkpoint.h"
#include "experiments/repetition/merge/result_files.h"
#include "experiments/support/machine.h"

namespace onyx {
namespace {

struct SearchOptions {
  std::string board;
  double seconds = -1;
  std::uint64_t positions = 0;
  std::uint64_t bytes = 0;  ///< 0: four fifths of the available memory
  std::string shard = "1/1";
  std::string folder;
  std::vector<std::string> known;
  SearchLimits limits;
  SearchSettings settings;
};

/// Returns the sorted positions of `--from` on this board, unchecked: the search needs no proofs.
std::vector<std::string> known_classes(const SearchOptions& options, BoardSize size) {
  const auto out = resolved(options.folder);
  for (const std::string& path : options.known) {
    const auto from = resolved(path);
    refuse_if(std::mismatch(from.begin(), from.end(), out.begin(), out.end()).first == from.end(),
              "--out is inside {}, where the search starts; its results would change the start",
              in_quotes(path));
  }
  const std::set<std::string> classes = positions_in(options.known, size);
  refuse_if(classes.empty(), "there is no certificate of {} among the files of --from",
            format_board_size(size));
  return {classes.begin(), classes.end()};
}

SearchSettings settings_from(const SearchOptions& options) {
  SearchSettings settings = options.settings;
  settings.board = parse_board_size(options.board);
  if (!options.known.empty()) settings.known = known_classes(options, settings.board);
  settings.shard = parse_shard(options.shard);
  refuse_if(settings.crowd.min_empty > settings.crowd.max_empty,
            "--min-empty must not exceed --max-empty");
  refuse_if(settings.crowd.min_arena > settings.crowd.max_arena,
            "--min-arena must not exceed --max-arena");
  refuse_if(options.seconds < 0 && options.positions == 0,
            "give --time SECONDS or --positions N, so that the search ends");
  return settings;
}

SearchLimits limits_from(const SearchOptions& options, const InterruptScope& interrupt) {
  SearchLimits limits = options.limits;
  limits.interrupt = interrupt.flag();
  if (options.seconds >= 0) limits.seconds = options.seconds;
  if (options.positions > 0) limits.positions = options.positions;
  limits.bytes = options.bytes > 0 ? options.bytes : available_memory() / 5 * 4;
  limits.patience.should_stop = [&] { return interrupt.interrupted(); };
  limits.patience.say = [](const std::string& what) { notify("onyx search: {}", shown(what)); };
  return limits;
}

struct SearchResult {
  SearchSettings settings;
  SearchTally start;
  SearchTally tally;
  double seconds = 0;  ///< Duration of the whole command.
  double begin = 0;    ///< Seconds before the search itself began.
  bool is_interrupted = false;
};

void print_as_json(const SearchOptions& options, const SearchResult& result) {
  const SearchTally& tally = result.tally;
  Json json = {{"board", options.board},
               {"settings", describe(result.settings)},
               {"seed", result.settings.seed},
               {"shard", options.shard}};
  if (!result.settings.known.empty()) json["known"] = result.settings.known.size();
  json.update({{"positions", tally.positions},
               {"given_up", tally.given_up},
               {"out_of_memory", tally.out_of_memory},
               {"states", tally.states},
               {"repeating", tally.repeating},
               {"classes", tally.classes},
               {"generators", Json::object()}});
  for (const Generator generator : kGenerators) {
    json["generators"][name_of(generator)] = {
        {"tried", tally.of(generator).tried},
        {"classes", tally.of(generator).classes},
        {"seconds", tally.of(generator).seconds},
        {"classes_per_minute", classes_per_minute(result.start, tally, generator)}};
  }
  json["seconds"] = result.seconds;
  json["out"] = options.folder;
  json["interrupted"] = result.is_interrupted;
  print_json(json);
}

void print_as_text(const SearchOptions& options, const SearchResult& result) {
  const SearchTally& tally = result.tally;
  fmt::print("{} tried ({} given up as too large), {}, {} written to {}\n",
             counted(tally.positions, "position", "positions"), tally.given_up,
             counted(tally.states, "state", "states"), counted(tally.classes, "class", "classes"),
             shown(options.folder));
  for (const Generator generator : kGenerators) {
    const std::string line = generator_line(result.start, tally, generator);
    if (!line.empty()) fmt::print("{} of one core\n", line);
  }
}

/// Explains why little was found, if the options are the reason.
void advise(const SearchLimits& limits, const SearchResult& result) {
  const SearchTally& tally = result.tally;
  const bool has_advanced = tally.next > result.start.next;
  if (tally.out_of_memory > 0) {
    notify(
        "onyx search: the memory limit ended {}, and more may be found without it; raise "
        "--memory-limit, or lower --threads or --max-states",
        counted(tally.out_of_memory, "exploration", "explorations"));
  }
  if (tally.positions == 0 && has_advanced) {
    notify(
        "onyx search: no random position was promising; change --min-arena and --max-arena, or "
        "--min-empty, --max-empty and --midpoints");
  }
  const bool is_time_up = limits.seconds && result.seconds - result.begin >= *limits.seconds;
  if (is_time_up && *limits.seconds > 0 && !has_advanced && !result.is_interrupted) {
    notify("onyx search: no position was finished in this time; give a longer --time");
  }
}

int run(const SearchOptions& options, const Globals& globals) {
  const InterruptScope interrupt;
  SearchResult result;
  result.settings = settings_from(options);
  Progress progress("search");
  SearchLimits limits = limits_from(options, interrupt);
  limits.progress = [&, has_begun = false](const SearchTally& tally) mutable {
    if (!std::exchange(has_begun, true)) {
      result.start = tally;
      result.begin = progress.seconds();
    }
    progress.update([&] {
      return progress_line(limits, result.start, tally, progress.seconds() - result.begin);
    });
  };
  try {
    result.tally = run_search(result.settings, limits, options.folder);
  } catch (const InUse& error) {
    notify("onyx search: {}", shown(error.what()));
    return interrupt.interrupted() ? exit_code::kInterrupted : exit_code::kBadInput;
  }
  result.seconds = progress.seconds();
  result.is_interrupted = interrupt.interrupted();
  globals.json ? print_as_json(options, result) : print_as_text(options, result);
  advise(limits, result);
  return result.is_interrupted ? exit_code::kInterrupted : exit_code::kDone;
}

}  // namespace

Run declare_search(CLI::App& app, const Globals& globals) {
  constexpr const char* kLimits = "Limits";
  auto options = std::make_shared<SearchOptions>();
  SearchSettings& settings = options->settings;
  settings.max_states = 20'000;
  settings.neighbours = 2'000;
  settings.planted = 2'000;
  settings.random_percent = 20;
  settings.crowd = {3, 5, 10, 14, 22};
  app.add_option("--board", options->board, "The board, such as 6x6")->required()->type_name("WxH");
  add_seconds(app, "--time,--time-limit", options->seconds,
              "Search for this time; the next run continues with an unfinished position")
      ->default_str("no limit")
      ->group(kLimits);
  add_count(app, "--positions", options->positions,
            "Positions of the seed to try, all shards together; give this or --time", 1)
      ->default_str("no limit")
      ->group(kLimits);
  add_count(app, "--seed", settings.seed, "Seed of the random positions", 0, UINT64_MAX);
  app.add_option("--shard", options->shard, "Take only part I of N: every N-th position")
      ->capture_default_str()
      ->type_name("I/N");
  add_path(app, "--out", options->folder, "Folder for certificates and the checkpoint")->required();
  add_paths(app, "--from", options->known,
            "Also start from the classes that these files prove: certificates, packs, and folders "
            "of them, at any depth");
  add_number(app, "--random", settings.random_percent,
             "Percentage of random positions; the others come from --from", 0, 100)
      ->needs("--from");
  app.add_flag("--wait", options->limits.patience.waits,
               "If another run uses the folder, wait until it ends");
  add_seconds(app, "--save-every", options->limits.seconds_between_saves,
              "Time between checkpoints; use more if many tasks share a file system")
      ->default_str("10s")
      ->group(kLimits);
  add_bytes(app, "--memory-limit", options->bytes,
            "Most memory for all positions that are explored at once, such as 500M or 4G")
      ->default_str("four fifths of the free memory")
      ->group(kLimits);
  CrowdSettings& crowd = settings.crowd;
  app.option_defaults()->group("Random positions");
  add_number(app, "--min-empty", crowd.min_empty, "Least number of empty points", 1, 400);
  add_number(app, "--max-empty", crowd.max_empty, "Greatest number of empty points", 1, 400);
  add_number(app, "--midpoints", crowd.midpoint_percent,
             "Percentage of the squares with a midpoint stone", 0, 100);
  add_number(app, "--min-arena", crowd.min_arena,
             "Least number of places in the arena: all places that can still change", 0, 580);
  add_number(app, "--max-arena", crowd.max_arena, "Greatest number of places in the arena", 0, 580);
  app.option_defaults()->group(kLimits);
  add_count(app, "--max-states", settings.max_states,
            "Give a position up when more positions than this can be reached from it", 1);
  add_count(app, "--max-nodes", settings.max_nodes,
            "Instead of giving up, search for draws by proof numbers, with at most this many "
            "expanded positions for each value; 0: give up");
  add_number(app, "--neighbours", settings.neighbours,
             "Neighbours to explore for each position that repeats or leads to one that does", 0,
             1'000'000);
  add_number(app, "--planted", settings.planted,
             "Positions to try for each such position with its class moved elsewhere on the board",
             0, 1'000'000);
  app.footer(
      "The same seed and settings give the same classes; the same command continues an interrupted "
      "run. Neighbours differ in one to three places from a position that led to a class; a "
      "planted class is the places of its cycle in other surroundings. --from finds many more "
      "classes than random positions do.");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
