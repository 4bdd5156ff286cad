#include "solver/repetition/class_key.h"

#include <algorithm>
#include <utility>

#include "core/base/assert.h"

namespace onyx {

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
  positions.reserve(best.size());
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

#define ONYX_INSTANTIATE(W)                                                              \
  template WidePosition<W> class_key(const std::vector<Symmetry>&, const StateGraph<W>&, \
                                     const BigArray<Outcome>&, const RecurrentClass&);   \
  template WidePosition<W> least_form(const std::vector<Symmetry>&,                      \
                                      std::span<const WidePosition<W>>);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
