#include "experiments/claims/position_values.h"

#include <fmt/core.h>

#include <algorithm>

#include "experiments/support/counted.h"
#include "solver/certificate/from_graph.h"

namespace onyx {
namespace {

/// The successor of a state that has this position, if the graph contains it.
template <int W>
std::optional<StateId> successor_state(const StateGraph<W>& graph, StateId from,
                                       const WidePosition<W>& position) {
  const auto row = graph.successors(from);
  const auto wanted = pack(position);
  const auto found = std::find_if(row.begin(), row.end(),
                                  [&](StateId state) { return graph.positions[state] == wanted; });
  return found == row.end() ? std::nullopt : std::optional<StateId>(*found);
}

/// The states along the cycle, each once, beginning with `start`; empty if the graph lacks one.
template <int W>
std::vector<StateId> states_round(const WideBoard<W>& board, const StateGraph<W>& graph,
                                  StateId start, std::span<const Place> cycle) {
  std::vector<StateId> states;
  StateId state = start;
  for (const Place move : cycle) {
    states.push_back(state);
    const auto next = successor_state(graph, state, successor(board, graph.position(state), move));
    if (!next) return {};
    state = *next;
  }
  return state == start ? states : std::vector<StateId>{};
}

}  // namespace

std::string describe(Claim claim, int distance, int distance_at_most) {
  const auto plies = [](int number) {
    return counted(static_cast<std::uint64_t>(number), "ply", "plies");
  };
  if (claim == Claim::draw) return "a draw";
  if (distance == 0) return fmt::format("{} has won", claim == Claim::v_wins ? 'V' : 'H');
  std::string text = name_of(claim);
  if (distance > 0) return text + " in " + plies(distance);
  if (distance_at_most >= 0) text += " in at most " + plies(distance_at_most);
  return text;
}

template <int W>
std::optional<typename PositionValues<W>::Entry> PositionValues<W>::found_behind(
    const Entry& before, const WidePosition<W>& position) const {
  if (!before.decision.solved) return std::nullopt;
  const SolvedGraph<W>& solved = *before.decision.solved;
  const auto state = successor_state(solved.graph, before.state, position);
  if (!state) return std::nullopt;
  Entry entry;
  entry.state = *state;
  entry.decision.engine = Engine::explorer;
  entry.decision.solved = before.decision.solved;
  const Outcome outcome = solved.outcomes[*state];
  if (!outcome.is_draw()) {
    entry.decision.claim = solved.is_safe_for(Player::V, *state) ? Claim::v_wins : Claim::h_wins;
    entry.decision.distance = outcome.distance();
  }
  entry.decision.best_moves = best_moves(board_, solved, *state);
  return entry;
}

template <int W>
void PositionValues<W>::drop_large_but(const std::shared_ptr<const SolvedGraph<W>>& graph) {
  constexpr std::size_t kMostKept = 100'000;
  if (graph->graph.state_count() <= kMostKept) return;
  for (auto& [position, entry] : entries_) {
    auto& solved = entry.decision.solved;
    if (solved && solved->graph.state_count() > kMostKept) solved.reset();
  }
}

template <int W>
const Decision<W>& PositionValues<W>::of(const WidePosition<W>& position, const Stop& stop) {
  auto known = entries_.find(position);
  if (known == entries_.end() || !known->second.decision.is_decided()) {
    auto found = last_ == nullptr || is_finished(board_, position) ? std::nullopt
                                                                   : found_behind(*last_, position);
    if (!found) {
      found.emplace();
      found->decision = decider_.decide(position, stop);
      if (found->decision.solved) {
        found->state = found->decision.solved->graph.roots.front();
        drop_large_but(found->decision.solved);
      }
    }
    known = entries_.insert_or_assign(position, std::move(*found)).first;
  }
  last_ = &known->second;
  return last_->decision;
}

template <int W>
std::optional<Certificate> PositionValues<W>::certificate_of(const WidePosition<W>& position,
                                                             const Stop& stop,
                                                             std::span<const Place> cycle) {
  const Entry& entry = entries_.at(position);
  if (!entry.decision.solved) return decider_.certify(position, entry.decision, stop);
  const SolvedGraph<W>& solved = *entry.decision.solved;
  try {
    return certify_value(board_, solved, entry.state,
                         states_round(board_, solved.graph, entry.state, cycle), stop.bytes);
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

#define ONYX_INSTANTIATE(W) template class PositionValues<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
