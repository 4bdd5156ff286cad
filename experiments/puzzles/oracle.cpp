#include "experiments/puzzles/oracle.h"

#include "core/notation.h"
#include "solver/certificate/certificate.h"

namespace onyx {

// --- The other side to move ----------------------------------------------------------------------

namespace {

/// The first move, in the order of places, that keeps the distance `left` of a decided
/// position: the winner hurries, the loser delays. Such a move exists; nothing if the oracle
/// cannot tell which.
template <int W>
std::optional<Place> keeping_move(const WideBoard<W>& board, Oracle<W>& oracle,
                                  const WidePosition<W>& position, int left) {
  const bool is_winners = left % 2 == 1;
  PlaceSet<W> moves = placements(board, position);
  while (moves.any()) {
    const Place place = moves.pop_lowest();
    const WidePosition<W> after = successor(board, position, place);
    if (is_winners) {
      const std::optional<bool> wins = oracle.loses_within(after, left - 1);
      if (!wins) return std::nullopt;
      if (*wins) return place;
    } else {
      const std::optional<Outcome> then = oracle.outcome(after);
      if (!then) return std::nullopt;
      if (then->distance() == left - 1) return place;
    }
  }
  return std::nullopt;
}

}  // namespace

template <int W>
WidePosition<W> with_other_to_move(const WidePosition<W>& position) {
  WidePosition<W> turned = position;
  turned.to_move = other(position.to_move);
  return turned;
}

template <int W>
std::optional<OtherSide> other_side_of(const WideBoard<W>& board, Oracle<W>& oracle,
                                       const WidePosition<W>& position) {
  WidePosition<W> now = with_other_to_move(position);
  const std::optional<Outcome> outcome = oracle.outcome(now);
  if (!outcome || outcome->is_draw()) return std::nullopt;
  const bool is_won = outcome->value() == Value::win;
  OtherSide side;
  side.value = name_of(win_of(is_won ? now.to_move : position.to_move));
  side.plies = outcome->distance();
  for (int left = side.plies; left > 0; --left) {
    const std::optional<Place> place = keeping_move(board, oracle, now, left);
    if (!place) return std::nullopt;
    side.main_line.push_back(format_move(board, now, *place));
    now = successor(board, now, *place);
  }
  return side;
}

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
  if (is_finished(board_, position)) return certify_finished(to_plain(board_, position));
  const std::optional<StateId> state = state_of(position);
  if (!state) return std::nullopt;
  return certify_value(board_, solution_.solved, *state);
}

#define ONYX_INSTANTIATE(W)                                                        \
  template WidePosition<W> with_other_to_move(const WidePosition<W>&);             \
  template std::optional<OtherSide> other_side_of(const WideBoard<W>&, Oracle<W>&, \
                                                  const WidePosition<W>&);         \
  template class Oracle<W>;                                                        \
  template class ExplorerOracle<W>;
ONYX_FOR_EACH_PUZZLE_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
