// onyx moves: the legal moves of a position, one a line.
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "experiments/support/command.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/output.h"
#include "experiments/support/position_args.h"

namespace onyx {
namespace {

int run_moves(const std::vector<std::string>& arguments, const Globals& globals) {
  const std::string text = position_from(arguments);
  return with_board(board_size_of(text), [&](const auto& board) {
    const auto position = parse_position(board, text);
    std::vector<std::string> moves;
    legal_moves(board, position).for_each([&](Place place) {
      moves.push_back(format_move(board, position, place));
    });
    if (globals.json) {
      nlohmann::ordered_json json;
      json["position"] = format_position(board, position);
      json["moves"] = moves;
      print_json(json);
    } else {
      for (const std::string& move : moves) fmt::print("{}\n", move);
    }
    return exit_code::kDone;
  });
}

}  // namespace

Run declare_moves(CLI::App& app, const Globals& globals) {
  auto arguments = std::make_shared<std::vector<std::string>>();
  app.add_option("POSITION", *arguments, "The position")->required();
  return [arguments, &globals] { return run_moves(*arguments, globals); };
}

}  // namespace onyx
