#include "experiments/boards/census/tier_census.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

#include "core/base/assert.h"
#include "core/legality.h"
#include "solver/repetition/recurrence.h"

namespace onyx {
namespace {

// --- Graphs of draws -----------------------------------------------------------------------------
//
// The drawn positions of a tier as a graph, and the symmetries that map the tier to itself.
//
// A cycle has no midpoint move (core/README.md, fact 5), so it lies within one tier: the recurrent
// classes of these graphs are all recurrent classes of the board.

std::optional<StateId> number_of_code(const DrawCodes& codes, std::uint64_t code) {
  const auto found = std::lower_bound(codes.begin(), codes.end(), code);
  if (found == codes.end() || *found != code) return std::nullopt;
  return static_cast<StateId>(found - codes.begin());
}

/// State i is the i-th code. Rows hold the drawn successors within the tier, in the order of their
/// places. Memory: 26 bytes per draw and 4 per move between draws; O(moves * log(draws)).
SolvedGraph<1> draw_graph(const WideBoard<1>& board, const DrawFormat& format, const TierName& tier,
                          const DrawCodes& codes) {
  SolvedGraph<1> result;
  StateGraph<1>& graph = result.graph;
  ONYX_ASSERT(std::is_sorted(codes.begin(), codes.end()));
  graph.row_begin.push_back(0);
  for (const std::uint64_t code : codes) {
    const WidePosition<1> position = format.position(tier, code);
    graph.positions.push_back(pack(position));
    (board.points() - position.occupied()).for_each([&](Place place) {
      const auto next = number_of_code(codes, format.code_of(successor(board, position, place)));
      if (next) graph.targets.push_back(*next);
    });
    graph.row_begin.push_back(graph.targets.size());
    result.outcomes.push_back(Outcome());
  }
  return result;
}

/// The symmetries of `group` that map the tier to itself, except the identity.
std::vector<Symmetry> symmetries_within(const std::vector<Symmetry>& group,
                                        const DrawFormat& format, const TierName& tier) {
  const WidePosition<1> bare = format.position(tier, 0);
  std::vector<Symmetry> within;
  for (std::size_t i = 1; i < group.size(); ++i) {
    if (group[i](bare).stones == bare.stones) within.push_back(group[i]);
  }
  return within;
}

/// For each code, the number of its image under a symmetry of the tier. Throws
/// std::invalid_argument if an image is not a draw: then the codes are not the draws of the tier.
std::vector<StateId> images_of(const Symmetry& symmetry, const DrawFormat& format,
                               const TierName& tier, const DrawCodes& codes) {
  std::vector<StateId> images;
  images.reserve(codes.size());
  for (const std::uint64_t code : codes) {
    const WidePosition<1> image = symmetry(format.position(tier, code));
    const auto number = number_of_code(codes, format.code_of(image));
    if (!number)
      throw std::invalid_argument("a draw is symmetric to a position that is not a draw");
    images.push_back(*number);
  }
  return images;
}

/// The number of orbits of `count` things under maps, each given by the numbers of the images.
/// Together with the identity, the maps must form a group.
std::uint64_t count_up_to(std::size_t count, const std::vector<std::vector<StateId>>& maps) {
  std::uint64_t least = 0;  // things that are the first of their orbits
  for (std::size_t i = 0; i < count; ++i) {
    if (std::all_of(maps.begin(), maps.end(), [&](const auto& map) { return map[i] >= i; }))
      ++least;
  }
  return least;
}

// --- The census of a tier ------------------------------------------------------------------------

constexpr StateId kNoClass = std::numeric_limits<StateId>::max();

int stones_of(const WidePosition<1>& position) { return position.occupied().count(); }

/// Breadth-first search, repeated over the same states.
class CycleSearch {
 public:
  explicit CycleSearch(std::size_t states) : met_by_(states, kNoClass) {}

  /// The length in plies of a shortest cycle through the state, if it is at most `most`; otherwise
  /// `most` + 1. Searches only the state's class, which no cycle through it leaves.
  template <int W>
  std::size_t plies(const StateGraph<W>& graph, const std::vector<StateId>& class_of, StateId start,
                    std::size_t most) {
    layer_ = {start};
    for (std::size_t ply = 1; ply <= most && !layer_.empty(); ++ply) {
      next_layer_.clear();
      for (const StateId state : layer_) {
        for (const StateId next : graph.successors(state)) {
          if (next == start) return ply;
          if (class_of[next] != class_of[start] || met_by_[next] == start) continue;
          met_by_[next] = start;
          next_layer_.push_back(next);
        }
      }
      layer_.swap(next_layer_);
    }
    return most + 1;
  }

 private:
  std::vector<StateId> met_by_;  ///< For each state, the start of the last search that met it.
  std::vector<StateId> layer_;
  std::vector<StateId> next_layer_;
};

struct Classes {
  explicit Classes(const SolvedGraph<1>& draws)
      : all(recurrent_classes(draws.graph, draws.outcomes)),
        class_of(draws.graph.state_count(), kNoClass) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const StateId state : all[i]) class_of[state] = static_cast<StateId>(i);
    }
  }

  std::vector<RecurrentClass> all;
  std::vector<StateId> class_of;  ///< For each state, its index in `all`, or kNoClass.
};

ClassCensus census_of_class(const StateGraph<1>& graph, const Classes& classes,
                            const RecurrentClass& states, CycleSearch& search) {
  ClassCensus census{states.size(), states.size(), {}};
  for (const StateId state : states) {
    const std::size_t plies = search.plies(graph, classes.class_of, state, census.plies);
    if (plies > census.plies) continue;
    const WidePosition<1> position = graph.position(state);
    const bool is_better = plies < census.plies || stones_of(position) > stones_of(census.position);
    if (is_better) census.position = position;
    census.plies = plies;
  }
  return census;
}

void count(const WidePosition<1>& position, bool is_on_cycle, const Unreachable<1>& unreachable,
           StonesCensus& census) {
  const bool is_right = has_side_due(position);
  const bool may_arise = is_right && unreachable.reason(position) == nullptr;
  const bool is_v = position.to_move == Player::V;
  census.add(
      {1, is_v, is_right, may_arise, is_on_cycle, is_on_cycle && is_v, is_on_cycle && is_right});
}

}  // namespace

void StonesCensus::add(const StonesCensus& that, std::uint64_t times) {
  draws += times * that.draws;
  v_to_move += times * that.v_to_move;
  right_side += times * that.right_side;
  may_arise += times * that.may_arise;
  on_cycles += times * that.on_cycles;
  on_cycles_v_to_move += times * that.on_cycles_v_to_move;
  on_cycles_right_side += times * that.on_cycles_right_side;
}

TierCensus census_of_tier(const WideBoard<1>& board, const std::vector<Symmetry>& group,
                          const Unreachable<1>& unreachable, const DrawFormat& format,
                          const TierName& tier, const DrawCodes& codes) {
  const SolvedGraph<1> draws = draw_graph(board, format, tier, codes);
  const Classes classes(draws);
  const auto swap = std::find_if(group.begin(), group.end(),
                                 [](const Symmetry& symmetry) { return symmetry.swaps_colours; });
  TierCensus census;
  for (StateId state = 0; state < draws.graph.state_count(); ++state) {
    const WidePosition<1> position = draws.graph.position(state);
    const int stones = stones_of(position);
    const bool is_on_cycle = classes.class_of[state] != kNoClass;
    count(position, is_on_cycle, unreachable, census.by_stones[stones]);
    if (swap != group.end()) {
      count((*swap)(position), is_on_cycle, unreachable, census.by_stones_swapped[stones]);
    }
    (is_on_cycle ? census.on_cycles : census.off_cycles).emplace(stones, position);
  }

  CycleSearch search(draws.graph.state_count());
  for (const RecurrentClass& states : classes.all) {
    census.classes.push_back(census_of_class(draws.graph, classes, states, search));
  }

  std::vector<std::vector<StateId>> images;
  std::vector<std::vector<StateId>> class_images;
  for (const Symmetry& symmetry : symmetries_within(group, format, tier)) {
    const std::vector<StateId>& map = images.emplace_back(images_of(symmetry, format, tier, codes));
    std::vector<StateId>& class_map = class_images.emplace_back();
    for (const RecurrentClass& states : classes.all) {
      class_map.push_back(classes.class_of[map[states.front()]]);
    }
  }
  census.draws_up_to_symmetry = count_up_to(codes.size(), images);
  census.classes_up_to_symmetry = count_up_to(classes.all.size(), class_images);
  return census;
}

}  // namespace onyx
