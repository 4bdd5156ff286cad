#include "experiments/puzzles/oracle.h"

namespace onyx {

template <int W>
std::optional<bool> Oracle<W>::loses_within(const WidePosition<W>& position, int plies) {
  const std::optional<Outcome> found = outcome(position);
  if (!found) return std::nullopt;
  return found->value() == Value::loss && found->distance() <= plies;
}

template <int W>
ExplorerOracle<W>::ExplorerOracle(const WideBoard<W>& board,
                                  const std::vector<WidePosition<W>>& roots, const Stop& stop)
    : board_(board) {
  solution_ = solve_graph<W>(board, roots, stop, Threads::one);
  if (!is_complete()) return;
  const StateGraph<W>& graph = solution_.solved.graph;
  states_.reserve(graph.state_count());
  for (StateId state = 0; state < graph.state_count(); ++state) {
    states_.emplace(graph.positions[state], state);
  }
}

template <int W>
std::optional<StateId> ExplorerOracle<W>::state_of(const WidePosition<W>& position) const {
  const auto found = states_.find(pack(position));
  if (found == states_.end()) return std::nullopt;
  return found->second;
}

template <int W>
std::optional<Outcome> ExplorerOracle<W>::outcome(const WidePosition<W>& position) {
  if (is_finished(board_, position)) return Outcome::decided_in(0);
  const std::optional<StateId> state = state_of(position);
  if (state) return solution_.solved.outcomes[*state];
  // The graph ends at positions in which a player can connect at once.
  if (winning_moves(board_, position).any()) return Outcome::decided_in(1);
  return std::nullopt;
}

template <int W>
std::optional<Certificate> ExplorerOracle<W>::certify(const WidePosition<W>& position) {
  if (is_finished(board_, position)) return certify_finished(board_, position);
  const std::optional<StateId> state = state_of(position);
  if (!state) return std::nullopt;
  return certify_value(board_, solution_.solved, *state);
}

#define ONYX_INSTANTIATE(W) \
  template class Oracle<W>; \
  template class ExplorerOracle<W>;
ONYX_FOR_EACH_PUZZLE_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
