#include "experiments/puzzles/oracle.h"

#include <span>

#include "core/base/assert.h"
#include "core/legality.h"
#include "core/notation.h"
#include "solver/certificate/certificate.h"

namespace onyx {
namespace {

/// Returns the first move, by place, that wins in `left` plies or holds out for `left` plies.
template <int W>
std::optional<Place> keeping_move(const WideBoard<W>& board, Oracle<W>& oracle,
                                  const WidePosition<W>& position, int left) {
  PlaceSet<W> moves = placements(board, position);
  while (moves.any()) {
    const Place place = moves.pop_lowest();
    const WidePosition<W> after = successor(board, position, place);
    std::optional<bool> keeps;
    if (left % 2 == 1) {
      keeps = oracle.loses_within(after, left - 1);
    } else if (const std::optional<Outcome> then = oracle.outcome(after)) {
      keeps = then->distance() == left - 1;
    }
    if (!keeps) return std::nullopt;
    if (*keeps) return place;
  }
  return std::nullopt;
}

}  // namespace

template <int W>
std::optional<OtherSide> other_side_of(const WideBoard<W>& board, Oracle<W>& oracle,
                                       const WidePosition<W>& position) {
  ONYX_ASSERT(can_go_on(board, position));
  WidePosition<W> now = with_other_to_move(position);
  const std::optional<Outcome> outcome = oracle.outcome(now);
  if (!outcome || outcome->is_draw()) return std::nullopt;
  const Player winner = outcome->value() == Value::win ? now.to_move : position.to_move;
  OtherSide side{name_of(win_of(winner)), outcome->distance(), {}};
  for (int left = side.plies; left > 0; --left) {
    const std::optional<Place> place = keeping_move(board, oracle, now, left);
    if (!place) return std::nullopt;
    side.main_line.push_back(format_move(board, now, *place));
    now = successor(board, now, *place);
  }
  return side;
}

template <int W>
ExplorerOracle<W>::ExplorerOracle(const WideBoard<W>& board, const WidePosition<W>& root,
                                  std::uint64_t states, Interrupt interrupt)
    : board_(board) {
  const Stop stop{.interrupt = interrupt, .work = states};
  solution_ = solve_graph<W>(board, std::span(&root, 1), stop, Threads::one);
  if (end() != End::complete) return;
  const StateGraph<W>& graph = solution_.solved.graph;
  states_.reserve(graph.state_count());
  for (StateId state = 0; state < graph.state_count(); ++state) {
    states_.emplace(graph.positions[state], state);
  }
}

template <int W>
std::optional<StateId> ExplorerOracle<W>::state_of(const WidePosition<W>& position) const {
  ONYX_ASSERT(end() == End::complete);
  const auto found = states_.find(pack(position));
  if (found == states_.end()) return std::nullopt;
  return found->second;
}

template <int W>
std::optional<Outcome> ExplorerOracle<W>::outcome(const WidePosition<W>& position) {
  if (is_finished(board_, position)) return Outcome::decided_in(0);
  const std::optional<StateId> state = state_of(position);
  if (state) return solution_.solved.outcomes[*state];
  // The position may follow one in which a player can connect at once; the explorer stops there.
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
  template std::optional<OtherSide> other_side_of(const WideBoard<W>&, Oracle<W>&, \
                                                  const WidePosition<W>&);         \
  template class ExplorerOracle<W>;
ONYX_FOR_EACH_PUZZLE_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
