#include "experiments/repetition/find/class_finder.h"

#include "core/notation.h"
#include "solver/repetition/class_key.h"
#include "solver/repetition/recurrence.h"

namespace onyx {
template <int W>
Finding ClassFinder<W>::find(const Position<W>& position, const Stop& stop,
                             const std::function<bool(const std::string&)>& known) {
  Finding finding;
  const Arena<W> arena = arena_of(board_, position);
  if (arena.place_count() <= kMaxArena) {
    finding.states = 2;
    for (int i = 0; i < arena.place_count(); ++i) finding.states *= 3;
    const SolvedGraph<W> drawn = arenas_->drawn(position, arena);
    certify(drawn.graph, drawn.outcomes, stop, known, finding);
    return finding;
  }
  // The explorer, as above the arena: classes are found in all drawn positions, not in one value.
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
    const Position<W> form = class_key(group_, graph, outcomes, states);
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
