#include "solver/recurrence.h"

#include <algorithm>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>
#include <stdexcept>
#include <unordered_map>

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
  // A move changes the stones, so no state succeeds itself and a lone state has no cycle.
  std::erase_if(components, [](const RecurrentClass& states) { return states.size() < 2; });
  std::sort(components.begin(), components.end());
  return components;
}

template <int W>
ForcedCycle shortest_cycle(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes,
                           StateId start) {
  // Breadth first from `start`; the layer that first reaches it again gives the length. Within a
  // layer the cheapest way to each state is kept, cost being freedom.
  struct Way {
    int plies;
    int cost;
    StateId from;
  };
  std::unordered_map<StateId, Way> ways;
  std::vector<StateId> layer{start};
  Way closing{-1, 0, start};
  for (int plies = 1; !layer.empty() && closing.plies < 0; ++plies) {
    std::vector<StateId> next_layer;
    for (const StateId state : layer) {
      int choices = 0;
      for_each_drawn_successor(graph, outcomes, state, [&](StateId) { ++choices; });
      const int cost = (state == start ? 0 : ways.at(state).cost) + choices - 1;
      const Way way{plies, cost, state};
      for_each_drawn_successor(graph, outcomes, state, [&](StateId next) {
        if (next == start) {
          if (closing.plies < 0 || cost < closing.cost) closing = way;
          return;
        }
        const auto [entry, is_new] = ways.try_emplace(next, way);
        if (is_new) {
          next_layer.push_back(next);
        } else if (entry->second.plies == plies && cost < entry->second.cost) {
          entry->second = way;
        }
      });
    }
    layer = std::move(next_layer);
  }
  if (closing.plies < 0) throw std::invalid_argument("the state lies on no cycle");
  ForcedCycle cycle{{}, closing.cost};
  for (StateId state = closing.from; state != start; state = ways.at(state).from) {
    cycle.states.push_back(state);
  }
  cycle.states.push_back(start);
  std::reverse(cycle.states.begin(), cycle.states.end());
  return cycle;
}

#define ONYX_INSTANTIATE(W)                                                         \
  template std::vector<RecurrentClass> recurrent_classes(const StateGraph<W>&,      \
                                                         const BigArray<Outcome>&); \
  template ForcedCycle shortest_cycle(const StateGraph<W>&, const BigArray<Outcome>&, StateId);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
