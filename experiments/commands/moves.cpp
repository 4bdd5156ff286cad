// onyx moves: the legal moves of a position, one per line.
#include "experiments/commands/common.h"

namespace onyx {
namespace {

nlohmann::ordered_json moves_of(const std::string& text) {
  const Position position = parse_position(text);
  nlohmann::ordered_json json;
  json["position"] = format_position(position);
  json["moves"] = nlohmann::ordered_json::array();
  legal_moves(position).for_each(
      [&](Place place) { json["moves"].push_back(format_move(position, place)); });
  return json;
}

int run_moves(const std::vector<std::string>& arguments, const Globals& globals) {
  PositionLines positions(arguments);
  if (!positions.is_single()) return answer_each(positions, moves_of);
  const nlohmann::ordered_json json = moves_of(positions.single());
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
