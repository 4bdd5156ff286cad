#include "solver/engine/graph/solve_graph.h"

#include "core/base/assert.h"

namespace onyx {

template <int W>
GraphSolution<W> solve_graph(const WideBoard<W>& board, std::span<const WidePosition<W>> roots,
                             const Stop& stop, Threads threads, ZobristFunction zobrist) {
  Exploration<W> exploration =
      explore(board, roots, stop, {kValueBytesPerState, kValueBytesPerEdge, threads, zobrist});
  GraphSolution<W> solution{exploration.end, exploration.reached, {}};
  if (exploration.end != End::complete) return solution;
  Evaluation evaluation = solve_values(exploration.graph, threads, stop);
  solution.end = evaluation.end;
  if (evaluation.end != End::complete) return solution;
  ONYX_ASSERT(evaluation.outcomes.size() == exploration.graph.state_count());
  solution.solved = {std::move(exploration.graph), std::move(evaluation.outcomes)};
  return solution;
}

#define ONYX_INSTANTIATE(W)                                                                    \
  template GraphSolution<W> solve_graph(const WideBoard<W>&, std::span<const WidePosition<W>>, \
                                        const Stop&, Threads, ZobristFunction);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
