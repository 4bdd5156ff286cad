// onyx show: a position as text, or as a picture.
#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "core/diagram.h"
#include "experiments/files/files.h"
#include "experiments/pages/svg/board_svg.h"
#include "experiments/support/command.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/options.h"
#include "experiments/support/output.h"
#include "experiments/support/position_args.h"

namespace onyx {
namespace {

struct ShowOptions {
  std::vector<std::string> position;
  std::string svg;
  bool grid = false;
};

int run(const ShowOptions& options, const Globals& globals) {
  const std::string text = position_from(options.position);
  return with_board(board_size_of(text), [&](const auto& board) {
    const auto position = parse_position(board, text);
    if (!options.svg.empty()) {
      const Drawing drawing = options.grid ? Drawing::grid : Drawing::tiling;
      write_file(options.svg, board_svg(board, position, drawing));
    }
    if (globals.json) {
      nlohmann::ordered_json json;
      json["position"] = format_position(board, position);
      json["board"] = format_board_size(board.size());
      json["to_move"] = std::string(1, letter_of(position.to_move));
      json["finished"] = is_finished(board, position);
      json["diagram"] = diagram(board, position);
      if (!options.svg.empty()) json["svg"] = options.svg;
      print_json(json);
    } else if (options.svg.empty()) {
      fmt::print("{}", diagram(board, position));
    }
    return exit_code::kDone;
  });
}

}  // namespace

Run declare_show(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<ShowOptions>();
  app.add_option("POSITION", options->position, "The position")->required();
  add_path(app, "--svg", options->svg, "Write a picture to this file instead");
  app.add_flag("--grid", options->grid,
               "Draw the square grid of the rules page, not squares and equilateral triangles")
      ->needs("--svg");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
