#include "core/legality.h"

#include <fmt/core.h>

#include "core/base/assert.h"
#include "core/chain.h"

namespace onyx {

template <int W>
Place find_cross(const WideBoard<W>& board, const WidePosition<W>& position) {
  ONYX_ASSERT(position.is_sound());
  const auto& [v, h] = position.stones;
  const auto places = static_cast<Place>(board.place_count());
  for (auto midpoint = static_cast<Place>(board.geometry().point_count()); midpoint < places;
       ++midpoint) {
    if (v.has(midpoint) || h.has(midpoint)) continue;
    const auto [a, b, c, d] = board.geometry().corners_of(board.geometry().square_of(midpoint));
    if (v.has(a) && v.has(c) && h.has(b) && h.has(d)) return midpoint;
    if (h.has(a) && h.has(c) && v.has(b) && v.has(d)) return midpoint;
  }
  return places;
}

template <int W>
bool is_legal(const WideBoard<W>& board, const WidePosition<W>& position) {
  return position.is_sound() && find_cross(board, position) == board.place_count() &&
         !is_connected(board, position.of(position.to_move), position.to_move);
}

template <int W>
bool can_go_on(const WideBoard<W>& board, const WidePosition<W>& position) {
  const Player last = other(position.to_move);
  return is_legal(board, position) && !is_connected(board, position.of(last), last);
}

template <int W>
std::string defect_of(const WideBoard<W>& board, const WidePosition<W>& position) {
  if (const Place cross = find_cross(board, position); cross < board.place_count()) {
    return fmt::format(
        "there is a cross at square {}: pairs of V and of H on its diagonals and an empty "
        "midpoint, "
        "which no play reaches",
        format_place(board.geometry(), cross));
  }
  const Player mover = position.to_move;
  const bool mover_connected = is_connected(board, position.of(mover), mover);
  if (!mover_connected) return "";
  if (is_connected(board, position.of(other(mover)), other(mover))) {
    return "both players are connected, which no play reaches";
  }
  return fmt::format("{} is to move but is already connected, so the game had ended before",
                     letter_of(mover));
}

#define ONYX_INSTANTIATE(W)                                                    \
  template bool is_legal(const WideBoard<W>&, const WidePosition<W>&);         \
  template bool can_go_on(const WideBoard<W>&, const WidePosition<W>&);        \
  template std::string defect_of(const WideBoard<W>&, const WidePosition<W>&); \
  template Place find_cross(const WideBoard<W>&, const WidePosition<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
