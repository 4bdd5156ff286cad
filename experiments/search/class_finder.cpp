#include "experiments/search/class_finder.h"

#include <optional>

#include "core/notation.h"

namespace onyx {
namespace {

/// The canonical position that stands for a class; see find_classes.
template <int W>
Position<W> representative(const std::vector<Symmetry>& group, const SolvedGraph<W>& solved,
                           const RecurrentClass& states) {
  constexpr std::size_t kMeasured = 1024;
  std::optional<std::pair<std::size_t, int>> best_cycle;
  Position<W> best;
  for (const StateId state : states) {
    std::pair<std::size_t, int> cycle{0, 0};
    if (states.size() <= kMeasured) {
      const ForcedCycle shortest = shortest_cycle(solved.graph, solved.outcomes, state);
      cycle = {shortest.states.size(), shortest.freedom};
    }
    if (best_cycle && cycle > *best_cycle) continue;
    const Position<W> form = canonical_form(group, solved.graph.position(state));
    if (!best_cycle || cycle < *best_cycle || form < best) best = form;
    best_cycle = cycle;
  }
  return best;
}

}  // namespace

template <int W>
Finding find_classes(const Board<W>& board, const Position<W>& position, SolveLimits limits,
                     const std::function<bool(const std::string&)>& known) {
  limits.threads = Threads::one;
  const auto solve_alone = [&](const Position<W>& root) {
    return solve<W>(board, std::span<const Position<W>>(&root, 1), limits);
  };
  const Solution<W> solution = solve_alone(position);
  Finding finding{solution.end, solution.reached.states, {}};
  if (solution.end != ExploreEnd::complete) return finding;
  const SolvedGraph<W>& solved = solution.solved;
  const std::vector<Symmetry> group = symmetries_of(board.geometry());
  for (const RecurrentClass& states : recurrent_classes(solved.graph, solved.outcomes)) {
    const Position<W> form = representative(group, solved, states);
    if (known(format_position(board, form))) continue;
    // What is reachable from the form is, up to symmetry, part of what was explored already; so
    // of the limits only the time, or hardly ever the memory, can be met now.
    const Solution<W> own = solve_alone(form);
    if (own.end != ExploreEnd::complete) {
      finding.end = own.end;
      return finding;
    }
    const StateId root = own.solved.graph.roots.front();
    const ForcedCycle cycle = shortest_cycle(own.solved.graph, own.solved.outcomes, root);
    finding.classes.push_back(certify_value(board, own.solved, root, cycle.states));
  }
  return finding;
}

#define ONYX_INSTANTIATE(W)                                                       \
  template Finding find_classes(const Board<W>&, const Position<W>&, SolveLimits, \
                                const std::function<bool(const std::string&)>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
