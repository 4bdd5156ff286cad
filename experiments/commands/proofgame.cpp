// onyx proofgame: a legal game from a setup to a position; with --sight or --mistakes, a natural
// game to one of many positions (experiments/natural/natural_game_run.h).
#include <array>

#include "core/line.h"
#include "experiments/commands/common.h"
#include "experiments/natural/natural_game_run.h"
#include "solver/proof_games/proof_game_search.h"
#include "solver/sight/sight.h"

namespace onyx {
namespace {

struct ProofGameOptions {
  std::vector<std::string> position;
  std::string setup;
  Budget budget;
  NaturalGameOptions natural;
  int mistakes = 0;
};

const char* name_of(ProofGameAnswer answer) {
  constexpr std::array kNames{"found", "impossible", "unknown"};
  return kNames[static_cast<std::size_t>(answer)];
}

int exit_code_after(const ProofGameSearch& search) {
  if (search.game.answer == ProofGameAnswer::found) return exit_code::kDone;
  return search.game.answer == ProofGameAnswer::impossible ? exit_code::kNo
                                                           : exit_code_for(search.end);
}

/// The moves in the notation of a record. Replays the game, to check the engine that found it.
std::vector<std::string> record_of(const Position& setup, const Position& position,
                                   const std::vector<Place>& game) {
  const std::vector<std::string> moves = format_moves(setup, game);
  if (replay(setup, moves).end() != position) {
    throw std::logic_error("proof game of another position");
  }
  return moves;
}

int run_on(const std::string& text, const ProofGameOptions& options, const std::string& setup_text,
           const Globals& globals) {
  const Position position = parse_position(text);
  const Position setup = parse_position(setup_text);
  const InterruptScope interrupt;
  Progress progress("proofgame");
  Stop stop = stop_for(options.budget, interrupt, progress);
  stop.progress = [&](const Reached& reached) {
    progress.update([&] {
      const auto states = static_cast<double>(reached.known);
      const double seconds = progress.seconds();
      std::string line =
          fmt::format("{} positions back, {}/s, {:.0f} % of the memory limit", short_number(states),
                      short_number(states / seconds),
                      100 * static_cast<double>(reached.bytes) / static_cast<double>(stop.bytes));
      if (options.budget.seconds >= 0) {
        line += ", time limit in " + short_time(options.budget.seconds - seconds);
      }
      return line;
    });
  };
  const ProofGameSearch search = search_proof_game(setup, position, stop);
  if (search.end == End::interrupted) {
    notify("onyx proofgame: interrupted");
    return exit_code::kInterrupted;
  }
  const ProofGame& game = search.game;
  const std::vector<std::string> moves = game.answer == ProofGameAnswer::found
                                             ? record_of(setup, position, game.moves)
                                             : std::vector<std::string>{};
  if (globals.json) {
    nlohmann::ordered_json json;
    json["position"] = format_position(position);
    json["setup"] = setup_text;
    json["answer"] = name_of(game.answer);
    if (game.answer == ProofGameAnswer::found) {
      json["moves"] = moves;
    } else {
      json["why"] = game.why;
    }
    json["states"] = search.reached.known;
    json["seconds"] = progress.seconds();
    print_json(json);
  } else if (game.answer == ProofGameAnswer::found) {
    fmt::print("{}", setup_text);
    for (const std::string& move : moves) fmt::print(" {}", move);
    fmt::print("\n");
  } else {
    fmt::print("{}: {}\n", name_of(game.answer), game.why);
  }
  return exit_code_after(search);
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
         "POSITION", options->position,
         "The position to reach; with --sight or --mistakes also: several positions; certificates, "
         "packs and folders of them (all positions of their cycles); - for one position on each "
         "line of standard input; or a game from the setup, to be judged")
      ->required();
  app.add_option("--setup", options->setup, "Where the game begins: open:WxH or standard:NxN")
      ->required();
  declare_budget(app, options->budget);
  app.option_defaults()->group("Natural games");
  CLI::Option* const sight =
      add_number(app, "--sight", natural.sight, "Both players see this many plies ahead; odd", 1,
                 Sight<1>::kMost);
  CLI::Option* const mistakes =
      add_number(app, "--mistakes", options->mistakes,
                 "At most this many moves give up a win or a draw", 0, 200)
          ->default_str("any number");
  add_count(app, "--seed", natural.seed, "Seed of the order of equal positions");
  add_count(app, "--value-nodes", natural.value_nodes,
            "Most positions to expand for the value of one", 1);
  add_paths(app, "--known", natural.known,
            "Start from the values that these compact certificates prove: files or folders");
  add_path(app, "--out", natural.folder, "Write certificates that prove the game into this folder");
  app.footer(
      "A natural game is one in which both players see some plies ahead and make few mistakes. A "
      "move is a mistake if the position is worth less to the mover after it than before. The "
      "answer \"impossible\" is proved: the program looked at every position from which such a "
      "game can continue. With --threads 1 the same seed gives the same game. If a game is given "
      "in place of a position, the program prints its sight and mistakes, and --out proves it.");
  return [options, &globals, sight, mistakes] {
    const std::string setup = canonical_setup(options->setup);
    const BoardSize size = board_size_of(setup);
    if (sight->count() > 0 || mistakes->count() > 0) {
      NaturalGameOptions natural = options->natural;
      if (natural.sight % 2 == 0) {
        throw InputError(
            fmt::format("--sight is odd; take {} or {}", natural.sight - 1, natural.sight + 1));
      }
      if (is_game(options->position)) {
        natural.game = joined(options->position);
      } else {
        natural.ends = options->position;
      }
      natural.setup = setup;
      natural.budget = options->budget;
      if (mistakes->count() > 0) natural.mistakes = options->mistakes;
      return run_natural_game(natural, globals.json);
    }
    const std::string text = position_from(options->position);
    if (board_size_of(text) != size) {
      throw InputError("the setup is on a " + format_board_size(size) + " board, the position on " +
                       format_board_size(board_size_of(text)));
    }
    return run_on(text, *options, setup, globals);
  };
}

}  // namespace onyx
