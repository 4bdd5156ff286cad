// Finds and certifies the recurrent classes in a position's arena, or reachable from the position.
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

/// Whether the class with this key (as text) is known.
using IsKnown = std::function<bool(const std::string&)>;

struct Finding {
  End end = End::complete;
  std::uint64_t states = 0;
  /// One certificate per class, without `about`. Each certifies the class key, so it does not
  /// depend on where the search began.
  std::vector<Certificate> classes;
};

/// Returns the table size of the search for draws; at least half of the memory is for the graph.
inline std::uint64_t draw_table_bytes(const Stop& stop) {
  return std::min(kDrawTableBytes, stop.bytes / 2);
}

/// Not thread-safe; use one ClassFinder per thread.
template <int W>
class ClassFinder {
 public:
  explicit ClassFinder(const WideBoard<W>& board)
      : board_(board),
        group_(symmetries_of(board.geometry())),
        arenas_(std::make_unique<ArenaSolver<W>>(board)) {}

  /// In an arena of at most this many places, the tier engine solves all positions together. Each
  /// further place triples their number.
  static constexpr int kMaxArena = 12;

  /// Certifies the classes whose keys are not `known`. The position must be legal and unfinished.
  /// `stop` limits each exploration, including explorations for certificates.
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
    // Even if the value is known, explore all reachable positions, to find every class.
    const GraphSolution<W> solution =
        solve_graph<W>(board_, std::span<const WidePosition<W>>(&position, 1), stop, Threads::one);
    finding.end = solution.end;
    // Do not count the overshoot beyond the limit, because it varies between runs.
    finding.states = std::min(solution.reached.known, stop.work);
    if (solution.end == End::complete) {
      certify(solution.solved.graph, solution.solved.outcomes, stop, known, finding);
    }
    return finding;
  }

  /// Like find(), but uses the search for draws (solver/repetition/draw_search.h), for positions
  /// with too many reachable states. If the strategies found for a class lead into a cycle with
  /// another key, omits the class and sets `end` to End::work_limit.
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
        continue;  // too large to certify; other classes may be smaller
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
