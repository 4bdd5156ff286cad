// One side of a position as outlook.h sees it: its chains from both edges, and what a stone more
// would join.
//
// What a stone on a place would join (its reach) depends on the side's own stones alone. So it is
// the same after a move of the other side that captures nothing, and mostly after one of its own
// (threats.h).
#pragma once

#include <array>

#include "core/moves.h"

namespace onyx::proof_number {

/// A player's stones that are joined to one of his edges, and their halo (chain.h).
template <int W>
struct EdgeChains {
  PlaceSet<W> stones;
  PlaceSet<W> halo;

  EdgeChains(const Board<W>& board, const PlaceSet<W>& all, const PlaceSet<W>& edge)
      : halo(onyx::halo(board, all, edge)) {
    stones = all & halo;
  }
};

template <int W>
struct Chains {
  EdgeChains<W> start;
  EdgeChains<W> goal;

  Chains(const Board<W>& board, const PlaceSet<W>& stones, Player player)
      : start(board, stones, board.start_edge(player)),
        goal(board, stones, board.goal_edge(player)) {}
  PlaceSet<W> connecting() const { return start.halo & goal.halo; }
  /// Where a stone would prolong one chain from an edge.
  PlaceSet<W> prolonging() const { return start.halo ^ goal.halo; }
};

/// By place: its reach, filled in as it is asked for.
template <int W>
struct Reaches {
  PlaceSet<W> known;
  std::array<PlaceSet<W>, std::size_t{64} * W> of;
};

template <int W>
class Side {
 public:
  /// `reaches`, if given, must know nothing yet, and outlive it.
  Side(const Board<W>& board, const PlaceSet<W>& stones, Player player,
       Reaches<W>* reaches = nullptr)
      : board_(board),
        chains_(board, stones, player),
        joined_(stones - chains_.start.stones - chains_.goal.stones),
        reaches_(reaches) {}

  const Chains<W>& chains() const { return chains_; }

  /// The place and all places next to it or to the stones that a stone there would join, those on
  /// the chains from the edges left out.
  PlaceSet<W> reach_of(Place place) const {
    if (reaches_ == nullptr) return computed(place);
    PlaceSet<W>& reach = reaches_->of[place];
    if (!reaches_->known.has(place)) {
      reach = computed(place);
      reaches_->known.add(place);
    }
    return reach;
  }

  /// Where the player would connect after a stone on `place`, as far as these places are free. May
  /// hold places where he could connect before.
  PlaceSet<W> threats_from(Place place) const {
    const bool at_start = chains_.start.halo.has(place);
    if (!at_start && !chains_.goal.halo.has(place)) return {};
    PlaceSet<W> threats = reach_of(place) & (at_start ? chains_.goal.halo : chains_.start.halo);
    threats.remove(place);
    return threats;
  }

 private:
  PlaceSet<W> computed(Place place) const {
    const PlaceSet<W> single = PlaceSet<W>::single(place);
    return halo(board_, joined_ | single, single);
  }

  const Board<W>& board_;
  Chains<W> chains_;
  PlaceSet<W> joined_;   ///< The stones on no chain from an edge.
  Reaches<W>* reaches_;  ///< nullptr: none are kept.
};

}  // namespace onyx::proof_number
