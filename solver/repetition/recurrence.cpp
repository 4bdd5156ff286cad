#include "solver/repetition/recurrence.h"

#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>
#include <climits>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/base/assert.h"

namespace onyx {
namespace {

template <class Visit, int W>
void for_each_drawn_successor(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes,
                              StateId state, Visit&& visit) {
  for (const StateId next : graph.successors(state)) {
    if (outcomes[next].is_draw()) visit(next);
  }
}

}  // namespace

template <int W>
std::vector<RecurrentClass> recurrent_classes(const StateGraph<W>& graph,
                                              const BigArray<Outcome>& outcomes) {
  ONYX_ASSERT(outcomes.size() == graph.state_count());
  std::vector<StateId> drawn;
  for (StateId state = 0; state < graph.state_count(); ++state) {
    if (outcomes[state].is_draw()) drawn.push_back(state);
  }
  if (drawn.empty()) return {};
  const auto number_of = [&](StateId state) {
    return static_cast<StateId>(std::lower_bound(drawn.begin(), drawn.end(), state) -
                                drawn.begin());
  };
  std::vector<std::pair<StateId, StateId>> edges;
  for (StateId i = 0; i < drawn.size(); ++i) {
    for_each_drawn_successor(graph, outcomes, drawn[i],
                             [&](StateId next) { edges.emplace_back(i, number_of(next)); });
  }
  using DrawGraph =
      boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                         boost::no_property, StateId, std::size_t>;
  const DrawGraph draws(boost::edges_are_sorted, edges.begin(), edges.end(),
                        static_cast<StateId>(drawn.size()));
  std::vector<StateId> component(drawn.size());
  const auto count = boost::strong_components(
      draws, boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, draws)));

  std::vector<RecurrentClass> components(count);
  for (StateId i = 0; i < drawn.size(); ++i) components[component[i]].push_back(drawn[i]);
  // A move changes the stones, so a single state forms no cycle.
  std::erase_if(components, [](const RecurrentClass& states) { return states.size() < 2; });
  std::sort(components.begin(), components.end());
  return components;
}

template <int W>
ForcedCycle shortest_cycle(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes,
                           StateId start) {
  ONYX_ASSERT(outcomes[start].is_draw());
  // Forwards, breadth first: layers[i] holds the states at distance i from `start`.
  std::vector<std::vector<StateId>> layers{{start}};
  std::unordered_set<StateId> met{start};
  for (bool closed = false; !closed;) {
    std::vector<StateId> next_layer;
    for (const StateId state : layers.back()) {
      for_each_drawn_successor(graph, outcomes, state, [&](StateId next) {
        closed = closed || next == start;
        if (met.insert(next).second) next_layer.push_back(next);
      });
    }
    if (closed) break;
    if (next_layer.empty()) throw std::invalid_argument("the state is not on a cycle");
    layers.push_back(std::move(next_layer));
  }
  // Backwards: the least freedom of a path from each state to `start`.
  constexpr int kNoWay = INT_MAX;
  std::vector<std::unordered_map<StateId, int>> least(layers.size() + 1);
  least.back()[start] = 0;
  for (std::size_t i = layers.size(); i-- > 0;) {
    for (const StateId state : layers[i]) {
      int choices = 0;
      int best = kNoWay;
      for_each_drawn_successor(graph, outcomes, state, [&](StateId next) {
        ++choices;
        if (const auto way = least[i + 1].find(next); way != least[i + 1].end()) {
          best = std::min(best, way->second);
        }
      });
      if (best != kNoWay) least[i][state] = best + choices - 1;
    }
  }
  // Forwards again: from each state, take the first move of least freedom.
  ForcedCycle cycle{{start}, least[0].at(start)};
  for (std::size_t i = 1; i < layers.size(); ++i) {
    int best = kNoWay;
    StateId following = start;
    for_each_drawn_successor(graph, outcomes, cycle.states.back(), [&](StateId next) {
      const auto way = least[i].find(next);
      if (way != least[i].end() && way->second < best) {
        best = way->second;
        following = next;
      }
    });
    ONYX_ASSERT(best != kNoWay && following != start);
    cycle.states.push_back(following);
  }
  ONYX_ASSERT(cycle.states.size() == layers.size() && cycle.freedom >= 0);
  return cycle;
}

template <int W>
WidePosition<W> class_key(const std::vector<Symmetry>& group, const StateGraph<W>& graph,
                          const BigArray<Outcome>& outcomes, const RecurrentClass& states) {
  std::vector<StateId> best = states;
  std::pair<std::size_t, int> best_cycle{SIZE_MAX, 0};
  for (const StateId state : measured_states(states)) {
    const ForcedCycle shortest = shortest_cycle(graph, outcomes, state);
    ONYX_ASSERT(shortest.states.size() % 4 == 0);  // core/README.md, fact 5
    const std::pair cycle{shortest.states.size(), shortest.freedom};
    if (cycle > best_cycle) continue;
    if (cycle < best_cycle) best.clear();
    best_cycle = cycle;
    best.push_back(state);
  }
  ONYX_ASSERT(!best.empty());
  std::vector<WidePosition<W>> positions;
  for (const StateId state : best) positions.push_back(graph.position(state));
  return least_form<W>(group, positions);
}

template <int W>
WidePosition<W> least_form(const std::vector<Symmetry>& group,
                           std::span<const WidePosition<W>> positions) {
  ONYX_ASSERT(!positions.empty());
  WidePosition<W> least = canonical_form(group, positions.front());
  for (const WidePosition<W>& position : positions.subspan(1)) {
    least = std::min(least, canonical_form(group, position));
  }
  return least;
}

#define ONYX_INSTANTIATE(W)                                                                     \
  template std::vector<RecurrentClass> recurrent_classes(const StateGraph<W>&,                  \
                                                         const BigArray<Outcome>&);             \
  template ForcedCycle shortest_cycle(const StateGraph<W>&, const BigArray<Outcome>&, StateId); \
  template WidePosition<W> class_key(const std::vector<Symmetry>&, const StateGraph<W>&,        \
                                     const BigArray<Outcome>&, const RecurrentClass&);          \
  template WidePosition<W> least_form(const std::vector<Symmetry>&,                             \
                                      std::span<const WidePosition<W>>);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
