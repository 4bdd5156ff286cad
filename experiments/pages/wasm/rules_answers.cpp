// Answers that need no search: rules, records of games, pictures, texts of certificates.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/line.h"
#include "experiments/claims/repetitions.h"
#include "experiments/pages/site/strategy_code.h"
#include "experiments/pages/wasm/answers.h"
#include "experiments/svg/board_svg.h"
#include "solver/certificate/certificate.h"
#include "solver/engine/tactics/outlook.h"

namespace onyx::pages {
namespace {

template <int W>
Json names_of(const WideBoard<W>& board, const PlaceSet<W>& places) {
  Json names = Json::array();
  places.for_each([&](Place place) { names.push_back(format_place(board.geometry(), place)); });
  return names;
}

/// A shortest chain of the player's stones from edge to edge; empty if there is none.
template <int W>
Json chain_of(const WideBoard<W>& board, const WidePosition<W>& position, Player player) {
  constexpr int kNone = -1;
  std::vector<int> before(static_cast<std::size_t>(board.place_count()), kNone);
  std::vector<Place> reached;
  PlaceSet<W> left = position.of(player);
  (left & board.start_edge(player)).for_each([&](Place place) { reached.push_back(place); });
  left -= board.start_edge(player);
  Json chain = Json::array();
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (board.goal_edge(player).has(reached[i])) {
      for (int place = reached[i]; place != kNone;
           place = before[static_cast<std::size_t>(place)]) {
        chain.push_back(format_place(board.geometry(), static_cast<Place>(place)));
      }
      break;
    }
    const PlaceSet<W> next = board.neighbours(reached[i]) & left;
    left -= next;
    next.for_each([&](Place place) {
      before[place] = reached[i];
      reached.push_back(place);
    });
  }
  return chain;
}

template <int W>
Json state_of(const WideBoard<W>& board, const WidePosition<W>& position) {
  Json state;
  state["position"] = format_position(board, position);
  state["board"] = format_board_size(board.size());
  state["toMove"] = std::string(1, letter_of(position.to_move));
  for (const Player player : {Player::V, Player::H}) {
    state["stones"][std::string(1, letter_of(player))] = names_of(board, position.of(player));
  }
  Json moves = Json::array();
  legal_moves(board, position).for_each([&](Place place) {
    moves.push_back({{"place", format_place(board.geometry(), place)},
                     {"move", format_move(board, position, place)},
                     {"captured", names_of(board, captured_by(board, position, place))}});
  });
  state["moves"] = std::move(moves);
  state["winner"] = nullptr;
  state["chain"] = Json::array();
  if (is_finished(board, position)) {
    const Player winner = other(position.to_move);
    state["winner"] = std::string(1, letter_of(winner));
    state["chain"] = chain_of(board, position, winner);
  }
  return state;
}

double to_tenths(double pixels) { return std::round(10 * pixels) / 10; }

}  // namespace

Json position_answer(const Json& request) {
  const auto text = request.at("text").get<std::string>();
  return with_board(board_size_of(text), [&](const auto& board) {
    return state_of(board, parse_position(board, text));
  });
}

Json play_answer(const Json& request) {
  const auto text = request.at("position").get<std::string>();
  return with_board(board_size_of(text), [&]<int W>(const WideBoard<W>& board) {
    const WidePosition<W> position = parse_position(board, text);
    const Place place = parse_move(board, position, request.at("move").get<std::string>());
    Json answer = state_of(board, successor(board, position, place));
    answer["place"] = format_place(board.geometry(), place);
    answer["move"] = format_move(board, position, place);
    answer["captured"] = names_of(board, captured_by(board, position, place));
    return answer;
  });
}

Json game_answer(const Json& request) {
  const auto text = request.at("text").get<std::string>();
  const auto setup = request.value("setup", std::string());
  const Record record = parse_record(text, setup);
  return with_board(board_size_of(record.start), [&]<int W>(const WideBoard<W>& board) {
    const Line<W> line = replay(board, parse_position(board, record.start), record.moves);
    Json answer;
    answer["board"] = format_board_size(board.size());
    answer["positions"] = {format_position(board, line.start())};
    answer["moves"] = Json::array();
    for (std::size_t ply = 0; ply < line.moves.size(); ++ply) {
      const WidePosition<W>& from = line.positions[ply];
      answer["positions"].push_back(format_position(board, line.positions[ply + 1]));
      answer["moves"].push_back(
          {{"by", std::string(1, letter_of(from.to_move))},
           {"place", format_place(board.geometry(), line.moves[ply])},
           {"move", format_move(board, from, line.moves[ply])},
           {"captured", names_of(board, captured_by(board, from, line.moves[ply]))}});
    }
    answer["repetitions"] = Json::array();
    for (const Repetition& repetition : repetitions_in(line)) {
      answer["repetitions"].push_back(
          {{"from", repetition.from}, {"to", repetition.to}, {"until", repetition.until}});
    }
    return answer;
  });
}

Json picture_answer(const Json& request) {
  const BoardSize size = parse_board_size(request.at("board").get<std::string>());
  const Geometry geometry(size);
  Json picture;
  picture["width"] = picture_size(size).width;
  picture["height"] = picture_size(size).height;
  picture["unit"] = kUnit;
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

Json strategies_answer(const Json& request) {
  const auto text = request.at("position").get<std::string>();
  Json answer;
  with_board(board_size_of(text), [&]<int W>(const WideBoard<W>& board) {
    const WidePosition<W> start = parse_position(board, text);
    for (const Player owner : {Player::V, Player::H}) {
      const std::string letter(1, letter_of(owner));
      const auto code = request.at("strategies").at(letter).get<std::string>();
      answer[letter] = decode_strategy(board, start, owner, code, StrategyExtent::brief);
    }
  });
  return answer;
}

Json win_answer(const Json& request) {
  const auto text = request.at("position").get<std::string>();
  return with_board(board_size_of(text), [&]<int W>(const WideBoard<W>& board) {
    const WidePosition<W> position = parse_position(board, text);
    Json answer = {{"move", nullptr}};
    if (is_finished(board, position)) return answer;
    const auto outlook = proof_number::outlook_of(board, position);
    if (outlook.forecast == proof_number::Outlook<W>::Forecast::win) {
      answer["move"] = format_move(board, position, outlook.move);
    }
    return answer;
  });
}

Json certificate_answer(const Json& request) {
  Certificate certificate;
  certificate.position = request.at("position").get<std::string>();
  with_board(board_size_of(certificate.position), [&]<int W>(const WideBoard<W>& board) {
    const WidePosition<W> start = parse_position(board, certificate.position);
    for (const Player owner : {Player::V, Player::H}) {
      const char letter = letter_of(owner);
      const auto code = request.at("strategies").at(std::string(1, letter)).get<std::string>();
      certificate.strategies[letter] = decode_strategy(board, start, owner, code);
    }
  });
  const Json& line = request.at("line");
  certificate.line = {line.at("prefix").get<Certificate::Moves>(),
                      line.at("cycle").get<Certificate::Moves>()};
  if (const Json& game = request.at("game"); !game.is_null()) {
    certificate.game = {game.at("setup").get<std::string>(),
                        game.at("moves").get<Certificate::Moves>()};
  }
  return {{"text", to_json(certificate)}};
}

}  // namespace onyx::pages
