#include "solver/decide/position_values.h"

#include <algorithm>
#include <new>

#include "solver/certificate/prove.h"
#include "solver/decide/wide_decider.h"

namespace onyx {
namespace {

template <int W>
std::optional<StateId> successor_state(const StateGraph<W>& graph, StateId from,
                                       const WidePosition<W>& position) {
  const auto row = graph.successors(from);
  const auto wanted = pack(position);
  const auto found = std::find_if(row.begin(), row.end(),
                                  [&](StateId state) { return graph.positions[state] == wanted; });
  return found == row.end() ? std::nullopt : std::optional<StateId>(*found);
}

/// Returns the states along the cycle, starting with `start`; empty if it is not in the graph.
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

template <int W>
bool keeps_much(const Decision& decision) {
  constexpr std::size_t kMostKept = 100'000;
  const auto solved = solved_graph_of<W>(decision);
  return solved && solved->graph.state_count() > kMostKept;
}

}  // namespace

const Decision& PositionValues::of(const Position& position, const Stop& stop) {
  auto known = entries_.find(position);
  if (known == entries_.end() || !known->second.decision.is_decided()) {
    auto found =
        last_ == nullptr || is_finished(position) ? std::nullopt : found_behind(*last_, position);
    if (!found) {
      found = Entry{decider_.decide(position, stop)};
      with_wide(position, [&]<int W>(const WideBoard<W>&, const WidePosition<W>&) {
        const auto solved = solved_graph_of<W>(found->decision);
        if (!solved) return;
        found->state = solved->graph.roots.front();
        if (!keeps_much<W>(found->decision)) return;
        // Keep only the last large graph. A certificate from a dropped graph needs a new search.
        for (auto& [other, entry] : entries_) {
          if (keeps_much<W>(entry.decision)) entry.decision.basis.reset();
        }
      });
    }
    known = entries_.insert_or_assign(position, std::move(*found)).first;
  }
  last_ = &known->second;
  return last_->decision;
}

std::optional<Certificate> PositionValues::certificate_of(const Position& position,
                                                          const Stop& stop,
                                                          std::span<const Place> cycle) {
  const Entry& entry = entries_.at(position);
  return with_wide(
      position,
      [&]<int W>(const WideBoard<W>& board, const WidePosition<W>&) -> std::optional<Certificate> {
        const auto solved = solved_graph_of<W>(entry.decision);
        if (!solved) return decider_.certify(position, entry.decision, stop);
        try {
          return certify_value(board, *solved, entry.state,
                               states_round(board, solved->graph, entry.state, cycle), stop.bytes);
        } catch (const std::bad_alloc&) {
          return std::nullopt;
        }
      });
}

std::optional<PositionValues::Entry> PositionValues::found_behind(const Entry& before,
                                                                  const Position& position) {
  return with_wide(
      position,
      [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& wide) -> std::optional<Entry> {
        const auto graph = solved_graph_of<W>(before.decision);
        if (!graph) return std::nullopt;
        const SolvedGraph<W>& solved = *graph;
        const auto state = successor_state(solved.graph, before.state, wide);
        if (!state) return std::nullopt;
        Decision decision{.best_moves = best_moves(board, solved, *state),
                          .engine = Engine::explorer,
                          .basis = before.decision.basis};
        set_value(decision, solved.outcomes[*state], wide.to_move);
        return Entry{std::move(decision), *state};
      });
}

}  // namespace onyx
