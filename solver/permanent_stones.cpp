#include "solver/permanent_stones.h"

namespace onyx {

template <int W>
PlaceSet<W> permanent_stones(const Board<W>& board, const Position<W>& setup) {
  PlaceSet<W> permanent = setup.occupied();
  for (bool changed = true; changed;) {
    changed = false;
    PlaceSet<W> points = permanent & board.points();
    while (points.any()) {
      const Place point = points.pop_lowest();
      const Player owner = setup.stones[0].has(point) ? Player::V : Player::H;
      const PlaceSet<W> own = permanent & setup.of(owner);
      const PlaceSet<W> theirs = permanent & setup.of(other(owner));
      bool is_safe = true;
      for (const CornerView<W>& square : board.squares_at(point)) {
        if (square.adjacent.empty()) continue;  // no square
        is_safe = is_safe && ((own & square.adjacent).any() || (theirs & square.opposite).any());
      }
      if (!is_safe) {
        permanent.remove(point);
        changed = true;
      }
    }
  }
  return permanent;
}

#define ONYX_INSTANTIATE(W) \
  template PlaceSet<W> permanent_stones(const Board<W>&, const Position<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
