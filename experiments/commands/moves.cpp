// onyx moves: prints the legal moves of a position, one per line.
#include "experiments/commands/common.h"

namespace onyx {
namespace {

Json moves_of(const std::string& text) {
  const Position position = parse_position(text);
  auto moves = Json::array();
  legal_moves(position).for_each(
      [&](Place place) { moves.push_back(format_move(position, place)); });
  return {{"position", format_position(position)}, {"moves", std::move(moves)}};
}

int run_moves(const std::vector<std::string>& arguments, const Globals& globals) {
  PositionLines positions(arguments);
  if (!positions.is_single()) return answer_each(positions, moves_of);
  const Json json = moves_of(positions.single());
  if (globals.json) {
    print_json(json);
  } else {
    for (const auto& move : json["moves"]) fmt::print("{}\n", move.get<std::string>());
  }
  return exit_code::kDone;
}

}  // namespace

Run declare_moves(CLI::App& app, const Globals& globals) {
  auto arguments = std::make_shared<std::vector<std::string>>();
  app.add_option("POSITION", *arguments, kPositionsHelp)->required();
  return [arguments, &globals] { return run_moves(*arguments, globals); };
}

}  // namespace onyx
