#include "experiments/repetition/find/class_finder.h"

#include <optional>

#include "core/notation.h"

namespace onyx {
namespace {

/// The canonical position that stands for a class; see ClassFinder::find.
template <int W>
Position<W> representative(const std::vector<Symmetry>& group, const StateGraph<W>& graph,
                           const BigArray<Outcome>& outcomes, const RecurrentClass& states) {
  constexpr std::size_t kMeasured = 1024;
  std::optional<std::pair<std::size_t, int>> best_cycle;
  Position<W> best;
  for (const StateId state : states) {
    std::pair<std::size_t, int> cycle{0, 0};
    if (states.size() <= kMeasured) {
      const ForcedCycle shortest = shortest_cycle(graph, outcomes, state);
      cycle = {shortest.states.size(), shortest.freedom};
    }
    if (best_cycle && cycle > *best_cycle) continue;
    const Position<W> form = canonical_form(group, graph.position(state));
    if (!best_cycle || cycle < *best_cycle || form < best) best = form;
    best_cycle = cycle;
  }
  return best;
}

}  // namespace

template <int W>
Finding ClassFinder<W>::find(const Position<W>& position, const Stop& stop,
                             const std::function<bool(const std::string&)>& known) {
  Finding finding;
  const Arena<W> arena = arena_of(board_, position);
  if (arena.place_count() <= kMaxArena) {
    finding.states = 2;
    for (int i = 0; i < arena.place_count(); ++i) finding.states *= 3;
    const DrawnGraph<W> drawn = arenas_->drawn(position, arena);
    certify(drawn.graph, drawn.outcomes, stop, known, finding);
    return finding;
  }
  const Solution<W> solution =
      solve<W>(board_, std::span<const Position<W>>(&position, 1), stop, Threads::one);
  finding.end = solution.end;
  // How far the explorer got beyond the limit is no property of the position.
  finding.states = std::min(solution.reached.known, stop.work);
  if (solution.end == End::complete) {
    certify(solution.solved.graph, solution.solved.outcomes, stop, known, finding);
  }
  return finding;
}

/// Adds the certificates of all recurrent classes of a graph.
template <int W>
void ClassFinder<W>::certify(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes,
                             const Stop& stop, const std::function<bool(const std::string&)>& known,
                             Finding& finding) const {
  for (const RecurrentClass& states : recurrent_classes(graph, outcomes)) {
    const Position<W> form = representative(group_, graph, outcomes, states);
    if (known(format_position(board_, form))) continue;
    const Solution<W> own =
        solve<W>(board_, std::span<const Position<W>>(&form, 1), stop, Threads::one);
    if (own.end == End::interrupted || own.end == End::time_limit) {
      finding.end = own.end;
      return;
    }
    if (own.end != End::complete) {
      // Too large for a certificate; others of the arena may be smaller.
      finding.end = own.end;
      continue;
    }
    const StateId root = own.solved.graph.roots.front();
    const ForcedCycle cycle = shortest_cycle(own.solved.graph, own.solved.outcomes, root);
    finding.classes.push_back(certify_value(board_, own.solved, root, cycle.states));
  }
}

#define ONYX_INSTANTIATE(W) template class ClassFinder<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
