// onyx puzzles: compose puzzles whose solutions are proved, or prove the puzzles of files again.
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "core/notation.h"
#include "experiments/files/shard.h"
#include "experiments/puzzles/compose_files.h"
#include "experiments/puzzles/critic.h"
#include "experiments/puzzles/rate_files.h"
#include "experiments/puzzles/starts.h"
#include "experiments/puzzles/verify_files.h"
#include "experiments/support/command.h"
#include "experiments/support/options.h"

namespace onyx {
namespace {

constexpr std::uint64_t kNotGiven = UINT64_MAX;
constexpr std::uint64_t kMostPuzzles = 1'000'000;
constexpr int kLeastResistance = 4;
constexpr int kStepsOfWin = 40;
constexpr int kStepsOfDraw = 200;

struct PuzzlesOptions {
  std::string board;
  std::string kind;
  std::string theme;
  std::string shard = "1/1";
  std::string folder;
  std::uint64_t count = 10;
  std::uint64_t draws = kNotGiven;
  int steps = -1;  ///< Negative: not given.
  std::uint64_t numbers = UINT64_MAX;
  double seconds = -1;  ///< Negative: no limit.
  ComposeSettings settings;
  std::vector<std::string> known;
  std::vector<std::string> catalogues;
  std::vector<std::string> files;  ///< To verify.
  std::vector<std::string> rated;
  std::vector<std::string> reviewed;
  std::vector<std::string> fitted;
  std::string certificates;
  VerifyEffort verify;
};

constexpr const char* kPuzzlesExplanation =
    "A win puzzle has exactly one first move that wins; every other one is proved not to. A draw\n"
    "study is a drawn position with exactly one first move that does not lose. To resist\n"
    "(--kind resist), every first move loses and exactly one holds out longest. Who wins (--kind\n"
    "who) is asked with either side to move; the solution has the one that wins by exactly one\n"
    "first move, or that is lost although he is to move, each in half of them. Numbers of the "
    "seed\n"
    "are tried in turn, each a puzzle or none; the same settings, seed and shard give the same\n"
    "puzzles. They are written to --out as JSON Lines; a run into a folder that is there goes on.\n"
    "Without --kind both kinds are composed, first the wins, then the draw studies. Where fewer "
    "are\n"
    "found than asked for, the outcome says what most positions failed on; exit code 3 if\n"
    "--time-limit ended it.\n"
    "\n"
    "Themes: capture, double capture, sacrifice into a capture, midpoint, blocked midpoint, quiet\n"
    "move, switchback, ladder, repetition.\n"
    "\n"
    "With --verify, puzzles of files are proved again from nothing: values by proof-number search\n"
    "with certificates that the independent checker must accept, distances by the explorer where\n"
    "few enough positions can be reached, else by a new bounded search. Exit code 1 if a claim\n"
    "does not hold.";

PuzzleKind kind_named(const std::string& name) {
  for (const PuzzleKind kind : kPuzzleKinds) {
    if (name == name_of(kind)) return kind;
  }
  throw InputError("--kind " + in_quotes(name) + ": it takes win, draw, resist or who");
}

void refuse_kind(const PuzzlesOptions& options) {
  if (options.kind != "") kind_named(options.kind);
  if (options.kind != "" && options.draws != kNotGiven) {
    throw InputError("--draws says how many of both kinds are draw studies; leave --kind out");
  }
  if (options.count > kMostPuzzles) throw InputError("--count: at most 1,000,000 puzzles");
  if (options.kind != "draw" && (!options.catalogues.empty() || options.settings.per_cycle > 0)) {
    throw InputError("--from and --per-cycle are for draw studies; give --kind draw");
  }
  if (options.draws != kNotGiven && options.draws > options.count) {
    throw InputError("--draws: no more than --count puzzles can be draw studies");
  }
}

ComposeSettings settings_from(const PuzzlesOptions& options, PuzzleKind kind) {
  ComposeSettings settings = options.settings;
  settings.kind = kind;
  settings.board = parse_board_size(options.board);
  if (place_count(settings.board) > kMostPuzzlePlaces) {
    throw InputError(
        fmt::format("--board {}: puzzles need a board of at most {} places, such as 6x6",
                    options.board, kMostPuzzlePlaces));
  }
  if (settings.plies != 0 && (settings.plies % 2 == 0) != (kind == PuzzleKind::resist)) {
    throw InputError(kind == PuzzleKind::resist ? "--plies: who is lost is so in an even number"
                                                : "--plies: a win takes an odd number of plies");
  }
  if (kind == PuzzleKind::resist && settings.plies != 0 && settings.plies < kLeastResistance) {
    throw InputError(fmt::format("--plies: there is nothing to hold out for in fewer than {}",
                                 kLeastResistance));
  }
  if (settings.plies != 0 && options.kind == "draw") {
    throw InputError("--plies is for wins; a draw study ends where its cycle closes");
  }
  if (kind == PuzzleKind::draw) {
    settings.plies = 0;
    // Most of them are hard; a share of the few that there are among wins would leave them out.
    if (options.kind == "") settings.share = 100;
  }
  settings.steps = options.steps >= 0         ? options.steps
                   : kind == PuzzleKind::draw ? kStepsOfDraw
                                              : kStepsOfWin;
  if (!options.theme.empty()) {
    settings.theme = theme_named(options.theme);
    if (!settings.theme) throw InputError("--theme: there is no theme " + in_quotes(options.theme));
    if (settings.theme == Theme::repetition && kind != PuzzleKind::draw) {
      throw InputError("--theme repetition: that is what draw studies are; give --kind draw");
    }
  }
  if (!options.catalogues.empty()) {
    settings.starts = read_starts(options.catalogues, settings.board);
    if (settings.starts.empty()) {
      throw InputError("--from: the files have no position on " + options.board +
                       " that a study could begin with");
    }
  }
  const Shard shard = parse_shard(options.shard);
  settings.shard = shard.number;
  settings.shards = shard.count;
  return settings;
}

int compose(const PuzzlesOptions& options, const Globals& globals) {
  if (options.board.empty() || options.folder.empty()) {
    throw InputError("give --board WxH and --out DIR to compose, or --verify FILE");
  }
  refuse_kind(options);
  // Draw studies are the rarer ones: a ninth.
  const std::uint64_t draws = options.kind == "draw"       ? options.count
                              : options.kind != ""         ? 0
                              : options.draws != kNotGiven ? options.draws
                                                           : options.count / 9;
  ComposeOrder order;
  if (draws < options.count) {
    const PuzzleKind kind = options.kind.empty() ? PuzzleKind::win : kind_named(options.kind);
    order.parts.emplace_back(settings_from(options, kind), options.count - draws);
  }
  if (draws > 0) order.parts.emplace_back(settings_from(options, PuzzleKind::draw), draws);
  order.folder = options.folder;
  order.known = options.known;
  order.numbers = options.numbers;
  if (options.seconds >= 0) order.time_limit = options.seconds;
  return compose_files(order, globals.json);
}

int run(const PuzzlesOptions& options, const Globals& globals) {
  // Each of them is something else to do.
  int tasks = 0;
  const char* task = nullptr;
  const auto note = [&](const char* name, const std::vector<std::string>& files) {
    if (files.empty()) return;
    ++tasks;
    task = name;
  };
  note("--verify", options.files);
  note("--rate", options.rated);
  note("--critic", options.reviewed);
  note("--fit", options.fitted);
  if (tasks > 1) throw InputError("give one of --verify, --rate, --critic and --fit");
  if (options.files.empty() && !options.certificates.empty()) {
    throw InputError("--certificates goes with --verify");
  }
  if (tasks == 0) return compose(options, globals);
  const bool has_out = !options.folder.empty();
  if (!options.board.empty() || !options.known.empty() || (has_out && options.rated.empty())) {
    throw InputError(fmt::format("{} goes without --board and --known{}", task,
                                 options.rated.empty() ? ", and without --out" : ""));
  }
  if (!options.rated.empty()) {
    if (!has_out) throw InputError("--rate: give --out DIR for the puzzles as they are rated now");
    return rate_files(options.rated, options.folder, globals.json);
  }
  if (!options.reviewed.empty()) return critic_of_files(options.reviewed, globals.json);
  if (!options.fitted.empty()) return fit_files(options.fitted, globals.json);
  return verify_files(options.files, options.verify, options.certificates, globals.json);
}

/// What and how many.
void add_order(CLI::App& app, PuzzlesOptions& options) {
  app.add_option("--board", options.board,
                 fmt::format("WIDTHxHEIGHT, at most {} places", kMostPuzzlePlaces));
  app.add_option("--kind", options.kind,
                 "win, draw, resist or who; wins and draw studies if not given");
  add_count(app, "--count", options.count, "Puzzles to compose, all shards together", 1)
      ->default_str(std::to_string(options.count));
  add_count(app, "--draws", options.draws,
            "How many of --count are draw studies; a ninth if not given");
  add_count(app, "--numbers", options.numbers, "Numbers of the seed to try at most");
  add_seconds(app, "--time-limit", options.seconds,
              "Stop after so long with the puzzles found by then: 90, 90s, 5m, 2h");
  add_count(app, "--seed", options.settings.seed, "Which random positions", 0, UINT64_MAX)
      ->default_str("1");
  app.add_option("--shard", options.shard, "I/N: take every N-th number")->capture_default_str();
  add_path(app, "--out", options.folder, "Folder for the puzzles and the checkpoint");
  add_paths(
      app, "--known", options.known,
      "Files of puzzles that there are: none with the position or the solution of one of them "
      "is written");
  add_paths(app, "--from", options.catalogues,
            "With --kind draw: begin with the repeating positions of these files, such as "
            "catalogue.jsonl of onyx catalogue, one pattern after the other");
}

/// Which of them are taken.
void add_filters(CLI::App& app, ComposeSettings& settings, std::string& theme) {
  add_number(app, "--plies", settings.plies,
             "Wins in exactly so many plies; from 5 to 11 if not given", 3,
             BoundedSearch<1>::kMostPlies - 1);
  add_number(app, "--max-stones", settings.most_stones, "Greatest number of stones", 1,
             kMostPuzzlePlaces);
  add_number(app, "--difficulty", settings.difficulty, "Only puzzles of this difficulty", 1, 5);
  app.add_option("--theme", theme, "Only puzzles with this theme; see below");
  add_number(app, "--share", settings.share,
             "Per cent of --count that may be of one difficulty, so that all come up; without "
             "--kind, of the "
             "wins",
             20, 100)
      ->default_str(std::to_string(settings.share));
  add_number(
      app, "--one-reply", settings.one_reply,
      "Per cent of a kind, but draw, that may be such that one reply refutes every wrong move", 0,
      100)
      ->default_str(std::to_string(settings.one_reply));
  add_number(app, "--per-cycle", settings.per_cycle,
             "With --kind draw: so many studies at most whose cycle has the same pattern, --known "
             "ones counted",
             1, 1'000'000);
  app.add_flag("--duals", settings.takes_duals,
               "Also puzzles with a second solution later on the main line; they say so");
}

/// What may be spent on each.
void add_efforts(CLI::App& app, ComposeSettings& settings, int& steps) {
  add_number(app, "--steps", steps, "Mutations to try for each candidate", 0, 1'000'000)
      ->default_str(fmt::format("{}, of draw studies {}", kStepsOfWin, kStepsOfDraw));
  add_count(app, "--max-nodes", settings.nodes,
            "Nodes for each question to the bounded search about a win in 5 plies; longer ones get "
            "more",
            1)
      ->default_str(std::to_string(settings.nodes));
  add_count(app, "--max-states", settings.states, "Positions to explore for a draw study", 1)
      ->default_str(std::to_string(settings.states));
}

/// What else is done with files of puzzles.
void add_tasks(CLI::App& app, PuzzlesOptions& options) {
  add_paths(app, "--verify", options.files, "Prove the puzzles of these files again");
  add_paths(app, "--critic", options.reviewed,
            "Tell of the puzzles of these files what a critic would ask");
  add_paths(app, "--rate", options.rated,
            "Measure and rate the puzzles of these files as new ones are, into --out");
  add_paths(app, "--fit", options.fitted,
            "Fit the rule of difficulty to what a human-like solver needs for the puzzles of these "
            "files");
  add_path(app, "--certificates", options.certificates,
           "With --verify: write the certificates into this folder");
  add_count(app, "--verify-states", options.verify.states,
            "With --verify: positions that the explorer may take", 1)
      ->default_str(std::to_string(options.verify.states));
}

}  // namespace

Run declare_puzzles(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<PuzzlesOptions>();
  add_order(app, *options);
  add_filters(app, options->settings, options->theme);
  add_efforts(app, options->settings, options->steps);
  add_tasks(app, *options);
  app.footer(kPuzzlesExplanation);
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
