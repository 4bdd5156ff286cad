// Chains: the places that a player's stones reach from an edge.
//
// The flood fill takes one stone at a time and all its neighbours at once: a table load and a few
// word operations. It returns the *halo* of the chain, which answers both questions of the rules:
// is the player connected, and which single stone would connect.
#pragma once

#include <vector>

#include "core/wide_board.h"

namespace onyx {

/// The halo: `edge` and all neighbours of stones in chains from it. O(stones).
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

/// The places, including occupied ones, where one more stone would join the player's two edges.
/// Meaningless if the player is connected already. Two fills answer for all moves of a position.
template <int W>
PlaceSet<W> connecting_places(const WideBoard<W>& board, const PlaceSet<W>& stones, Player player) {
  const PlaceSet<W> from_start = halo(board, stones, board.start_edge(player));
  return from_start & halo(board, stones, board.goal_edge(player));
}

/// A shortest chain of the player's stones, from goal edge to start edge; empty if not connected.
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
  return chain;
}

}  // namespace onyx
