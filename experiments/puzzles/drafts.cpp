#include "experiments/puzzles/drafts.h"

#include <algorithm>

#include "core/legality.h"
#include "core/symmetry.h"
#include "solver/engine/tactics/outlook.h"

namespace onyx {
namespace {

template <int W>
Place any_of(PlaceSet<W> places, Random& random) {
  std::uint64_t skip = below(random, static_cast<std::uint64_t>(places.count()));
  for (; skip > 0; --skip) places.pop_lowest();
  return places.lowest();
}

template <int W>
Place sensible_move(const WideBoard<W>& board, const WidePosition<W>& position, Random& random) {
  const PlaceSet<W> threats = threats_of(board, position, other(position.to_move));
  PlaceSet<W> moves = placements(board, position);
  if (threats.any()) {
    const PlaceSet<W> answers = proof_number::parries(board, position, threats);
    if (answers.any()) moves = answers;
  }
  constexpr int kTries = 8;
  Place best = moves.lowest();
  int best_worth = INT32_MIN;
  for (int i = 0; i < kTries; ++i) {
    const Place place = any_of(moves, random);
    const WidePosition<W> next = successor(board, position, place);
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

/// Empty points and midpoints up to two lines away from a place; if there are none, all empty ones.
template <int W>
PlaceSet<W> room_near(const WideBoard<W>& board, const WidePosition<W>& position, Place place) {
  const PlaceSet<W> room = (board.points() | board.midpoints()) - position.occupied();
  PlaceSet<W> near = board.neighbours(place);
  PlaceSet<W>(near).for_each([&](Place next) { near |= board.neighbours(next); });
  return (near & room).any() ? near & room : room;
}

template <int W>
void change(const WideBoard<W>& board, WidePosition<W>& position, Random& random) {
  const PlaceSet<W> stones = position.occupied();
  if (stones.empty()) return;
  const Place place = any_of(stones, random);
  const Player owner = position.of(Player::V).has(place) ? Player::V : Player::H;
  const PlaceSet<W> room = room_near(board, position, place);
  const std::uint64_t what = below(random, 5);
  // 0, 1: move; 2: remove; 3: recolour; 4: add a stone nearby.
  if (what < 4) position.of(owner).remove(place);
  if (what < 2 && room.any()) position.of(owner).add(any_of(room, random));
  if (what == 3) position.of(other(owner)).add(place);
  if (what == 4 && room.any()) {
    const Player colour = below(random, 2) == 0 ? Player::V : Player::H;
    position.of(colour).add(any_of(room, random));
  }
}

}  // namespace

template <int W>
std::optional<WidePosition<W>> rearranged(const WideBoard<W>& board,
                                          const WidePosition<W>& position, Random& random) {
  WidePosition<W> changed = position;
  for (std::uint64_t changes = 1 + below(random, 3); changes > 0; --changes) {
    change(board, changed, random);
  }
  if (!is_legal(board, changed) || is_finished(board, changed)) return std::nullopt;
  return changed;
}

template <int W>
std::vector<WidePosition<W>> sensible_game(const WideBoard<W>& board, const WidePosition<W>& setup,
                                           Random& random) {
  std::vector<WidePosition<W>> game{setup};
  // Captures could make a game endless.
  const auto most = static_cast<std::size_t>(2 * board.place_count());
  while (game.size() < most && winning_moves(board, game.back()).empty()) {
    const Place place = sensible_move(board, game.back(), random);
    game.push_back(successor(board, game.back(), place));
  }
  return game;
}

template <int W>
WidePosition<W> economized(
    const WideBoard<W>& board, const WidePosition<W>& position, Random& random,
    const std::type_identity_t<std::function<bool(const WidePosition<W>&)>>& keeps_solution) {
  WidePosition<W> best = position;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    std::vector<Place> stones;
    best.occupied().for_each([&](Place place) { stones.push_back(place); });
    for (std::size_t i = stones.size(); i > 1; --i) {
      std::swap(stones[i - 1], stones[below(random, i)]);
    }
    for (const Place place : stones) {
      WidePosition<W> without = best;
      for (PlaceSet<W>& set : without.stones) set.remove(place);
      // Removing stones creates no cross on points, but without a midpoint stone there may be one.
      if (!is_legal(board, without) || is_finished(board, without)) continue;
      if (!keeps_solution(without)) continue;
      best = without;
      has_changed = true;
    }
  }
  return best;
}

template <int W>
WidePosition<W> with_side_due(const WideBoard<W>& board, const WidePosition<W>& position,
                              Place& key) {
  const bool is_square = board.size().width == board.size().height;
  if (has_side_due(position) || !is_square) return position;
  const Symmetry reflection = diagonal_reflection(board.geometry());
  key = reflection.image[key];
  return reflection(position);
}

#define ONYX_INSTANTIATE(W)                                                                        \
  template std::vector<WidePosition<W>> sensible_game(const WideBoard<W>&, const WidePosition<W>&, \
                                                      Random&);                                    \
  template std::optional<WidePosition<W>> rearranged(const WideBoard<W>&, const WidePosition<W>&,  \
                                                     Random&);                                     \
  template WidePosition<W> economized(                                                             \
      const WideBoard<W>&, const WidePosition<W>&, Random&,                                        \
      const std::type_identity_t<std::function<bool(const WidePosition<W>&)>>&);                   \
  template WidePosition<W> with_side_due(const WideBoard<W>&, const WidePosition<W>&, Place&);
ONYX_FOR_EACH_PUZZLE_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
