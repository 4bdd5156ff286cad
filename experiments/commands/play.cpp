// onyx play: the position after a sequence of moves.
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "experiments/support/command.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/output.h"
#include "experiments/support/position_args.h"

namespace onyx {
namespace {

int run_play(const std::vector<std::string>& arguments, const Globals& globals) {
  const GameText game = game_from(arguments);
  return with_board(board_size_of(game.position), [&](const auto& board) {
    auto position = parse_position(board, game.position);
    std::vector<std::string> played;
    for (const std::string& text : game.rest) {
      try {
        const Place move = parse_move(board, position, text);
        played.push_back(format_move(board, position, move));
        position = successor(board, position, move);
      } catch (const InputError& error) {
        throw InputError(fmt::format("ply {}: {}", played.size() + 1, error.what()));
      }
    }
    if (globals.json) {
      nlohmann::ordered_json json;
      json["position"] = format_position(board, position);
      json["moves"] = played;
      json["finished"] = is_finished(board, position);
      print_json(json);
    } else {
      fmt::print("{}\n", format_position(board, position));
    }
    return exit_code::kDone;
  });
}

}  // namespace

Run declare_play(CLI::App& app, const Globals& globals) {
  auto arguments = std::make_shared<std::vector<std::string>>();
  app.add_option("POSITION MOVE...", *arguments, "The position, then the moves")->required();
  return [arguments, &globals] { return run_play(*arguments, globals); };
}

}  // namespace onyx
