#include "solver/solve.h"

namespace onyx {

template <int W>
Solution<W> solve(const Board<W>& board, std::span<const Position<W>> roots, ExploreLimits limits) {
  limits.later_bytes_per_state = kValueBytesPerState;
  limits.later_bytes_per_edge = kValueBytesPerEdge;
  Exploration<W> exploration = explore(board, roots, limits);
  Solution<W> solution{exploration.end, exploration.reached, {}};
  if (exploration.end != ExploreEnd::complete) return solution;
  solution.solved.graph = std::move(exploration.graph);
  solution.solved.outcomes = solve_values(solution.solved.graph, limits.threads);
  return solution;
}

#define ONYX_INSTANTIATE(W) \
  template Solution<W> solve(const Board<W>&, std::span<const Position<W>>, ExploreLimits);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
