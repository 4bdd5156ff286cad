// From a position to certificates of recurrent classes: those in its arena, or those reachable.
#pragma once

#include <algorithm>
#include <functional>

#include "core/notation.h"
#include "core/symmetry.h"
#include "core/wide_line.h"
#include "solver/certificate/prove.h"
#include "solver/engine/graph/solve_graph.h"
#include "solver/repetition/arena.h"
#include "solver/repetition/draw_search.h"
#include "solver/repetition/recurrence.h"

namespace onyx {

/// Whether a class is known by its key, as text.
using IsKnown = std::function<bool(const std::string&)>;

struct Finding {
  End end = End::complete;
  std::uint64_t states = 0;
  /// One certificate for each recurrent class, without `about`. Its position is the class's key, so
  /// all states of the class, and symmetric ones, lead to the same bytes.
  std::vector<Certificate> classes;
};

/// Half of the memory for one position; the graph of what the search finds needs the rest.
inline std::uint64_t draw_table_bytes(const Stop& stop) {
  return std::min(kDrawTableBytes, stop.bytes / 2);
}

/// Finds classes position by position, on one thread. Copies share nothing.
template <int W>
class ClassFinder {
 public:
  explicit ClassFinder(const WideBoard<W>& board)
      : board_(board),
        group_(symmetries_of(board.geometry())),
        arenas_(std::make_unique<ArenaSolver<W>>(board)) {}

  /// Positions that differ only within an arena of at most this many places are solved together, by
  /// the tier engine, which is faster there. Their number triples with every place.
  static constexpr int kMaxArena = 12;

  /// Positions must be legal and not finished. `stop` limits each exploration, also the one of a
  /// class for its certificate, which is made from the class's key
  /// (solver/repetition/recurrence.h), wherever the search came from. Classes whose key (as text)
  /// `known` accepts are left out.
  Finding find(const WidePosition<W>& position, const Stop& stop, const IsKnown& known) {
    Finding finding;
    const Arena<W> arena = arena_of(board_, position);
    if (arena.place_count() <= kMaxArena) {
      finding.states = 2;
      for (int i = 0; i < arena.place_count(); ++i) finding.states *= 3;
      const SolvedGraph<W> drawn = arenas_->drawn(position, arena);
      certify(drawn.graph, drawn.outcomes, stop, known, finding);
      return finding;
    }
    // Always explore: classes are found among all drawn positions, so one value does not suffice.
    const GraphSolution<W> solution =
        solve_graph<W>(board_, std::span<const WidePosition<W>>(&position, 1), stop, Threads::one);
    finding.end = solution.end;
    // How far the explorer overshoots the limit depends on more than the position.
    finding.states = std::min(solution.reached.known, stop.work);
    if (solution.end == End::complete) {
      certify(solution.solved.graph, solution.solved.outcomes, stop, known, finding);
    }
    return finding;
  }

  /// For positions with too many reachable ones: the classes that the search for draws finds
  /// (solver/repetition/draw_search.h). A class is given up, as if by a work limit, if the
  /// strategies that prove its draw lead into a cycle with another key.
  Finding find_by_numbers(const WidePosition<W>& position, const Stop& stop,
                          const IsKnown& known) const {
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

 private:
  std::optional<Certificate> certify_by_numbers(const WidePosition<W>& form,
                                                const Stop& stop) const {
    auto certificate = proof_number::certify_draw(board_, form, draw_table_bytes(stop), stop);
    if (!certificate || !certificate->line->prefix.empty()) return std::nullopt;
    WideLine<W> line = replay(board_, form, certificate->line->cycle);
    line.positions.pop_back();
    if (least_form<W>(group_, line.positions) != form) return std::nullopt;
    return certificate;
  }

  /// Adds the certificates of all recurrent classes of a graph.
  void certify(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes, const Stop& stop,
               const IsKnown& known, Finding& finding) const {
    for (const RecurrentClass& states : recurrent_classes(graph, outcomes)) {
      const WidePosition<W> form = class_key(group_, graph, outcomes, states);
      if (known(format_position(board_, form))) continue;
      const GraphSolution<W> own =
          solve_graph<W>(board_, std::span<const WidePosition<W>>(&form, 1), stop, Threads::one);
      if (own.end != End::complete) {
        finding.end = own.end;
        if (own.end == End::interrupted || own.end == End::time_limit) return;
        continue;  // too large for a certificate, but other classes may be smaller
      }
      const StateId root = own.solved.graph.roots.front();
      const ForcedCycle cycle = shortest_cycle(own.solved.graph, own.solved.outcomes, root);
      finding.classes.push_back(certify_value(board_, own.solved, root, cycle.states));
    }
  }

  const WideBoard<W>& board_;
  std::vector<Symmetry> group_;
  std::unique_ptr<ArenaSolver<W>> arenas_;
};

}  // namespace onyx
