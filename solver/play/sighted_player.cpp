#include "solver/play/sighted_player.h"

#include <cstdlib>
#include <vector>

#include "core/base/assert.h"
#include "core/legality.h"

namespace onyx {
namespace {

constexpr int kStone = 100;
/// Stones added to the distance if all paths are blocked, because only a capture can open one.
constexpr int kStonesForCapture = 3;
/// Penalty of a corner point relative to the middle, in hundredths of a stone.
constexpr int kMiddle = 60;

/// The stones that the shortest paths need (0 if there is no path), and all places on these paths.
template <int W>
struct ShortestWays {
  int stones = 0;
  PlaceSet<W> places;
};

/// Ignores captures. `player` must not be connected.
template <int W>
ShortestWays<W> shortest_ways(const WideBoard<W>& board, const WidePosition<W>& position,
                              Player player) {
  const PlaceSet<W> passable = placements(board, position);
  const PlaceSet<W>& goal = board.goal_edge(player);
  // Layer i holds the places that are reached with i + 1 more stones.
  std::vector<PlaceSet<W>> layers;
  PlaceSet<W> stones = position.of(player);
  ShortestWays<W> ways;
  for (bool is_there = false; !is_there;) {
    layers.push_back((halo(board, stones, board.start_edge(player)) & passable) - stones);
    if (layers.back().empty()) return ways;
    stones |= layers.back();
    is_there = (halo(board, stones, board.start_edge(player)) & stones & goal).any();
  }
  ways.stones = static_cast<int>(layers.size());
  stones = position.of(player);
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
    const PlaceSet<W> back = halo(board, stones, goal) & *layer;
    ways.places |= back;
    stones |= back;
  }
  return ways;
}

int off_the_middle(const Geometry& geometry, Place place) {
  const auto [width, height] = geometry.size();
  const auto [x, y] = geometry.half_steps_to(place);
  return kMiddle * (std::abs(x - (width - 1)) + std::abs(y - (height - 1))) / (width + height - 2);
}

}  // namespace

template <int W>
int sense_of_distance(const WideBoard<W>& board, const WidePosition<W>& position, Player player) {
  if (is_connected(board, position.of(player), player)) return 0;
  const ShortestWays<W> ways = shortest_ways(board, position, player);
  if (ways.stones == 0) {
    const int most = board.place_count();
    return kStone * (stones_needed(board, position, player, most) + kStonesForCapture + 1);
  }
  // Paths with few places cost more, because the opponent can block them more easily.
  return kStone * ways.stones + (kStone - 1) * ways.stones / ways.places.count();
}

template <int W>
std::optional<PlaceSet<W>> SightedPlayer<W>::moves_in_question(const WidePosition<W>& position,
                                                               int sight) {
  for (int k = 1; k <= sight; k += 2) {
    const std::optional<bool> wins = search().wins_within(position, k);
    if (!wins) return std::nullopt;
    if (*wins) return sight_.sighted_moves(position, k);
    if (k == 1) continue;
    const std::optional<bool> loses = search().loses_within(position, k - 1);
    if (!loses) return std::nullopt;
    // All moves lose within k - 1 plies, so they are equal: choose with less sight.
    if (*loses) return sight_.sighted_moves(position, k - 2);
  }
  return sight_.sighted_moves(position, sight);
}

template <int W>
std::optional<Place> SightedPlayer<W>::choose(const WidePosition<W>& position,
                                              const PlayStyle& style, Random& random) {
  ONYX_ASSERT(can_go_on(board_, position) && style.noise >= 0);
  std::optional<PlaceSet<W>> moves = moves_in_question(position, style.sight);
  if (!moves) return std::nullopt;
  const Player mover = position.to_move;
  Place best = moves->lowest();
  std::optional<int> most;
  moves->for_each([&](Place move) {
    const WidePosition<W> next = successor(board_, position, move);
    const int noise = static_cast<int>(below(random, static_cast<std::uint64_t>(style.noise) + 1));
    const int worth = sense_of_distance(board_, next, other(mover)) -
                      sense_of_distance(board_, next, mover) -
                      off_the_middle(board_.geometry(), move) + noise;
    if (most && *most >= worth) return;
    most = worth;
    best = move;
  });
  return best;
}

#define ONYX_INSTANTIATE(W)                                                            \
  template int sense_of_distance(const WideBoard<W>&, const WidePosition<W>&, Player); \
  template class SightedPlayer<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
