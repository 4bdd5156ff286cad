// Answers game, picture and strategy requests (experiments/pages/wasm/answers.h).
#include <cmath>
#include <vector>

#include "core/line.h"
#include "experiments/claims/repetitions.h"
#include "experiments/pages/wasm/answers.h"
#include "experiments/svg/board_svg.h"
#include "solver/known/certificate_strategy.h"

namespace onyx::pages {
Json game_answer(const Json& request) {
  const auto text = request.at("text").get<std::string>();
  const auto setup = request.value("setup", std::string());
  const Line line = replay(parse_record(text, setup));
  Json answer;
  answer["board"] = format_board_size(line.start().board().size());
  answer["positions"] = {format_position(line.start())};
  answer["moves"] = Json::array();
  for (std::size_t ply = 0; ply < line.moves.size(); ++ply) {
    const Position& from = line.positions[ply];
    answer["positions"].push_back(format_position(line.positions[ply + 1]));
    Json& move = answer["moves"].emplace_back();
    move["by"] = std::string(1, letter_of(from.to_move()));
    move.update(move_in(from, line.moves[ply]));
  }
  answer["repetitions"] = Json::array();
  for (const Repetition& repetition : repetitions_in(line)) {
    answer["repetitions"].push_back(
        {{"from", repetition.from}, {"to", repetition.to}, {"until", repetition.until}});
  }
  return answer;
}

Json picture_answer(const Json& request) {
  const BoardSize size = parse_board_size(request.at("board").get<std::string>());
  const Geometry geometry(size);
  const auto to_tenths = [](double pixels) { return std::round(10 * pixels) / 10; };
  Json picture{
      {"width", picture_size(size).width}, {"height", picture_size(size).height}, {"unit", kUnit}};
  for (const auto& [name, drawing] :
       {std::pair{"tiling", Drawing::tiling}, {"grid", Drawing::grid}}) {
    picture[name]["background"] = empty_board_svg(geometry, drawing);
    for (int place = 0; place < geometry.place_count(); ++place) {
      const Spot pixel = pixel_of(geometry, static_cast<Place>(place), drawing);
      picture[name]["spots"][format_place(geometry, static_cast<Place>(place))] = {
          to_tenths(pixel.x), to_tenths(pixel.y)};
    }
  }
  picture["stones"] = {{"V", stone_svg(Player::V)}, {"H", stone_svg(Player::H)}};
  return picture;
}

namespace {

std::vector<CertificateStrategy>& opened() {
  static std::vector<CertificateStrategy> strategies;
  return strategies;
}

}  // namespace

Json open_strategy(std::string_view bytes) {
  const CertificateStrategy& strategy = opened().emplace_back(bytes);
  return {{"strategy", opened().size() - 1},
          {"claim", name_of(strategy.claim())},
          {"position", strategy.position()},
          {"entries", strategy.entries()}};
}

Json strategy_answer(const Json& request) {
  const CertificateStrategy& strategy = opened().at(request.at("strategy").get<std::size_t>());
  const auto answer = strategy.at(request.at("position").get<std::string>());
  Json json = Json::object();
  if (!answer) return json;
  json["owner"] = std::string(1, answer->owner);
  if (!answer->move.empty()) {
    json["move"] = answer->move;
  } else {
    json["replies"] = Json::array();
    for (const auto& [move, position, reply] : answer->replies) {
      json["replies"].push_back({{"move", move}, {"answer", reply}});
    }
  }
  return json;
}

}  // namespace onyx::pages
