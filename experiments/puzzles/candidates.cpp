#include "experiments/puzzles/candidates.h"

#include <algorithm>

#include "core/legality.h"
#include "core/symmetry.h"
#include "solver/tactics/outlook.h"

namespace onyx {
namespace {

Place any_of(SmallSet places, Random& random) {
  std::uint64_t skip = below(random, static_cast<std::uint64_t>(places.count()));
  for (; skip > 0; --skip) places.pop_lowest();
  return places.lowest();
}

Place sensible_move(const SmallBoard& board, const SmallPosition& position, Random& random) {
  const SmallSet threats = threats_of(board, position, other(position.to_move));
  SmallSet moves = placements(board, position);
  if (threats.any()) {
    const SmallSet answers = proof_number::parries(board, position, threats);
    if (answers.any()) moves = answers;
  }
  constexpr int kTries = 8;
  Place best = moves.lowest();
  int best_worth = INT32_MIN;
  for (int i = 0; i < kTries; ++i) {
    const Place place = any_of(moves, random);
    const SmallPosition next = successor(board, position, place);
    const int most = board.place_count();
    const int worth = 4 * stones_needed(board, next, next.to_move, most) -
                      4 * stones_needed(board, next, position.to_move, most) +
                      captured_by(board, position, place).count() +
                      static_cast<int>(below(random, 4));
    if (worth > best_worth) {
      best_worth = worth;
      best = place;
    }
  }
  return best;
}

/// Empty points and midpoints near a place: up to two lines away, if there are any, else anywhere.
SmallSet room_near(const SmallBoard& board, const SmallPosition& position, Place place) {
  const SmallSet room = (board.points() | board.midpoints()) - position.occupied();
  SmallSet near = board.neighbours(place);
  SmallSet(near).for_each([&](Place next) { near |= board.neighbours(next); });
  return (near & room).any() ? near & room : room;
}

void change(const SmallBoard& board, SmallPosition& position, Random& random) {
  const SmallSet stones = position.occupied();
  if (stones.empty()) return;
  const Place place = any_of(stones, random);
  const Player owner = position.of(Player::V).has(place) ? Player::V : Player::H;
  const SmallSet room = room_near(board, position, place);
  const std::uint64_t what = below(random, 5);
  // Moved or taken off or recoloured; or one put beside it.
  if (what < 4) position.of(owner).remove(place);
  if (what < 2 && room.any()) position.of(owner).add(any_of(room, random));
  if (what == 3) position.of(other(owner)).add(place);
  if (what == 4 && room.any()) {
    const Player colour = below(random, 2) == 0 ? Player::V : Player::H;
    position.of(colour).add(any_of(room, random));
  }
}

}  // namespace

std::optional<SmallPosition> rearranged(const SmallBoard& board, const SmallPosition& position,
                                        Random& random) {
  SmallPosition changed = position;
  for (std::uint64_t changes = 1 + below(random, 3); changes > 0; --changes) {
    change(board, changed, random);
  }
  if (!is_legal(board, changed) || is_finished(board, changed)) return std::nullopt;
  return changed;
}

std::vector<SmallPosition> sensible_game(const SmallBoard& board, const SmallPosition& setup,
                                         Random& random) {
  std::vector<SmallPosition> game{setup};
  // Captures could make a game go on for ever.
  const auto most = static_cast<std::size_t>(2 * board.place_count());
  while (game.size() < most && winning_moves(board, game.back()).empty()) {
    const Place place = sensible_move(board, game.back(), random);
    game.push_back(successor(board, game.back(), place));
  }
  return game;
}

SmallPosition economized(const SmallBoard& board, const SmallPosition& position, Random& random,
                         const std::function<bool(const SmallPosition&)>& keeps_solution) {
  SmallPosition best = position;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    std::vector<Place> stones;
    best.occupied().for_each([&](Place place) { stones.push_back(place); });
    for (std::size_t i = stones.size(); i > 1; --i) {
      std::swap(stones[i - 1], stones[below(random, i)]);
    }
    for (const Place place : stones) {
      SmallPosition without = best;
      for (SmallSet& set : without.stones) set.remove(place);
      // Fewer stones make no cross on points; without a midpoint stone there may be one.
      if (!is_legal(board, without) || is_finished(board, without)) continue;
      if (!keeps_solution(without)) continue;
      best = without;
      has_changed = true;
    }
  }
  return best;
}

SmallPosition with_side_due(const SmallBoard& board, const SmallPosition& position, Place& key) {
  const bool is_square = board.size().width == board.size().height;
  if (has_side_due(position) || !is_square) return position;
  const Symmetry reflection = diagonal_reflection(board.geometry());
  key = reflection.image[key];
  return reflection(position);
}

}  // namespace onyx
