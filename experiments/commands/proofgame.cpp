// onyx proofgame: finds a legal game from a setup to a position, or a natural game.
#include <fmt/ranges.h>

#include "experiments/commands/common.h"
#include "experiments/natural/natural_game_run.h"
#include "solver/proof_games/proof_game_search.h"
#include "solver/sight/sight.h"

namespace onyx {
namespace {

struct ProofGameOptions {
  NaturalGameOptions natural;  ///< Other games use only `ends`, `setup` and `budget`.
  int mistakes = 0;
};

const char* name_of(ProofGameAnswer answer) {
  constexpr std::array kNames{"found", "impossible", "unknown"};
  return kNames[static_cast<std::size_t>(answer)];
}

int run_on(const std::string& text, const NaturalGameOptions& options, const Globals& globals) {
  const Position position = parse_position(text);
  const Position setup = parse_position(options.setup);
  const InterruptScope interrupt;
  Progress progress("proofgame");
  Stop stop = stop_for(options.budget, interrupt, progress);
  stop.progress = [&](const Reached& reached) {
    progress.update([&] {
      const double seconds = progress.seconds();
      return fmt::format("{} positions back, {}/s, {:.0f} % of the memory limit{}",
                         short_number(reached.known),
                         short_number(static_cast<double>(reached.known) / seconds),
                         per_cent(reached.bytes, stop.bytes), limit_text(options.budget, seconds));
    });
  };
  const ProofGameSearch search = search_proof_game(setup, position, stop);
  if (search.end == End::interrupted) {
    notify("onyx proofgame: interrupted");
    return exit_code::kInterrupted;
  }
  const ProofGame& game = search.game;
  const bool is_found = game.answer == ProofGameAnswer::found;
  std::vector<std::string> moves;
  if (is_found) moves = format_moves(setup, game.moves);
  if (is_found && replay(setup, moves).end() != position) {
    throw std::logic_error("proof game of another position");
  }
  if (globals.json) {
    print_json({{"game", is_found ? Json{{"setup", options.setup}, {"moves", moves}} : Json()},
                {"position", format_position(position)},
                {"setup", options.setup},
                {"answer", name_of(game.answer)},
                {is_found ? "moves" : "why", is_found ? Json(moves) : Json(game.why)},
                {"states", search.reached.known},
                {"seconds", progress.seconds()}});
  } else if (is_found) {
    fmt::print("{}{}{}\n", options.setup, moves.empty() ? "" : " ", fmt::join(moves, " "));
  } else {
    fmt::print("{}: {}\n", name_of(game.answer), game.why);
  }
  if (is_found) return exit_code::kDone;
  return game.answer == ProofGameAnswer::impossible ? exit_code::kNo : exit_code_for(search.end);
}

/// Whether the words are a setup followed by moves; otherwise they may be positions and files.
bool is_game(const std::vector<std::string>& words) {
  const auto begins = [&](const char* kind) { return words.front().starts_with(kind); };
  return (begins("open:") || begins("standard:")) && !game_from(words).rest.empty();
}

}  // namespace

Run declare_proofgame(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<ProofGameOptions>();
  NaturalGameOptions& natural = options->natural;
  app.add_option(
         "POSITION", natural.ends,
         "The position to reach. For a natural game also: certificates, packs and folders of them "
         "(all positions of their cycles); - for one position on each line of standard input; "
         "several positions; with --sight or --mistakes, a game from the setup, to be judged")
      ->required();
  app.add_option("--setup", natural.setup, "Where the game begins: open:WxH or standard:NxN")
      ->required();
  declare_budget(app, natural.budget);
  app.option_defaults()->group("Natural games");
  CLI::Option* const sight =
      add_number(app, "--sight", natural.sight, "Both players see this many plies ahead; odd", 1,
                 Sight<1>::kMost);
  CLI::Option* const mistakes =
      add_number(app, "--mistakes", options->mistakes,
                 "At most this many moves give up a win or a draw", 0, 200)
          ->default_str("any number");
  add_number(app, "--mistake-sight", natural.mistake_sight,
             "With --mistakes: a mistake gives up no win within this many plies; odd", 1,
             Sight<1>::kMost)
      ->default_str("that of --sight");
  add_count(app, "--seed", natural.seed, "Seed of the order of equal positions");
  add_count(app, "--value-nodes", natural.value_nodes,
            "Most positions to expand for the value of one", 1);
  add_paths(app, "--known", natural.known,
            "Start from the values that these compact certificates prove: files or folders");
  add_path(app, "--resume", natural.values,
           "With --mistakes: keep the values in this file, and begin with those that it has");
  add_path(app, "--out", natural.folder, "Write certificates that prove the game into this folder");
  app.footer(
      "A natural game is one in which both players see some plies ahead and make few mistakes. A "
      "move is a mistake if the position is worth less to the mover after it than before. The "
      "answer \"impossible\" is proved: the program looked at every position from which such a "
      "game can continue. With --threads 1 the same seed gives the same game. If a game is given "
      "in place of a position, the program prints its sight and mistakes, and --out proves it.");
  return [options, &globals, sight, mistakes] {
    NaturalGameOptions natural = options->natural;
    natural.setup = canonical_setup(natural.setup);
    std::error_code ignored;
    const std::string& first = natural.ends.front();
    const bool is_path =
        first == "-" || looks_like_path(first) || std::filesystem::exists(first, ignored);
    // A setup, position or game record contains one of these; a move does not.
    if (!is_path && first.find_first_of("/:{") == first.npos) {
      natural.ends.insert(natural.ends.begin(), natural.setup);
    }
    if (is_path || sight->count() > 0 || mistakes->count() > 0 ||
        !PositionLines(natural.ends).is_single()) {
      refuse_if(natural.sight % 2 == 0, "--sight is odd; take {} or {}", natural.sight - 1,
                natural.sight + 1);
      refuse_if(natural.mistake_sight % 2 == 0, "--mistake-sight is odd; take {} or {}",
                natural.mistake_sight - 1, natural.mistake_sight + 1);
      if (is_game(natural.ends)) natural.game = joined(natural.ends);
      if (mistakes->count() > 0) natural.mistakes = options->mistakes;
      return run_natural_game(natural, globals.json);
    }
    const std::string text = position_from(natural.ends);
    const BoardSize size = board_size_of(natural.setup);
    refuse_if(board_size_of(text) != size, "the setup is on a {} board, the position on {}",
              format_board_size(size), format_board_size(board_size_of(text)));
    return run_on(text, natural, globals);
  };
}

}  // namespace onyx
