#include "tests/fuzz/forge_position.h"

#include <algorithm>

#include "tests/fuzz/plain_play.h"
#include "tests/fuzz/some_of.h"

namespace onyx::fuzz {

using plain::Position;
using plain::random_below;
using plain::Rng;

namespace {

unsigned number_of(const plain::Move& move, const std::vector<plain::Place>& places) {
  const auto at = std::find_if(places.begin(), places.end(), [&](const plain::Place& place) {
    return plain::name(place) == move.place;
  });
  return static_cast<unsigned>(at - places.begin());
}

}  // namespace

unsigned some_move(const Position& position, Rng& random) {
  const std::vector<plain::Place> places = plain::places(position.width, position.height);
  const std::vector<plain::Move> moves = plain::legal_moves(position);
  if (moves.empty()) {
    return static_cast<unsigned>(random_below(random, static_cast<int>(places.size())));
  }
  return number_of(some_of(moves, random), places);
}

unsigned some_careful_move(const Position& position, Rng& random) {
  std::vector<plain::Move> moves = plain::legal_moves(position);
  std::erase_if(moves, [&](const plain::Move& move) {
    return std::ranges::any_of(replies(plain::play(position, move)), [&](const Position& next) {
      return plain::connected(next, plain::opponent(position.side));
    });
  });
  if (moves.empty()) return some_move(position, random);
  return number_of(some_of(moves, random), plain::places(position.width, position.height));
}

void change_stone(Position& position, Rng& random) {
  const std::vector<plain::Place> places = plain::places(position.width, position.height);
  position.at(some_of(places, random)) = ".VH"[random_below(random, 3)];
}

void exchange_colours(Position& position) {
  for (std::vector<char>* stones : {&position.points, &position.midpoints}) {
    for (char& stone : *stones) {
      if (stone != '.') stone = plain::opponent(stone);
    }
  }
}

}  // namespace onyx::fuzz
