#include "experiments/repetition/find/random_positions.h"

#include <algorithm>

#include "core/legality.h"
#include "solver/repetition/arena.h"

namespace onyx {

template <int W>
std::optional<WidePosition<W>> random_crowded_position(const WideBoard<W>& board,
                                                       const CrowdSettings& settings,
                                                       Random& random) {
  const auto points = static_cast<std::uint64_t>(board.geometry().point_count());
  const auto coin = [&] { return below(random, 2) == 0 ? Player::V : Player::H; };
  WidePosition<W> position;
  position.to_move = coin();
  board.midpoints().for_each([&](Place midpoint) {
    if (below(random, 100) < static_cast<std::uint64_t>(settings.midpoint_percent)) {
      position.of(coin()).add(midpoint);
    }
  });
  const auto low = static_cast<std::uint64_t>(settings.min_empty);
  const auto high = static_cast<std::uint64_t>(settings.max_empty);
  const std::uint64_t empty = std::min(points, low + below(random, high - low + 1));
  // Selection sampling: each remaining point is left empty with the right probability.
  std::uint64_t left = empty;
  for (std::uint64_t point = 0; point < points; ++point) {
    if (below(random, points - point) < left) {
      --left;
    } else {
      position.of(coin()).add(static_cast<Place>(point));
    }
  }
  if (!mend_crosses(board, position, {}, random)) return std::nullopt;
  if (!can_go_on(board, position)) return std::nullopt;
  return position;
}

template <int W>
bool is_promising(const WideBoard<W>& board, const WidePosition<W>& position,
                  const CrowdSettings& settings) {
  if (winning_moves(board, position).any()) return false;
  WidePosition<W> threats = position;
  threats.to_move = other(position.to_move);
  if (winning_moves(board, threats).count() > 1) return false;
  const int places = arena_of(board, position).place_count();
  return places >= settings.min_arena && places <= settings.max_arena;
}

template <int W>
std::optional<WidePosition<W>> random_neighbour(const WideBoard<W>& board,
                                                const WidePosition<W>& position, Random& random) {
  WidePosition<W> neighbour = position;
  const auto places = static_cast<std::uint64_t>(board.place_count());
  for (std::uint64_t changes = 1 + below(random, 3); changes > 0; --changes) {
    const auto place = static_cast<Place>(below(random, places));
    for (PlaceSet<W>& stones : neighbour.stones) stones.remove(place);
    const std::uint64_t colour = below(random, 3);
    if (colour < 2) neighbour.stones[colour].add(place);
  }
  if (!can_go_on(board, neighbour)) return std::nullopt;
  return neighbour;
}

#define ONYX_INSTANTIATE(W)                                                                       \
  template std::optional<WidePosition<W>> random_crowded_position(const WideBoard<W>&,            \
                                                                  const CrowdSettings&, Random&); \
  template bool is_promising(const WideBoard<W>&, const WidePosition<W>&, const CrowdSettings&);  \
  template std::optional<WidePosition<W>> random_neighbour(const WideBoard<W>&,                   \
                                                           const WidePosition<W>&, Random&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
