#include "tests/fuzz/plain_play.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "tests/plain/retrograde.h"

namespace onyx::fuzz {

using plain::Position;

std::optional<Position> after(const Position& position, unsigned move) {
  const std::vector<plain::Place> places = plain::places(position.width, position.height);
  if (move >= places.size()) return std::nullopt;
  for (const plain::Move& legal : plain::legal_moves(position)) {
    if (legal.place == plain::name(places[move])) return plain::play(position, legal);
  }
  return std::nullopt;
}

std::vector<Position> replies(const Position& position) {
  std::vector<Position> all;
  for (const plain::Move& move : plain::legal_moves(position)) {
    all.push_back(plain::play(position, move));
  }
  return all;
}

bool wins_within_three(const Position& position) {
  static std::map<Position, bool> known;
  if (plain::game_over(position)) return false;
  if (const auto found = known.find(position); found != known.end()) return found->second;
  const auto connects_at_once = [](const Position& at) {
    return std::ranges::any_of(
        replies(at), [&](const Position& next) { return plain::connected(next, at.side); });
  };
  const auto wins_after = [&](const Position& after) {
    return std::ranges::all_of(replies(after), [&](const Position& next) {
      return !plain::connected(next, after.side) && connects_at_once(next);
    });
  };
  const bool wins =
      connects_at_once(position) || std::ranges::any_of(replies(position), wins_after);
  constexpr std::size_t kMostKnown = 100'000;
  if (known.size() < kMostKnown) known.emplace(position, wins);
  return wins;
}

std::vector<Position> beginnings(const Position& start, char owner) {
  return start.side == owner ? std::vector{start} : replies(start);
}

char true_value(const Position& position, std::size_t most) {
  try {
    const plain::Value value = plain::solve_from(position, most).at(position).value;
    if (value == plain::Value::kDraw) return 'D';
    return value == plain::Value::kWin ? position.side : plain::opponent(position.side);
  } catch (const std::length_error&) {
    return '?';
  }
}

}  // namespace onyx::fuzz
