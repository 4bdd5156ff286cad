#include "solver/engine/graph/strategy.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <unordered_set>

#include "core/base/assert.h"

namespace onyx {
namespace {

/// Returns the index of the first best successor in `met`, or else of the first best successor.
template <int W>
std::size_t best_row(const SolvedGraph<W>& solved, StateId state,
                     const std::unordered_set<StateId>& met) {
  const auto row = solved.graph.successors(state);
  std::size_t best = row.size();
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (!solved.outcomes[state].is_kept_by(solved.outcomes[row[k]])) continue;
    if (best == row.size()) best = k;
    if (met.contains(row[k])) return k;
  }
  if (best == row.size()) throw std::logic_error("a state's value has no move that keeps it");
  return best;
}

}  // namespace

template <int W>
StateMoves strategy_from(const WideBoard<W>& board, const SolvedGraph<W>& solved, StateId start,
                         Player owner, const StateMoves& planned, std::uint64_t most_bytes) {
  if (!solved.is_safe_for(owner, start)) {
    throw std::invalid_argument("the owner of a strategy must not be losing at its start");
  }
  const StateGraph<W>& graph = solved.graph;
  StateMoves strategy;
  std::unordered_set<StateId> met{start};
  std::vector<StateId> open{start};
  const auto meet = [&](StateId state) {
    if (!met.insert(state).second) return;
    open.push_back(state);
    // Bytes per entry of `met` or `strategy`, with the hash node, bucket and share of `open`.
    constexpr std::uint64_t kBytesEach = 48;
    if (kBytesEach * (met.size() + strategy.size()) > most_bytes) throw std::bad_alloc();
  };
  while (!open.empty()) {
    const StateId state = open.back();
    open.pop_back();
    if (solved.mover(state) != owner) {
      for (const StateId next : graph.successors(state)) meet(next);
      continue;
    }
    ONYX_ASSERT(solved.is_safe_for(owner, state));
    if (graph.is_leaf(state)) {
      strategy[state] = winning_moves(board, graph.position(state)).lowest();
      continue;
    }
    if (const auto plan = planned.find(state); plan != planned.end()) {
      strategy[state] = plan->second;
      meet(state_after(board, graph, state, plan->second));
      continue;
    }
    const std::size_t k = best_row(solved, state, met);
    strategy[state] = move_of_row(board, graph, state, k);
    meet(graph.successors(state)[k]);
  }
  return strategy;
}

template <int W>
StateMoves moves_along(const WideBoard<W>& board, const StateGraph<W>& graph,
                       const std::vector<StateId>& cycle) {
  StateMoves moves;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const auto row = graph.successors(cycle[i]);
    const auto next = std::find(row.begin(), row.end(), cycle[(i + 1) % cycle.size()]);
    if (next == row.end()) throw std::invalid_argument("the states are not a cycle of the graph");
    moves[cycle[i]] =
        move_of_row(board, graph, cycle[i], static_cast<std::size_t>(next - row.begin()));
  }
  return moves;
}

template <int W>
std::vector<Place> best_moves(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                              StateId state) {
  std::vector<Place> best;
  const auto add = [&](Place place) { best.push_back(place); };
  if (solved.graph.is_leaf(state)) {
    winning_moves(board, solved.graph.position(state)).for_each(add);
    return best;
  }
  const auto row = solved.graph.successors(state);
  std::size_t k = 0;
  placements(board, solved.graph.position(state)).for_each([&](Place place) {
    if (solved.outcomes[state].is_kept_by(solved.outcomes[row[k++]])) add(place);
  });
  return best;
}

#define ONYX_INSTANTIATE(W)                                                                      \
  template StateMoves strategy_from(const WideBoard<W>&, const SolvedGraph<W>&, StateId, Player, \
                                    const StateMoves&, std::uint64_t);                           \
  template StateMoves moves_along(const WideBoard<W>&, const StateGraph<W>&,                     \
                                  const std::vector<StateId>&);                                  \
  template std::vector<Place> best_moves(const WideBoard<W>&, const SolvedGraph<W>&, StateId);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
