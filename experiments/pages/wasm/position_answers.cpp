// Answers position and play requests (experiments/pages/wasm/answers.h).
#include "experiments/pages/wasm/answers.h"

namespace onyx::pages {
namespace {

Json names_of(const Geometry& geometry, const Places& places) {
  Json names = Json::array();
  places.for_each([&](Place place) { names.push_back(format_place(geometry, place)); });
  return names;
}

Json state_of(const Position& position) {
  const Geometry& geometry = position.geometry();
  Json moves = Json::array();
  legal_moves(position).for_each([&](Place place) { moves.push_back(move_in(position, place)); });
  Json state{{"position", format_position(position)},
             {"board", format_board_size(geometry.size())},
             {"toMove", std::string(1, letter_of(position.to_move()))},
             {"stones",
              {{"V", names_of(geometry, position.of(Player::V))},
               {"H", names_of(geometry, position.of(Player::H))}}},
             {"moves", std::move(moves)},
             {"winner", nullptr},
             {"chain", Json::array()}};
  if (const auto winner = winner_of(position)) {
    state["winner"] = std::string(1, letter_of(*winner));
    for (const Place place : winning_chain(position)) {
      state["chain"].push_back(format_place(geometry, place));
    }
  }
  return state;
}

}  // namespace

Json move_in(const Position& position, Place place) {
  return {{"place", format_place(position.geometry(), place)},
          {"move", format_move(position, place)},
          {"captured", names_of(position.geometry(), captured_by(position, place))}};
}

Json position_answer(const Json& request) {
  return state_of(parse_position(request.at("text").get<std::string>()));
}

Json play_answer(const Json& request) {
  const Position position = parse_position(request.at("position").get<std::string>());
  const Place place = parse_move(position, request.at("move").get<std::string>());
  Json answer = state_of(successor(position, place));
  answer.update(move_in(position, place));
  return answer;
}

}  // namespace onyx::pages
