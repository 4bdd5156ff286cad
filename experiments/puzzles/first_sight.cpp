#include "experiments/puzzles/first_sight.h"

#include <algorithm>
#include <utility>

#include "solver/engine/bounded/bounded_search.h"
#include "solver/engine/tactics/outlook.h"

namespace onyx {
namespace {

/// The gain of a move for its player: captures, threats, fewer stones needed to connect.
template <int W>
int gain_of(const WideBoard<W>& board, const WidePosition<W>& position, Place place,
            const WidePosition<W>& next, int needed) {
  const Player mover = position.to_move;
  const int threats = threats_of(board, next, mover).count();
  return 4 * captured_by(board, position, place).count() + 6 * std::min(threats, 2) +
         4 * (needed - stones_needed(board, next, mover, board.place_count()));
}

template <int W>
PlaceSet<W> captured_next(const WideBoard<W>& board, const WidePosition<W>& position) {
  PlaceSet<W> captured;
  placements(board, position).for_each([&](Place reply) {
    captured |= captured_by(board, position, reply);
  });
  return captured;
}

}  // namespace

template <int W>
std::vector<Place> by_first_sight(const WideBoard<W>& board, const WidePosition<W>& position,
                                  PlaceSet<W> moves) {
  const Player mover = position.to_move;
  const int most = board.place_count();
  const int own = stones_needed(board, position, mover, most);
  const int theirs = stones_needed(board, position, other(mover), most);
  WidePosition<W> turned = position;
  turned.to_move = other(mover);
  std::vector<std::pair<int, Place>> by_look;
  moves.for_each([&](Place place) {
    const WidePosition<W> next = successor(board, position, place);
    const int gain = gain_of(board, position, place, next, own);
    const int his_gain = gain_of(board, turned, place, successor(board, turned, place), theirs);
    const bool is_in_danger = captured_next(board, next).has(place);
    const int look = 2 * gain + his_gain - (is_in_danger ? 6 : 0);
    by_look.emplace_back(-look, place);
  });
  std::ranges::sort(by_look);
  std::vector<Place> places;
  for (const auto& [look, place] : by_look) places.push_back(place);
  return places;
}

#define ONYX_INSTANTIATE(W)                                                               \
  template std::vector<Place> by_first_sight(const WideBoard<W>&, const WidePosition<W>&, \
                                             PlaceSet<W>);
ONYX_FOR_EACH_PUZZLE_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
