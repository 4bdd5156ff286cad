#include "experiments/repetition/describe/drawn_graph.h"

#include <algorithm>

#include "solver/engine/graph/solve_graph.h"
#include "solver/repetition/draw_search.h"

namespace onyx {
namespace {

/// Up to this many states the explorer takes a fifth of a second at most. Beyond it, the search for
/// draws comes first, with at most kDrawNodes nodes for each value.
constexpr std::uint64_t kFewStates = 200'000;
constexpr std::uint64_t kDrawNodes = 1'000'000;

}  // namespace

template <int W>
SolvedGraph<W> drawn_graph(const WideBoard<W>& board, const WidePosition<W>& position,
                           const Stop& limits) {
  Stop stop;
  stop.interrupt = limits.interrupt;
  const auto explored = [&](std::uint64_t states) {
    stop.work = states;
    // Only the explorer will do, even if another engine knows the value: a class is found among all
    // reachable positions.
    return solve_graph<W>(board, std::span<const WidePosition<W>>(&position, 1), stop,
                          Threads::one);
  };
  GraphSolution<W> solution = explored(std::min(limits.work, kFewStates));
  if (solution.end == End::work_limit && limits.work > kFewStates) {
    stop.work = kDrawNodes;
    DrawsFound<W> found = find_draws(board, position, kDrawTableBytes, stop);
    if (found.end == End::complete) return std::move(found.drawn);
    if (found.end != End::interrupted) solution = explored(limits.work);
  }
  if (stop.interrupt.has_come()) throw NoRecord{"interrupted"};
  if (solution.end != End::complete) {
    throw NoRecord{"more than " + std::to_string(limits.work) + " positions are reachable", true};
  }
  return std::move(solution.solved);
}

#define ONYX_INSTANTIATE(W) \
  template SolvedGraph<W> drawn_graph(const WideBoard<W>&, const WidePosition<W>&, const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
