#include "experiments/puzzles/oracle.h"

namespace onyx {

std::optional<bool> Oracle::loses_within(const SmallPosition& position, int plies) {
  const std::optional<Outcome> found = outcome(position);
  if (!found) return std::nullopt;
  return found->value() == Value::loss && found->distance() <= plies;
}

ExplorerOracle::ExplorerOracle(const SmallBoard& board, const std::vector<SmallPosition>& roots,
                               const Stop& stop)
    : board_(board) {
  solution_ = solve<1>(board, roots, stop, Threads::one);
  if (!is_complete()) return;
  const StateGraph<1>& graph = solution_.solved.graph;
  states_.reserve(graph.state_count());
  for (StateId state = 0; state < graph.state_count(); ++state) {
    states_.emplace(graph.positions[state], state);
  }
}

std::optional<StateId> ExplorerOracle::state_of(const SmallPosition& position) const {
  const auto found = states_.find(pack(position));
  if (found == states_.end()) return std::nullopt;
  return found->second;
}

std::optional<Outcome> ExplorerOracle::outcome(const SmallPosition& position) {
  if (is_finished(board_, position)) return Outcome::decided_in(0);
  const std::optional<StateId> state = state_of(position);
  if (state) return solution_.solved.outcomes[*state];
  // Behind a position in which somebody could have connected.
  if (winning_moves(board_, position).any()) return Outcome::decided_in(1);
  return std::nullopt;
}

std::optional<Certificate> ExplorerOracle::certify(const SmallPosition& position) {
  if (is_finished(board_, position)) return certify_finished(board_, position);
  const std::optional<StateId> state = state_of(position);
  if (!state) return std::nullopt;
  return certify_value(board_, solution_.solved, *state);
}

}  // namespace onyx
