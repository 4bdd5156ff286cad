#include "solver/graph/solve.h"

namespace onyx {

template <int W>
Solution<W> solve(const Board<W>& board, std::span<const Position<W>> roots, SolveLimits limits) {
  limits.later_bytes_per_state = kValueBytesPerState;
  limits.later_bytes_per_edge = kValueBytesPerEdge;
  Exploration<W> exploration = explore(board, roots, limits);
  Solution<W> solution{exploration.end, exploration.reached, {}};
  if (exploration.end != ExploreEnd::complete) return solution;
  const StateGraph<W>& graph = solution.solved.graph = std::move(exploration.graph);
  ValueWatch watch{limits.interrupt, {}};
  if (limits.value_progress) {
    watch.progress = [&](std::uint64_t decided) {
      limits.value_progress(decided, graph.state_count());
    };
  }
  solution.solved.outcomes = solve_values(graph, limits.threads, watch);
  if (solution.solved.outcomes.size() != graph.state_count()) {
    solution.end = ExploreEnd::interrupted;
    solution.solved = {};
  }
  return solution;
}

#define ONYX_INSTANTIATE(W) \
  template Solution<W> solve(const Board<W>&, std::span<const Position<W>>, SolveLimits);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
