#include "solver/engine/tactics/virtual_connections.h"

#include <algorithm>
#include <span>

namespace onyx::proof_number {
namespace {

constexpr std::size_t kMostChains = 24;  // Further chains are ignored.
constexpr std::size_t kMostPairs = 12;

struct Pair {
  Place first = 0;
  Place second = 0;
  friend bool operator==(const Pair&, const Pair&) = default;
};

template <int W>
Pair pair_of(PlaceSet<W> points) {
  const Place first = points.pop_lowest();
  return {first, points.lowest()};
}

template <int W>
PlaceSet<W> points_of(Pair pair) {
  return PlaceSet<W>::single(pair.first) | PlaceSet<W>::single(pair.second);
}

template <int W>
struct Chain {
  PlaceSet<W> stones;
  PlaceSet<W> halo;
};

/// The links that join a chain to an end, Connections::kStart or Connections::kGoal.
template <int W>
struct Route {
  std::size_t chain = 0;
  std::size_t before = 0;  ///< Index of the route that this route extends; 0 is the end itself.
  Pair link;               ///< Link to the chain of route `before`.
  PlaceSet<W> points;      ///< Points of all links of the route.
};

/// Routes from one end to all chains that are linked to it, directly or through other chains.
template <int W>
struct Routes {
  std::array<Route<W>, kMostChains> of;
  std::size_t count = 0;
  PlaceSet<W> halo;  ///< Points next to any chain reached.
};

template <int W>
struct Plan {
  PlaceSet<W> stones;  ///< The stones that matter (README.md), except stones to be placed on pairs.
  PlaceSet<W> points;
  PlaceSet<W> occupied;
  std::array<Pair, kMostPairs> pairs;
  std::size_t count = 0;

  bool has(Pair pair) const {
    const Pair turned{pair.second, pair.first};
    return std::any_of(pairs.begin(), pairs.begin() + count,
                       [&](const Pair& one) { return one == pair || one == turned; });
  }
  /// Returns false if a point is already in another pair, or if there are too many pairs.
  bool add(Pair pair) {
    const PlaceSet<W> two = points_of<W>(pair);
    if (count == kMostPairs || (points & two).any()) return false;
    pairs[count++] = pair;
    points |= two;
    return true;
  }
};

template <int W>
class Connections {
 public:
  Connections(const WideBoard<W>& board, const WidePosition<W>& position, Player player,
              const Chains<W>& chains)
      : board_(board),
        stones_(position.of(player)),
        occupied_(position.occupied()),
        free_(board.points() - occupied_) {
    chains_[kStart] = {chains.start.stones, chains.start.halo & free_};
    chains_[kGoal] = {chains.goal.stones, chains.goal.halo & free_};
    PlaceSet<W> rest = stones_ - chains.start.stones - chains.goal.stones;
    while (rest.any() && chain_count_ < kMostChains) {
      const PlaceSet<W> reached = halo(board, rest, PlaceSet<W>::single(rest.lowest()));
      chains_[chain_count_++] = {reached & rest, reached & free_};
      rest -= reached;
    }
    from_start_ = routes_from(kStart);
    from_goal_ = routes_from(kGoal);
  }

  /// Returns an upper bound on the player's moves to join its edges with the opponent to move, or 0
  /// if no virtual connection is found.
  std::size_t moves_to_join() const {
    const PlaceSet<W>& goal = chains_[kGoal].halo;
    if (!(from_start_.halo & goal).has_two()) return 0;
    for (std::size_t i = 0; i < from_start_.count; ++i) {
      const Route<W>& route = from_start_.of[i];
      const PlaceSet<W> common = (chains_[route.chain].halo & goal) - route.points;
      if (!common.has_two()) continue;
      Plan<W> plan;
      plan.occupied = occupied_;
      const Pair link = pair_of(common);
      plan.add(link);
      if (!add_route(from_start_, i, points_of<W>(link), plan)) continue;
      add_edge_chains(kGoal, points_of<W>(link), plan);
      if (make_safe(plan)) return plan.count;
    }
    return 0;
  }

  /// Calls visit(place, plan) until it returns false.
  template <class Visit>
  void for_each_threat(Visit&& visit) const {
    PlaceSet<W> places = free_ | open_midpoints(board_, occupied_);
    Plan<W> plan;
    while (places.any()) {
      const Place place = places.pop_lowest();
      if (find_threat(place, plan) && !visit(place, plan)) return;
    }
  }

 private:
  static constexpr std::size_t kStart = 0;  // An edge and its chains count as one chain.
  static constexpr std::size_t kGoal = 1;

  /// Searches breadth first, so that each route has the fewest links.
  Routes<W> routes_from(std::size_t end) const {
    Routes<W> routes;
    routes.of[0].chain = end;
    routes.count = 1;
    routes.halo = chains_[end].halo;
    std::array<bool, kMostChains> is_reached{};
    for (std::size_t i = 0; i < routes.count; ++i) {
      const Route<W> from = routes.of[i];
      const PlaceSet<W> halo = chains_[from.chain].halo - from.points;
      for (std::size_t chain = kGoal + 1; chain < chain_count_; ++chain) {
        const PlaceSet<W> common = halo & chains_[chain].halo;
        if (is_reached[chain] || !common.has_two()) continue;
        is_reached[chain] = true;
        const Pair link = pair_of(common);
        routes.of[routes.count++] = {chain, i, link, from.points | points_of<W>(link)};
        routes.halo |= chains_[chain].halo;
      }
    }
    return routes;
  }

  /// Adds route `last`, or returns false. `touching`: the plan's points next to the route's chain.
  bool add_route(const Routes<W>& routes, std::size_t last, PlaceSet<W> touching,
                 Plan<W>& plan) const {
    for (; last != 0; last = routes.of[last].before) {
      const Route<W>& route = routes.of[last];
      if (!plan.add(route.link)) return false;
      plan.stones |= chains_[route.chain].stones;
      touching = points_of<W>(route.link);
    }
    add_edge_chains(routes.of[0].chain, touching, plan);
    return true;
  }

  void add_edge_chains(std::size_t end, const PlaceSet<W>& touching, Plan<W>& plan) const {
    const PlaceSet<W>& stones = chains_[end].stones;
    PlaceSet<W> touched;
    touching.for_each([&](Place place) { touched |= board_.neighbours(place); });
    plan.stones |= halo(board_, stones, touched & stones) & stones;
  }

  /// Adds the route `last` and joins it to a new stone and its chain; false if impossible.
  bool add_attachment(const Chain<W>& chain, Place stone, const Routes<W>& routes, std::size_t last,
                      Plan<W>& plan) const {
    const Route<W>& route = routes.of[last];
    if (route.points.has(stone)) return false;
    const PlaceSet<W>& halo = chains_[route.chain].halo;
    if (halo.has(stone)) return add_route(routes, last, PlaceSet<W>::single(stone), plan);
    const PlaceSet<W> common = (chain.halo & halo) - route.points - plan.points;
    if (!common.has_two()) return false;
    const Pair link = pair_of(common);
    return plan.add(link) && add_route(routes, last, points_of<W>(link), plan);
  }

  /// Whether a stone on `place` makes a virtual connection, which is written to `plan`.
  bool find_threat(Place place, Plan<W>& plan) const {
    const PlaceSet<W> stone = PlaceSet<W>::single(place);
    Chain<W> chain{stone, board_.neighbours(place)};
    for (const Chain<W>& joined : std::span(chains_).subspan(2, chain_count_ - 2)) {
      if (!joined.halo.has(place)) continue;
      chain.stones |= joined.stones;
      chain.halo |= joined.halo;
    }
    chain.halo &= free_ - stone;
    for (const Routes<W>* routes : {&from_start_, &from_goal_}) {
      if (!routes->halo.has(place) && !(chain.halo & routes->halo).has_two()) return false;
    }
    for (std::size_t i = 0; i < from_start_.count; ++i) {
      Plan<W> half;
      half.stones = chain.stones;
      half.occupied = occupied_ | stone;
      if (!add_attachment(chain, place, from_start_, i, half)) continue;
      for (std::size_t j = 0; j < from_goal_.count; ++j) {
        plan = half;
        if (add_attachment(chain, place, from_goal_, j, plan) && make_safe(plan)) return true;
      }
    }
    return false;
  }

  /// Adds stones and pairs until no stone that matters can be captured; false if impossible.
  bool make_safe(Plan<W>& plan) const {
    PlaceSet<W> unseen = plan.stones | plan.points;
    while (unseen.any()) {
      const Place corner = unseen.pop_lowest();
      // Include all stones: one that matters can be captured together with one that does not.
      const PlaceSet<W> opposite = stones_ | plan.stones | plan.points;
      if ((board_.across(corner) & opposite).empty()) continue;
      for (const CornerView<W>& view : board_.squares_at(corner)) {
        if ((view.opposite & opposite).empty()) continue;
        const PlaceSet<W> midpoint = view.adjacent_and_midpoint - view.adjacent;
        if ((midpoint & plan.occupied).any() || (view.adjacent & plan.stones).any()) continue;
        const Pair others = pair_of(view.adjacent);
        if (plan.has({corner, view.opposite.lowest()}) || plan.has(others)) continue;
        if (const PlaceSet<W> own = view.adjacent & stones_; own.any()) {
          plan.stones |= own;
          unseen |= own;
          continue;
        }
        if ((view.adjacent & plan.occupied).any() || !plan.add(others)) return false;
        unseen |= view.adjacent;
      }
    }
    return true;
  }

  const WideBoard<W>& board_;
  const PlaceSet<W> stones_;
  const PlaceSet<W> occupied_;
  const PlaceSet<W> free_;  ///< Empty points.
  std::array<Chain<W>, kMostChains> chains_;
  std::size_t chain_count_ = 2;
  Routes<W> from_start_;
  Routes<W> from_goal_;
};

}  // namespace

template <int W>
void look_for_connections(const WideBoard<W>& board, const WidePosition<W>& position,
                          const Chains<W>& own, const Chains<W>& theirs, Outlook<W>& outlook) {
  ONYX_ASSERT(outlook.forecast == Forecast::open);
  const auto decided = [](Forecast forecast, std::size_t plies, Place move) {
    return Outlook<W>{forecast, static_cast<std::uint16_t>(plies), move, {}};
  };
  const Connections<W> ours(board, position, position.to_move, own);
  std::size_t fewest = kMostPairs + 1;
  ours.for_each_threat([&](Place place, const Plan<W>& plan) {
    if (plan.count >= fewest) return true;
    fewest = plan.count;
    outlook = decided(Forecast::win, 2 * fewest + 1, place);
    return true;
  });
  if (outlook.forecast != Forecast::open) return;

  const Connections<W> others(board, position, other(position.to_move), theirs);
  if (const std::size_t moves = others.moves_to_join(); moves > 0) {
    outlook = decided(Forecast::loss, 2 * moves, 0);
    return;
  }
  others.for_each_threat([&](Place place, const Plan<W>& plan) {
    PlaceSet<W> meeting = plan.points;
    meeting.add(place);
    // A stone on a corner of the midpoint also meets the threat, because it blocks the midpoint.
    if (board.geometry().is_midpoint(place)) meeting |= board.neighbours(place);
    if (meeting.contains(outlook.moves)) return true;
    outlook.moves &= meeting;
    outlook.plies = std::max(outlook.plies, static_cast<std::uint16_t>(2 * plan.count + 2));
    if (outlook.moves.empty()) outlook = decided(Forecast::loss, outlook.plies, 0);
    return outlook.forecast == Forecast::open;
  });
}

template <int W>
void look_for_connections(const WideBoard<W>& board, const WidePosition<W>& position,
                          Outlook<W>& outlook) {
  const Player mover = position.to_move;
  const Chains<W> own(board, position.of(mover), mover);
  const Chains<W> theirs(board, position.of(other(mover)), other(mover));
  look_for_connections(board, position, own, theirs, outlook);
}

#define ONYX_INSTANTIATE(W)                                                            \
  template void look_for_connections(const WideBoard<W>&, const WidePosition<W>&,      \
                                     const Chains<W>&, const Chains<W>&, Outlook<W>&); \
  template void look_for_connections(const WideBoard<W>&, const WidePosition<W>&, Outlook<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
