// onyx play: the position after a sequence of moves.
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "core/line.h"
#include "experiments/support/command.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/output.h"
#include "experiments/support/position_args.h"

namespace onyx {
namespace {

int run_play(const std::vector<std::string>& arguments, const Globals& globals) {
  const std::string text = joined(arguments);
  const Record record = parse_record(text);
  return with_board(board_size_of(record.start), [&](const auto& board) {
    const auto line = replay(board, parse_position(board, record.start), record.moves);
    const auto& position = line.end();
    if (globals.json) {
      nlohmann::ordered_json json;
      json["position"] = format_position(board, position);
      json["moves"] = format_moves(board, line.start(), line.moves);
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
  app.add_option("POSITION MOVE", *arguments, "The position, then the moves")->required();
  return [arguments, &globals] { return run_play(*arguments, globals); };
}

}  // namespace onyx
