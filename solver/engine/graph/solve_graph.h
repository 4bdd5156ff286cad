// Computes the values of positions: explores all reachable states, then works backwards (values.h).
#pragma once

#include <span>

#include "solver/engine/graph/explorer.h"
#include "solver/engine/graph/strategy.h"

namespace onyx {

/// solve_graph() checks the values of graphs with at most this many states a second time.
inline constexpr StateId kMostCheckedStates = 1'000'000;

template <int W>
struct GraphSolution {
  End end = End::complete;
  Reached reached;        ///< Progress of the exploration.
  SolvedGraph<W> solved;  ///< Empty unless end is complete. Its roots are the given positions.
};

/// Obeys `stop` like explore(), but ignores the deadline once the graph is complete. Reports
/// progress as `finding`, then `deciding`.
template <int W>
GraphSolution<W> solve_graph(const WideBoard<W>& board, std::span<const WidePosition<W>> roots,
                             const Stop& stop, Threads threads = Threads::all,
                             ZobristFunction zobrist = zobrist_xxhash) {
  Exploration<W> exploration =
      explore(board, roots, stop, {kValueBytesPerState, kValueBytesPerEdge, threads, zobrist});
  GraphSolution<W> solution{exploration.end, exploration.reached, {}};
  if (exploration.end != End::complete) return solution;
  Evaluation evaluation = solve_values(exploration.graph, threads, stop);
  solution.end = evaluation.end;
  if (evaluation.end != End::complete) return solution;
  if (exploration.graph.state_count() <= kMostCheckedStates) {
    require_consistent(exploration.graph, evaluation.outcomes);
  }
  ONYX_ASSERT(exploration.graph.roots.size() == roots.size());
  solution.solved = {std::move(exploration.graph), std::move(evaluation.outcomes)};
  return solution;
}

}  // namespace onyx
