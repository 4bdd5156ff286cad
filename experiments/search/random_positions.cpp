#include "experiments/search/random_positions.h"

#include <algorithm>

#include "core/chain.h"
#include "core/legality.h"

namespace onyx {

template <int W>
std::optional<Position<W>> random_crowded_position(const Board<W>& board,
                                                   const CrowdSettings& settings, Random& random) {
  const auto points = static_cast<std::uint64_t>(board.geometry().point_count());
  const auto coin = [&] { return below(random, 2) == 0 ? Player::V : Player::H; };
  Position<W> position;
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
  // A cross is undone by recolouring one of its corners, which may make another one elsewhere.
  for (int tries = 0;; ++tries) {
    const Place midpoint = find_cross(board, position);
    if (midpoint == board.place_count()) break;
    if (tries == 100) return std::nullopt;
    const Cell square = board.geometry().square_of(midpoint);
    const Place corner = board.geometry().corners_of(square)[below(random, 4)];
    const Player owner = position.of(Player::V).has(corner) ? Player::V : Player::H;
    position.of(owner).remove(corner);
    position.of(other(owner)).add(corner);
  }
  for (const Player player : {Player::V, Player::H}) {
    if (is_connected(board, position.of(player), player)) return std::nullopt;
  }
  return position;
}

#define ONYX_INSTANTIATE(W)                                                    \
  template std::optional<Position<W>> random_crowded_position(const Board<W>&, \
                                                              const CrowdSettings&, Random&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
