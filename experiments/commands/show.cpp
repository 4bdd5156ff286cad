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
#include "experiments/support/position_lines.h"

namespace onyx {
namespace {

struct ShowOptions {
  std::vector<std::string> position;
  std::string svg;
  bool grid = false;
};

nlohmann::ordered_json facts_of(const std::string& text) {
  return with_board(board_size_of(text), [&](const auto& board) {
    const auto position = parse_position(board, text);
    nlohmann::ordered_json json;
    json["position"] = format_position(board, position);
    json["board"] = format_board_size(board.size());
    json["to_move"] = std::string(1, letter_of(position.to_move));
    json["finished"] = is_finished(board, position);
    json["diagram"] = diagram(board, position);
    return json;
  });
}

void write_picture(const std::string& text, const ShowOptions& options) {
  with_board(board_size_of(text), [&](const auto& board) {
    const Drawing drawing = options.grid ? Drawing::grid : Drawing::tiling;
    write_file(options.svg, board_svg(board, parse_position(board, text), drawing));
  });
}

int run(const ShowOptions& options, const Globals& globals) {
  PositionLines positions(options.position);
  if (!positions.is_single()) {
    if (!options.svg.empty()) throw InputError("--svg is for one position");
    return answer_each(positions, facts_of);
  }
  nlohmann::ordered_json json = facts_of(positions.single());
  if (!options.svg.empty()) {
    write_picture(positions.single(), options);
    json["svg"] = options.svg;
  }
  if (globals.json) {
    print_json(json);
  } else if (options.svg.empty()) {
    fmt::print("{}", json["diagram"].get<std::string>());
  }
  return exit_code::kDone;
}

}  // namespace

Run declare_show(CLI::App& app, const Globals& globals) {
  auto options = std::make_shared<ShowOptions>();
  app.add_option("POSITION", options->position, kPositionsHelp)->required();
  add_path(app, "--svg", options->svg, "Write a picture to this file instead");
  app.add_flag("--grid", options->grid,
               "Draw the square grid of the rules page, not squares and equilateral triangles")
      ->needs("--svg");
  return [options, &globals] { return run(*options, globals); };
}

}  // namespace onyx
