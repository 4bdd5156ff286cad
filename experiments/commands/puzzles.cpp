// onyx puzzles: composes puzzles whose solutions are proved, or proves the puzzles of files again.
#include "experiments/commands/common.h"
#include "experiments/files/proof_source.h"
#include "experiments/puzzles/puzzle_run.h"
#include "experiments/puzzles/repeating_starts.h"
#include "experiments/puzzles/verify_files.h"

namespace onyx {
namespace {

constexpr std::uint64_t kNotGiven = UINT64_MAX;
constexpr std::uint64_t kMostPuzzles = 1'000'000;
constexpr int kLeastResistance = 4;
constexpr int kStepsOfWin = 40;
constexpr int kStepsOfDraw = 200;
constexpr int kMostPliesFromPlay = 15;

struct PuzzlesOptions {
  std::string board;
  std::string kind;
  std::string theme;
  std::string shard = "1/1";
  std::uint64_t count = 10;
  std::uint64_t draws = kNotGiven;
  int steps = -1;  ///< negative: not given
  ComposeSettings settings;
  ComposeOrder order;  ///< compose() adds `parts`.
  std::vector<std::string> starts;
  std::vector<std::string> files;
  std::string certificates;
  VerifyEffort verify;
};

constexpr const char* kPuzzlesExplanation =
    "Kinds. win: exactly one first move wins, and every other move is proved not to win. draw: a "
    "draw study, a drawn position with exactly one first move that does not lose. resist: every "
    "first move loses, and exactly one holds out longest. who: who wins if V is to move, and who "
    "if H is? In half of these puzzles the side to move of the position wins, by exactly one first "
    "move; in the other half it loses.\n\n"
    "The seed gives a sequence of numbers; the program tries one after the other, and each gives a "
    "puzzle or none. The same settings, seed and shard give the same puzzles. They are written to "
    "--out as JSON Lines. A run with the folder of an earlier run continues it. If the program "
    "finds fewer puzzles than asked for, the last line names the most frequent reasons; the exit "
    "code is 3 if --time-limit ended the run.\n\n"
    "--verify proves the puzzles of these files again from scratch: values by proof-number search, "
    "with certificates that the independent checker must accept; distances by the explorer where "
    "few enough positions can be reached, otherwise by a new bounded search. The exit code is 1 if "
    "a claim does not hold.";

void refuse_kind(const PuzzlesOptions& options) {
  refuse_if(
      options.kind != "" && options.draws != kNotGiven,
      "--draws sets the share of draw studies when both kinds are composed; leave out --kind");
  if (options.count > kMostPuzzles) throw InputError("--count: at most 1,000,000 puzzles");
  refuse_if(options.kind != "draw" && options.settings.per_cycle > 0,
            "--per-cycle is for draw studies; give --kind draw");
  refuse_if(options.kind != "draw" && options.kind != "win" && !options.starts.empty(),
            "--from takes repeating positions for --kind draw, or games for --kind win; give one");
  refuse_if(options.draws != kNotGiven && options.draws > options.count,
            "--draws must not be more than --count");
}

ComposeSettings settings_from(const PuzzlesOptions& options, PuzzleKind kind) {
  ComposeSettings settings = options.settings;
  settings.kind = kind;
  settings.board = parse_board_size(options.board);
  refuse_if(place_count(settings.board) > kMostPuzzlePlaces,
            "--board {}: puzzles need a board of at most {} places, such as 6x6", options.board,
            kMostPuzzlePlaces);
  const bool is_loss = kind == PuzzleKind::resist;
  refuse_if(settings.plies != 0 && (settings.plies % 2 == 0) != is_loss,
            "--plies: a {} number of plies", is_loss ? "loss takes an even" : "win takes an odd");
  refuse_if(is_loss && settings.plies != 0 && settings.plies < kLeastResistance,
            "--plies: a resist puzzle needs at least {} plies", kLeastResistance);
  refuse_if(settings.plies != 0 && options.kind == "draw",
            "--plies is not for draw studies, which end where the cycle closes");
  if (kind == PuzzleKind::draw) {
    settings.plies = 0;
    // Most draw studies are hard, so a limit per difficulty would reject most of them.
    if (options.kind == "") settings.share = 100;
  }
  settings.steps = options.steps >= 0         ? options.steps
                   : kind == PuzzleKind::draw ? kStepsOfDraw
                                              : kStepsOfWin;
  refuse_if(settings.is_theme_of_key && options.theme.empty(), "--key goes with --theme");
  if (!options.theme.empty()) {
    settings.theme = theme_named(options.theme);
    refuse_if(settings.theme == Theme::repetition && kind != PuzzleKind::draw,
              "--theme repetition is for draw studies; give --kind draw");
  }
  if (!options.starts.empty()) {
    const bool is_draw = kind == PuzzleKind::draw;
    settings.starts = is_draw ? read_starts(options.starts, settings.board)
                              : read_games(options.starts, settings.board);
    if (!is_draw) settings.most_plies = kMostPliesFromPlay;
    refuse_if(settings.starts.empty(), "--from: the files have no {} on {}",
              is_draw ? "position that a study could begin with" : "game", options.board);
  }
  settings.shard = parse_shard(options.shard);
  return settings;
}

/// Whether the path is a certificate, a pack under any name, or a folder that contains either.
bool has_certificates(const std::string& path) {
  try {
    const std::vector<ProofSource> proofs = proofs_in({path}, true);
    return !proofs.empty() && !proofs.front().position().empty();
  } catch (const FileError&) {
    return false;
  }
}

int compose(const PuzzlesOptions& options, const Globals& globals) {
  refuse_if(options.board.empty() || options.order.folder.empty(),
            "give --board WxH and --out DIR to compose, or --verify FILE");
  refuse_kind(options);
  // Draw studies are rarer than wins, so by default they are a ninth of the puzzles.
  const std::uint64_t draws = options.kind == "draw"       ? options.count
                              : options.kind != ""         ? 0
                              : options.draws != kNotGiven ? options.draws
                                                           : options.count / 9;
  ComposeOrder order = options.order;
  if (draws < options.count) {
    const auto kind = named_in(kPuzzleKinds, options.kind).value_or(PuzzleKind::win);
    order.parts.emplace_back(settings_from(options, kind), options.count - draws);
  }
  if (draws > 0) order.parts.emplace_back(settings_from(options, PuzzleKind::draw), draws);
  for (const std::string& file : order.known) {
    refuse_if(
        has_certificates(file),
        "--known takes existing puzzles; '{}' has certificates, and they cannot help, because "
        "a puzzle states its exact number of plies and has a proof of its own",
        file);
  }
  const ComposeSettings& first = order.parts.front().first;
  if (first.kind == PuzzleKind::win && !first.starts.empty()) {
    order.numbers = std::min(order.numbers, first.starts.size());
  }
  return compose_files(order, globals.json);
}

int run(const PuzzlesOptions& options, const Globals& globals) {
  if (options.files.empty()) {
    if (!options.certificates.empty()) throw InputError("--certificates goes with --verify");
    return compose(options, globals);
  }
  const ComposeOrder& order = options.order;
  refuse_if(!options.board.empty() || !order.known.empty() || !order.folder.empty(),
            "--verify goes without --board, --known and --out");
  return verify_files(options.files, options.verify, options.certificates, globals.json);
}

}  // namespace

Run declare_puzzles(CLI::App& app, const Globals& globals) {
  auto shared = std::make_shared<PuzzlesOptions>();
  PuzzlesOptions& options = *shared;
  ComposeSettings& settings = options.settings;
  app.option_defaults()->group("Composing");
  app.add_option("--board", options.board,
                 fmt::format("The board, such as 6x6; at most {} places", kMostPuzzlePlaces))
      ->type_name("WxH");
  app.add_option("--kind", options.kind, "Compose puzzles of this kind; see below")
      ->check(one_of(names_of_all(kPuzzleKinds)))
      ->default_str("first win, then draw");
  add_count(app, "--count", options.count, "Puzzles to compose, all shards together", 1);
  add_count(app, "--draws", options.draws, "Number of draw studies in --count, without --kind")
      ->default_str("a ninth of --count");
  add_count(app, "--seed", settings.seed, "Seed of the random positions", 0, UINT64_MAX);
  app.add_option("--shard", options.shard,
                 "Take only part I of N: every N-th number of the sequence")
      ->capture_default_str()
      ->type_name("I/N");
  add_path(app, "--out", options.order.folder, "Folder for the puzzles and the checkpoint");
  add_paths(
      app, "--known", options.order.known,
      "Files of existing puzzles; the program skips puzzles with the same position or solution. "
      "Not certificates: a puzzle needs an exact number of plies and a proof of its own");
  add_paths(app, "--from", options.starts,
            "With --kind draw: start from the repeating positions of these files, such as "
            "catalogue.jsonl of onyx catalogue, one pattern after the other. With --kind win: take "
            "positions of the games of these files, such as those of onyx selfplay, first those "
            "right after a missed win");
  app.option_defaults()->group("Which puzzles");
  add_number(app, "--plies", settings.plies, "Only puzzles won or lost in exactly N plies", 3,
             BoundedSearch<1>::kMostPlies - 1)
      ->default_str("5 to 11");
  add_number(app, "--max-stones", settings.most_stones, "Greatest number of stones", 1,
             kMostPuzzlePlaces);
  add_number(app, "--difficulty", settings.difficulty,
             "Only puzzles of this difficulty, from 1 to 5", 1, 5)
      ->default_str("any");
  app.add_option("--theme", options.theme, "Only puzzles with this theme")
      ->check(one_of(names_of_all(kThemes)))
      ->default_str("any");
  app.add_flag("--key", settings.is_theme_of_key,
               "With --theme: the first move must show it, with the opponent's best reply");
  add_number(app, "--share", settings.share,
             "At most this percentage of the puzzles has the same difficulty, so that all "
             "difficulties occur; without --kind, for wins only",
             20, 100);
  add_number(app, "--one-reply", settings.one_reply,
             "In at most this percentage of the puzzles of a kind, one reply refutes every wrong "
             "move; not for draw studies",
             0, 100);
  add_number(app, "--per-cycle", settings.per_cycle,
             "With --kind draw: at most N studies whose cycles have one pattern, those of --known "
             "included",
             1, 1'000'000)
      ->default_str("no limit");
  app.add_flag("--duals", settings.takes_duals,
               "Also allow a second solution later on the main line; the puzzle says so");
  app.option_defaults()->group("Limits");
  add_count(app, "--numbers", options.order.numbers, "Most numbers of the sequence to try")
      ->default_str("no limit");
  add_seconds(app, "--time-limit", options.order.seconds,
              "Stop after this time and keep the puzzles found: 90, 90s, 5m or 2h")
      ->default_str("no limit");
  add_number(app, "--steps", options.steps, "Mutations to try for each candidate", 0, 1'000'000)
      ->default_str(fmt::format("{}, or {} for draw studies", kStepsOfWin, kStepsOfDraw));
  add_count(app, "--max-nodes", settings.nodes,
            "Most positions for the bounded search for a win in 5 plies; for longer wins it may "
            "visit more",
            1);
  add_count(app, "--max-states", settings.states, "Positions to explore for a draw study", 1);
  app.option_defaults()->group("Puzzles in files");
  add_paths(app, "--verify", options.files, "Prove the puzzles of these files again");
  add_path(app, "--certificates", options.certificates,
           "With --verify: write the certificates into this folder");
  add_count(app, "--verify-states", options.verify.states,
            "With --verify: most positions that the explorer may visit", 1);
  app.footer(kPuzzlesExplanation);
  return [shared, &globals] { return run(*shared, globals); };
}

}  // namespace onyx
