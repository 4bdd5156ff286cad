// One side of a position, as outlook.h needs it: the chains from both edges, and the stones that
// one more stone would join.
//
// What a stone on a place would join (its reach) depends only on the side's own stones. So a reach
// stays the same after a move of the opponent that captures nothing, and usually also after a move
// of the side itself (threats.h).
#pragma once

#include <array>

#include "core/moves.h"

namespace onyx::proof_number {

/// A player's stones that are joined to one of the player's edges, and their halo (chain.h).
template <int W>
struct EdgeChains {
  PlaceSet<W> stones;
  PlaceSet<W> halo;

  EdgeChains(const WideBoard<W>& board, const PlaceSet<W>& all, const PlaceSet<W>& edge)
      : halo(onyx::halo(board, all, edge)) {
    stones = all & halo;
  }
};

template <int W>
struct Chains {
  EdgeChains<W> start;
  EdgeChains<W> goal;

  Chains(const WideBoard<W>& board, const PlaceSet<W>& stones, Player player)
      : start(board, stones, board.start_edge(player)),
        goal(board, stones, board.goal_edge(player)) {}
  PlaceSet<W> connecting() const { return start.halo & goal.halo; }
  /// The places where a stone would extend the chains from exactly one edge.
  PlaceSet<W> prolonging() const { return start.halo ^ goal.halo; }
};

/// The reach of each place, computed at its first use.
template <int W>
struct Reaches {
  PlaceSet<W> known;
  std::array<PlaceSet<W>, std::size_t{64} * W> of;
};

template <int W>
class Side {
 public:
  /// `reaches`, if given, must be empty and must outlive this.
  Side(const WideBoard<W>& board, const PlaceSet<W>& stones, Player player,
       Reaches<W>* reaches = nullptr)
      : board_(board),
        chains_(board, stones, player),
        joined_(stones - chains_.start.stones - chains_.goal.stones),
        reaches_(reaches) {}

  const Chains<W>& chains() const { return chains_; }

  /// The place, and all places next to it or to the stones that a stone there would join. Stones of
  /// the chains from the edges are not counted among these stones.
  PlaceSet<W> reach_of(Place place) const {
    if (reaches_ == nullptr) return computed(place);
    PlaceSet<W>& reach = reaches_->of[place];
    if (!reaches_->known.has(place)) {
      reach = computed(place);
      reaches_->known.add(place);
    }
    return reach;
  }

  /// The places where the player would connect after a stone on `place`, if they are free. May
  /// include places where the player could connect before.
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

  const WideBoard<W>& board_;
  Chains<W> chains_;
  PlaceSet<W> joined_;   ///< The stones that are not on a chain from an edge.
  Reaches<W>* reaches_;  ///< nullptr if reaches are not stored.
};

}  // namespace onyx::proof_number
