// Chains of stones: whether a player is connected, and which single stone would connect the player.
//
// A flood fill from an edge answers both questions. It takes one stone at a time and adds all
// neighbours of the stone at once, with a table load and a few word operations.
#pragma once

#include <vector>

#include "core/wide_board.h"

namespace onyx {

/// Returns the places of `edge` and all neighbours of the stones connected to `edge`. O(stones).
template <int W>
PlaceSet<W> halo(const WideBoard<W>& board, const PlaceSet<W>& stones, const PlaceSet<W>& edge) {
  PlaceSet<W> reached = edge;
  PlaceSet<W> untouched = stones - edge;
  PlaceSet<W> frontier = stones & edge;
  while (frontier.any()) {
    const PlaceSet<W>& around = board.neighbours(frontier.pop_lowest());
    reached |= around;
    frontier |= around & untouched;
    untouched -= around;
  }
  return reached;
}

template <int W>
bool is_connected(const WideBoard<W>& board, const PlaceSet<W>& stones, Player player) {
  return (halo(board, stones, board.start_edge(player)) & stones & board.goal_edge(player)).any();
}

/// Returns the places, occupied or not, where one more stone would join the player's two edges.
/// Meaningless if the player is already connected. O(stones).
template <int W>
PlaceSet<W> connecting_places(const WideBoard<W>& board, const PlaceSet<W>& stones, Player player) {
  const PlaceSet<W> from_start = halo(board, stones, board.start_edge(player));
  return from_start & halo(board, stones, board.goal_edge(player));
}

/// Returns a shortest chain of stones from goal edge to start edge; empty if not connected.
template <int W>
std::vector<Place> shortest_chain(const WideBoard<W>& board, const PlaceSet<W>& stones,
                                  Player player) {
  constexpr int kNone = -1;
  std::vector<int> before(static_cast<std::size_t>(board.place_count()), kNone);
  std::vector<Place> reached;
  PlaceSet<W> left = stones - board.start_edge(player);
  (stones & board.start_edge(player)).for_each([&](Place place) { reached.push_back(place); });
  std::vector<Place> chain;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (board.goal_edge(player).has(reached[i])) {
      for (int place = reached[i]; place != kNone;
           place = before[static_cast<std::size_t>(place)]) {
        chain.push_back(static_cast<Place>(place));
      }
      break;
    }
    const PlaceSet<W> next = board.neighbours(reached[i]) & left;
    left -= next;
    next.for_each([&](Place place) {
      before[place] = reached[i];
      reached.push_back(place);
    });
  }
  ONYX_ASSERT(chain.empty() == !is_connected(board, stones, player));
  return chain;
}

}  // namespace onyx
