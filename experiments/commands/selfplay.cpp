// onyx selfplay: plays games between players of given sights or levels, and counts repetitions.
#include "experiments/natural/selfplay.h"

#include "experiments/commands/common.h"
#include "solver/play/opponent.h"

namespace onyx {
namespace {

/// Every board allows this sight. With a greater sight, a game would take far too long.
constexpr int kMostSight = 31;

struct SelfplayOptions {
  int sight = 0;
  std::array<int, 2> sights{0, 0};  ///< 0: not given
  std::string shard = "1/1";
  std::string out;
  double seconds = -1;
  SelfplayLimits limits;
  SelfplaySettings settings;
};

/// Sets the sight of each player from the options. Throws if options contradict each other.
void set_players(SelfplayOptions& options) {
  const std::array<const char*, 2> names{"--sight-v", "--sight-h"};
  for (std::size_t i = 0; i < 2; ++i) {
    const bool is_own = options.sights[i] > 0;
    if (options.settings.levels[i] > 0) {
      refuse_if(is_own, "{} does not go with a level of the same player", names[i]);
      continue;
    }
    const int sight = is_own ? options.sights[i] : options.sight;
    refuse_if(
        sight == 0,
        "give --sight K, or both --sight-v K and --sight-h K, or --level-v N and --level-h N");
    refuse_if(sight % 2 == 0, "{} {} is even; sight is an odd number of plies",
              is_own ? names[i] : "--sight", sight);
    options.settings.sights[i] = sight;
  }
}

Json json_of(const SelfplayOptions& options, const Selfplay& selfplay, double seconds) {
  const SelfplaySettings& settings = options.settings;
  const SelfplayTally& tally = selfplay.joined;
  Json json = {{"setup", settings.setup},
               {"sight", {{"V", settings.sights[0]}, {"H", settings.sights[1]}}}};
  if (settings.levels != std::array{0, 0}) {
    json["level"] = {{"V", settings.levels[0]}, {"H", settings.levels[1]}};
  }
  json.update(
      {{"noise", settings.noise},
       {"seed", settings.seed},
       {"shard", options.shard},
       {"asked", settings.games},
       {"games", tally.games},
       {"distinct", selfplay.distinct},
       {"wins", {{"V", tally.v_wins}, {"H", tally.h_wins}}},
       {"broken_off", tally.too_long},
       {"plies", {{"all", tally.plies}, {"shortest", tally.shortest}, {"longest", tally.longest}}},
       {"captures", tally.captures},
       {"games_with_captures", tally.games_with_captures},
       {"games_with_draws", tally.games_with_draws},
       {"games_repeated", tally.returning.size()},
       {"positions", tally.positions},
       {"undecided", tally.undecided},
       {"drawn", tally.drawn},
       {"repeated", Json::array()},
       {"records", Json::array()}});
  for (const ReturningGame& one : tally.returning) {
    json["repeated"].push_back({{"game", one.game},
                                {"from_ply", one.from},
                                {"to_ply", one.to},
                                {"position", one.position}});
  }
  for (const auto& path : selfplay.records) json["records"].push_back(path.string());
  json["complete"] = selfplay.end == End::complete;
  json["seconds"] = seconds;
  json["out"] = options.out;
  return json;
}

void print(const Selfplay& selfplay, double seconds) {
  const SelfplayTally& tally = selfplay.joined;
  const auto each = [&](std::uint64_t number) {
    return tally.games == 0 ? 0 : static_cast<double>(number) / static_cast<double>(tally.games);
  };
  fmt::print("{}, {} of them different\n", counted(tally.games, "game", "games"),
             selfplay.distinct);
  fmt::print("wins: V {}, H {}\n", tally.v_wins, tally.h_wins);
  if (tally.too_long > 0) fmt::print("ended as too long: {}\n", tally.too_long);
  fmt::print("plies: {:.1f} a game, from {} to {}\n", each(tally.plies), tally.shortest,
             tally.longest);
  fmt::print("captures: {:.2f} pairs of stones a game, in {}\n", each(tally.captures),
             counted(tally.games_with_captures, "game", "games"));
  fmt::print("met a drawn position: {}\n", counted(tally.games_with_draws, "game", "games"));
  for (const DrawnPosition& one : tally.drawn) {
    fmt::print("  game {}, after {}: {}\n", one.game, counted(one.ply, "ply", "plies"),
               one.position);
  }
  fmt::print("a position came back: {}\n", counted(tally.returning.size(), "game", "games"));
  for (const ReturningGame& one : tally.returning) {
    fmt::print("  game {}, from ply {} to {}: {}\n", one.game, one.from, one.to, one.position);
  }
  fmt::print("value not known: {} of {}\n", tally.undecided,
             counted(tally.positions, "position", "positions"));
  for (const auto& path : selfplay.records) fmt::print("records: {}\n", shown(path));
  fmt::print("time: {:.3f} s\n", seconds);
}

int run(SelfplayOptions& options, const Globals& globals) {
  SelfplaySettings& settings = options.settings;
  settings.setup = canonical_setup(settings.setup);
  settings.shard = parse_shard(options.shard);
  set_players(options);
  const InterruptScope interrupt;
  Progress progress("selfplay");
  SelfplayLimits& limits = options.limits;
  limits.stop = stop_for_one({options.seconds, 0}, interrupt, 1);
  const Shard& shard = settings.shard;
  const std::uint64_t all = (shard.first_from(settings.games) - shard.number) / shard.count;
  std::optional<std::pair<std::uint64_t, double>> begin;  // games of earlier runs, start time
  limits.progress = [&](const SelfplayTally& tally) {
    if (!begin) begin.emplace(tally.games - 1, progress.seconds());
    progress.update([&] {
      const double seconds = progress.seconds() - begin->second;
      const auto done = static_cast<double>(tally.games - begin->first);
      const double rate = seconds > 0 ? done / seconds : 0;
      return fmt::format(
          "{} of {} games, {}/s{}, {} met a draw, {} repeated", tally.games, all,
          short_number(rate),
          time_left(static_cast<double>(all) - static_cast<double>(tally.games), rate),
          tally.games_with_draws, tally.returning.size());
    });
  };
  const Selfplay selfplay = run_selfplay(settings, limits, options.out);
  const double seconds = progress.seconds();
  globals.json ? print_json(json_of(options, selfplay, seconds)) : print(selfplay, seconds);
  if (selfplay.end == End::complete) return exit_code::kDone;
  notify("onyx selfplay: {}; the same command continues", name_of(selfplay.end));
  return exit_code_for(selfplay.end);
}

}  // namespace

Run declare_selfplay(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<SelfplayOptions>();
  options->settings.value_nodes = 5'000;
  app.add_option("SETUP", options->settings.setup, "Where games begin: open:WxH or standard:NxN")
      ->required();
  add_count(app, "--games", options->settings.games, "Games to play, all shards together", 1)
      ->required();
  app.option_defaults()->group("Players");
  add_number(app, "--sight", options->sight, "Plies that both players see ahead; odd", 1,
             kMostSight)
      ->default_str("none; give this, or the next two");
  add_number(app, "--sight-v", options->sights[0], "Sight of V (Black)", 1, kMostSight)
      ->default_str("the number of --sight");
  add_number(app, "--sight-h", options->sights[1], "Sight of H (White)", 1, kMostSight)
      ->default_str("the number of --sight");
  add_number(app, "--level-v", options->settings.levels[0],
             "V plays as onyx genmove does at this level, in place of a sight", 1, kMostLevel)
      ->default_str("none");
  add_number(app, "--level-h", options->settings.levels[1],
             "H plays as onyx genmove does at this level", 1, kMostLevel)
      ->default_str("none");
  add_number(app, "--random-plies", options->settings.random_plies,
             "Begin each game with this number of random legal moves", 0, 100);
  add_number(app, "--noise", options->settings.noise,
             "Randomness of the moves, in hundredths of a stone; larger: games differ more", 0,
             10'000);
  app.option_defaults()->group("Options");
  add_count(app, "--seed", options->settings.seed, "Seed of the games", 0, UINT64_MAX);
  app.add_option(
         "--shard", options->shard,
         "Play only part I of N: every N-th game; the summary is of all shards in the folder")
      ->capture_default_str()
      ->type_name("I/N");
  add_path(app, "--out", options->out, "Folder for game records and the checkpoint")->required();
  app.option_defaults()->group("Limits");
  add_count(app, "--value-nodes", options->settings.value_nodes,
            "Most positions to expand for the value of one; 0: search for no values", 0, 1'000'000);
  add_paths(
      app, "--known", options->settings.known,
      "Take values first from what these certificates, packs, or all in these folders, prove; "
      "the referee judges each once. ONYX_KNOWN is not used: equal options give equal files")
      ->allow_extra_args(false);
  add_seconds(app, "--time-limit", options->seconds,
              "Stop after this time; the same command continues")
      ->default_str("no limit");
  add_seconds(app, "--save-every", options->limits.seconds_between_saves,
              "Time between checkpoints; use more if many tasks share a file system")
      ->default_str("10s");
  app.footer(
      "A player of sight K who can force a connection within K plies does so, and never lets the "
      "opponent force one within K - 2 plies after the move, if a move prevents it. Otherwise it "
      "chooses by the number of stones that both sides still need, and at random. A game ends when "
      "a player connects, when a position comes back, or after four plies for each place of the "
      "board. The summary counts games that met a drawn position, and games in which a position "
      "came back. Games are numbered from 0.");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
