// One side of a position as outlook.h sees it: its chains from both edges, and where it would
// connect after one stone more.
//
// A stone more leaves most of this as it is, so it can be taken over from the position before
// (look_ahead.h): what a stone on a place would join (its reach) depends on the side's own stones
// alone, and a new stone changes only the reaches that it lies in, unless it prolongs a chain.
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

/// By place: the place and all places next to the stones that it would join, those on the chains
/// from the edges left out. Filled in as they are asked for.
template <int W>
struct Reaches {
  PlaceSet<W> known;
  std::array<PlaceSet<W>, std::size_t{64} * W> of;
};

template <int W>
class Side {
 public:
  /// `reaches`, if given, must be of the same stones, and outlive it.
  Side(const Board<W>& board, const PlaceSet<W>& stones, Player player,
       Reaches<W>* reaches = nullptr)
      : board_(board),
        chains_(board, stones, player),
        joined_(stones - chains_.start.stones - chains_.goal.stones),
        reaches_(reaches) {}

  /// With a stone on a free place. It shares the reaches of this one, which must outlive it.
  Side with(Place stone, Player player) const {
    if (chains_.start.halo.has(stone) || chains_.goal.halo.has(stone)) {
      PlaceSet<W> stones = joined_ | chains_.start.stones | chains_.goal.stones;
      stones.add(stone);
      return Side(board_, stones, player);
    }
    Side next = *this;
    next.joined_.add(stone);
    next.added_.add(stone);
    return next;
  }

  const Chains<W>& chains() const { return chains_; }

  /// Where the player would connect after a stone on `place`, if those places were free. Does not
  /// hold the places where he could connect before.
  PlaceSet<W> threats_from(Place place) const {
    const bool at_start = chains_.start.halo.has(place);
    if (!at_start && !chains_.goal.halo.has(place)) return {};
    PlaceSet<W> threats = reach_of(place) & (at_start ? chains_.goal.halo : chains_.start.halo);
    threats.remove(place);
    return threats;
  }

 private:
  PlaceSet<W> reach_of(Place place) const {
    if (reaches_ == nullptr) return computed(place, joined_);
    PlaceSet<W>& reach = reaches_->of[place];
    if (!reaches_->known.has(place)) {
      reach = computed(place, joined_ - added_);
      reaches_->known.add(place);
    }
    return (reach & added_).empty() ? reach : computed(place, joined_);
  }
  PlaceSet<W> computed(Place place, PlaceSet<W> joined) const {
    const PlaceSet<W> single = PlaceSet<W>::single(place);
    return halo(board_, joined | single, single);
  }

  const Board<W>& board_;
  Chains<W> chains_;
  PlaceSet<W> joined_;   ///< The stones on no chain from an edge.
  PlaceSet<W> added_;    ///< Of these, what the shared reaches do not know of.
  Reaches<W>* reaches_;  ///< nullptr: none are kept.
};

}  // namespace onyx::proof_number
