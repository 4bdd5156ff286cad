// onyx proofgame: a legal game from a setup to a position.
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "experiments/command.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/output.h"
#include "experiments/support/position_args.h"
#include "solver/proof_game.h"

namespace onyx {
namespace {

struct Options {
  std::vector<std::string> position;
  std::string setup;
};

const char* name_of(ProofGameAnswer answer) {
  switch (answer) {
    case ProofGameAnswer::found:
      return "found";
    case ProofGameAnswer::impossible:
      return "impossible";
    case ProofGameAnswer::unknown:
      break;
  }
  return "unknown";
}

int exit_code_of(ProofGameAnswer answer) {
  switch (answer) {
    case ProofGameAnswer::found:
      return exit_code::kDone;
    case ProofGameAnswer::impossible:
      return exit_code::kNo;
    case ProofGameAnswer::unknown:
      break;
  }
  return exit_code::kLimit;
}

template <int W>
int run_on(const Board<W>& board, const std::string& text, const std::string& setup_text,
           const Globals& globals) {
  const Position<W> position = parse_position(board, text);
  const Position<W> setup = parse_position(board, setup_text);
  const ProofGame game = find_proof_game(board, setup, position);
  std::vector<std::string> moves;
  Position<W> reached = setup;
  for (const Place move : game.moves) {
    moves.push_back(format_move(board, reached, move));
    reached = successor(board, reached, move);
  }
  if (globals.json) {
    nlohmann::ordered_json json;
    json["position"] = format_position(board, position);
    json["setup"] = setup_text;
    json["answer"] = name_of(game.answer);
    if (game.answer == ProofGameAnswer::found) {
      json["moves"] = moves;
    } else {
      json["why"] = game.why;
    }
    print_json(json);
  } else if (game.answer == ProofGameAnswer::found) {
    fmt::print("{}", setup_text);
    for (const std::string& move : moves) fmt::print(" {}", move);
    fmt::print("\n");
  } else {
    fmt::print("{}: {}\n", name_of(game.answer), game.why);
  }
  return exit_code_of(game.answer);
}

}  // namespace

Run declare_proofgame(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<Options>();
  app.add_option("POSITION", options->position, "The position to reach")->required();
  app.add_option("--setup", options->setup, "open:WxH or standard:NxN")->required();
  return [options, &globals] {
    const std::string text = position_from(options->position);
    const std::string setup = canonical_setup(options->setup);
    const BoardSize size = board_size_of(text);
    if (board_size_of(setup) != size) {
      throw InputError("the setup is on a " + format_board_size(board_size_of(setup)) +
                       " board, the position on " + format_board_size(size));
    }
    return with_board(size, [&](const auto& board) { return run_on(board, text, setup, globals); });
  };
}

}  // namespace onyx
