// Finds the threats that a further stone of a side would make, in a position and after each move. A
// *threat* is a free place where the side could connect with its next stone.
//
// A stone makes a threat only if it extends a chain from one edge (outlook.h). Such places are few,
// so they are listed for a position. A move without a capture changes the lists little. A stone of
// the opponent removes only its own place. A stone of the side enlarges the reach of places near
// its chain or, if it extends a chain from an edge, the halo (chain.h) of that edge's chains.
//
// The *reach* of a place is the set that a stone there would join (Side::reach_of).
#pragma once

#include <array>
#include <vector>

#include "core/base/assert.h"
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
  /// Returns the places where a stone would extend the chains from exactly one edge.
  PlaceSet<W> prolonging() const { return start.halo ^ goal.halo; }
};

/// A cache of reaches, indexed by place. Each reach is computed at its first use.
template <int W>
struct Reaches {
  PlaceSet<W> known;
  std::array<PlaceSet<W>, std::size_t{64} * W> of;
};

template <int W>
class Side {
 public:
  /// `reaches`, if given, must be empty and must outlive this object.
  Side(const WideBoard<W>& board, const PlaceSet<W>& stones, Player player,
       Reaches<W>* reaches = nullptr)
      : board_(board),
        chains_(board, stones, player),
        joined_(stones - chains_.start.stones - chains_.goal.stones),
        reaches_(reaches) {
    ONYX_ASSERT(reaches == nullptr || reaches->known.empty());
  }

  const Chains<W>& chains() const { return chains_; }

  /// Returns `place`, the stones that a stone there would join (no edge chains), and their halo.
  PlaceSet<W> reach_of(Place place) const {
    if (reaches_ == nullptr) return computed(place);
    PlaceSet<W>& reach = reaches_->of[place];
    if (!reaches_->known.has(place)) {
      reach = computed(place);
      reaches_->known.add(place);
    }
    return reach;
  }

  /// Returns the places where the player could connect after a stone on `place`. They may include
  /// occupied places, and places where the player could connect anyway.
  PlaceSet<W> threats_from(Place place) const {
    const bool at_start = chains_.start.halo.has(place);
    if (!at_start && !chains_.goal.halo.has(place)) return {};
    return reach_of(place).without(place) & (at_start ? chains_.goal.halo : chains_.start.halo);
  }

 private:
  PlaceSet<W> computed(Place place) const {
    const PlaceSet<W> single = PlaceSet<W>::single(place);
    return halo(board_, joined_ | single, single);
  }

  const WideBoard<W>& board_;
  Chains<W> chains_;
  PlaceSet<W> joined_;   ///< The stones that are not on a chain from an edge.
  Reaches<W>* reaches_;  ///< Null if reaches are not cached.
};

/// A place where a stone makes two or more threats.
template <int W>
struct Fork {
  Place place = 0;
  PlaceSet<W> threats;  ///< Excludes places where the side could already connect.
};

template <int W>
class Threats {
 public:
  /// `free` has the empty points. `side` must outlive this object. Threats are listed at first use.
  Threats(const Side<W>& side, const PlaceSet<W>& free)
      : side_(side), free_(free), connecting_(side.chains().connecting() & free) {}

  const Side<W>& side() const { return side_; }
  const PlaceSet<W>& connecting() const { return connecting_; }
  /// Returns the free places where a stone makes a threat but does not connect.
  PlaceSet<W> making() const { return lists().making; }
  /// Calls visit(place, threats) for each fork until it returns false.
  template <class Visit>
  void for_each_fork(Visit&& visit) const {
    for (const Fork<W>& fork : lists().forks) {
      if (!visit(fork.place, fork.threats)) return;
    }
  }

  /// Returns what making() would return after a stone of the opponent on `taken`.
  PlaceSet<W> making_without(Place taken) const {
    PlaceSet<W> left = lists().making.without(taken);
    for (const Single& single : lists().singles) {
      if (single.threat == taken) left.remove(single.place);
    }
    return left;
  }

 private:
  struct Single {
    Place place = 0;
    Place threat = 0;
  };
  struct Lists {
    PlaceSet<W> making;
    std::vector<Fork<W>> forks;
    std::vector<Single> singles;  ///< Places where a stone makes exactly one threat.
  };

  const Lists& lists() const {
    if (is_listed_) return lists_;
    is_listed_ = true;
    (side_.chains().prolonging() & free_).for_each([&](Place place) {
      const PlaceSet<W> threats = (side_.threats_from(place) & free_) - connecting_;
      if (threats.empty()) return;
      lists_.making.add(place);
      if (threats.has_two()) {
        lists_.forks.push_back({place, threats});
      } else {
        lists_.singles.push_back({place, threats.lowest()});
      }
    });
    return lists_;
  }

  const Side<W>& side_;
  const PlaceSet<W> free_;
  const PlaceSet<W> connecting_;
  mutable Lists lists_;
  mutable bool is_listed_ = false;
};

/// A side's threats after the opponent has taken a place.
template <int W>
class ThreatsWithout {
 public:
  ThreatsWithout(const Threats<W>& before, Place taken) : before_(before), taken_(taken) {}

  const Side<W>& side() const { return before_.side(); }
  PlaceSet<W> connecting() const { return before_.connecting().without(taken_); }
  PlaceSet<W> making() const { return before_.making_without(taken_); }
  template <class Visit>
  void for_each_fork(Visit&& visit) const {
    before_.for_each_fork([&](Place place, const PlaceSet<W>& threats) {
      const PlaceSet<W> left = threats.without(taken_);
      return place == taken_ || !left.has_two() || visit(place, left);
    });
  }

 private:
  const Threats<W>& before_;
  const Place taken_;
};

/// A side's threats after it has placed a stone that did not connect.
template <int W>
class ThreatsWith {
 public:
  ThreatsWith(const Threats<W>& before, Place stone, const PlaceSet<W>& free)
      : before_(before),
        stone_(stone),
        free_(free),
        reach_(before.side().reach_of(stone)),
        is_apart_(!before.side().chains().prolonging().has(stone)) {
    ONYX_ASSERT(!free.has(stone) && !before.connecting().has(stone));
    const Chains<W>& chains = before.side().chains();
    const bool at_goal = chains.goal.halo.has(stone);
    other_ = at_goal ? chains.start.halo : chains.goal.halo;
    halo_before_ = at_goal ? chains.goal.halo : chains.start.halo;
    grown_ = is_apart_ ? halo_before_ : halo_before_ | reach_;
    connecting_ = grown_ & other_ & free_;
  }

  const PlaceSet<W>& connecting() const { return connecting_; }
  template <class Visit>
  void for_each_fork(Visit&& visit) const {
    bool goes_on = true;
    // Forks that the stone does not affect keep their threats, except places where the side can now
    // connect at once.
    before_.for_each_fork([&](Place place, PlaceSet<W> threats) {
      const bool is_as_before = is_apart_ ? !reach_.has(place) : halo_before_.has(place);
      if (place == stone_ || !is_as_before) return true;
      threats -= connecting_;
      goes_on = !threats.has_two() || visit(place, threats);
      return goes_on;
    });
    PlaceSet<W> afresh = (grown_ ^ other_) & free_;
    if (is_apart_) {
      afresh &= reach_;
    } else {
      afresh -= halo_before_;
    }
    while (goes_on && afresh.any()) {
      const Place place = afresh.pop_lowest();
      // May include places where the side can now connect at once; they are removed below.
      PlaceSet<W> threats = before_.side().reach_of(place);
      if (is_apart_) threats |= reach_;
      threats &= (grown_.has(place) ? other_ : grown_) & free_;
      threats -= connecting_;
      goes_on = !threats.has_two() || visit(place, threats);
    }
  }

 private:
  const Threats<W>& before_;
  const Place stone_;
  const PlaceSet<W> free_;
  const PlaceSet<W> reach_;
  const bool is_apart_;  ///< Whether the stone extends no chain from an edge.
  /// Halo, before the move, of the edge chains that the stone extends, or else of the start chains.
  PlaceSet<W> halo_before_;
  PlaceSet<W> grown_;  ///< Halo of these chains after the move.
  PlaceSet<W> other_;  ///< Halo of the chains from the other edge.
  PlaceSet<W> connecting_;
};

}  // namespace onyx::proof_number
