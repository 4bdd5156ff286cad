#include "experiments/repetition/find/class_finder.h"

#include <algorithm>

#include "core/notation.h"
#include "core/wide_line.h"
#include "solver/certificate/from_proof.h"
#include "solver/repetition/class_key.h"
#include "solver/repetition/draw_search.h"
#include "solver/repetition/recurrence.h"

namespace onyx {
namespace {

/// The search's table gets half of the memory for one position; the graph of what it finds needs
/// the rest.
std::uint64_t draw_table_bytes(const Stop& stop) {
  return std::min(kDrawTableBytes, stop.bytes / 2);
}

}  // namespace

template <int W>
Finding ClassFinder<W>::find(const WidePosition<W>& position, const Stop& stop,
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
  // Only the explorer will do, as the tier engine above: classes are found among all drawn
  // positions, not from one value.
  const GraphSolution<W> solution =
      solve_graph<W>(board_, std::span<const WidePosition<W>>(&position, 1), stop, Threads::one);
  finding.end = solution.end;
  // How far the explorer got beyond the limit does not depend on the position alone.
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
    const WidePosition<W> form = class_key(group_, graph, outcomes, states);
    if (known(format_position(board_, form))) continue;
    const GraphSolution<W> own =
        solve_graph<W>(board_, std::span<const WidePosition<W>>(&form, 1), stop, Threads::one);
    if (own.end == End::interrupted || own.end == End::time_limit) {
      finding.end = own.end;
      return;
    }
    if (own.end != End::complete) {
      // Too large for a certificate; other classes of the arena may be smaller.
      finding.end = own.end;
      continue;
    }
    const StateId root = own.solved.graph.roots.front();
    const ForcedCycle cycle = shortest_cycle(own.solved.graph, own.solved.outcomes, root);
    finding.classes.push_back(certify_value(board_, own.solved, root, cycle.states));
  }
}

template <int W>
Finding ClassFinder<W>::find_by_numbers(
    const WidePosition<W>& position, const Stop& stop,
    const std::function<bool(const std::string&)>& known) const {
  Finding finding;
  const DrawsFound<W> found = find_draws(board_, position, draw_table_bytes(stop), stop);
  finding.end = found.end;
  const StateGraph<W>& graph = found.drawn.graph;
  finding.states = graph.state_count();
  for (const RecurrentClass& states : recurrent_classes(graph, found.drawn.outcomes)) {
    const WidePosition<W> form = class_key(group_, graph, found.drawn.outcomes, states);
    if (known(format_position(board_, form))) continue;
    if (auto certificate = certify_by_numbers(form, stop)) {
      finding.classes.push_back(std::move(*certificate));
    } else {
      finding.end = stop.met().value_or(End::work_limit);
    }
  }
  return finding;
}

template <int W>
std::optional<Certificate> ClassFinder<W>::certify_by_numbers(const WidePosition<W>& form,
                                                              const Stop& stop) const {
  auto certificate = proof_number::certify_draw(board_, form, draw_table_bytes(stop), stop);
  if (!certificate || !certificate->line->prefix.empty()) return std::nullopt;
  WideLine<W> line = replay(board_, form, certificate->line->cycle);
  line.positions.pop_back();
  if (least_form<W>(group_, line.positions) != form) return std::nullopt;
  return certificate;
}

#define ONYX_INSTANTIATE(W) template class ClassFinder<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
