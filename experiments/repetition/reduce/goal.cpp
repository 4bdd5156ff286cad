#include "experiments/repetition/reduce/goal.h"

#include <algorithm>
#include <span>

#include "experiments/repetition/reduce/rich_cycle.h"
#include "solver/repetition/arena.h"
#include "solver/repetition/class_key.h"

namespace onyx {
namespace {

/// Measures the states of one graph.
template <int W>
class Meter {
 public:
  Meter(const WideBoard<W>& board, const SolvedGraph<W>& solved, const Yardstick& yardstick)
      : board_(board),
        graph_(solved.graph),
        outcomes_(solved.outcomes),
        goal_(yardstick.goal),
        cycle_budget_(yardstick.cycle_budget) {}

  /// Measures the states `some`, all or part of `states`, a recurrent class.
  void look_at(const RecurrentClass& states, std::span<const StateId> some) {
    switch (goal_) {
      case Goal::stones:
      case Goal::empty:
        for (const StateId state : some) note(count(state), state);
        break;
      case Goal::arena:
        // The arena is equal in the whole class, as play only shrinks it.
        note(arena_of(board_, graph_.position(some.front())).place_count(), some.front());
        break;
      case Goal::recurrent_class:
        note(static_cast<int>(states.size()), some.front());
        break;
      case Goal::freedom:
        for (const StateId state : some.first(std::min(some.size(), kMostMeasuredStates))) {
          note(shortest_cycle(graph_, outcomes_, state).freedom, state);
        }
        break;
      case Goal::cycle:
        note_rich_cycle(states, Riches::plies);
        break;
      case Goal::squares:
        note_rich_cycle(states, Riches::squares);
        break;
      case Goal::doubles:
        note_rich_cycle(states, Riches::double_captures);
        break;
    }
  }

  std::optional<Measured<W>> best() const {
    if (!is_any_) return std::nullopt;
    const ForcedCycle cycle =
        cycle_.states.empty() ? shortest_cycle(graph_, outcomes_, state_) : cycle_;
    return Measured<W>{graph_.position(state_), measure_,
                       facts_of_cycle(board_, graph_, cycle.states).moves, cycle.freedom};
  }

 private:
  int count(StateId state) const {
    const PlaceSet<W> occupied = graph_.position(state).occupied();
    return goal_ == Goal::stones ? occupied.count() : (board_.points() - occupied).count();
  }

  void note_rich_cycle(const RecurrentClass& states, Riches riches) {
    ForcedCycle cycle = rich_cycle(board_, graph_, outcomes_, states, riches, cycle_budget_);
    const CycleFacts<W> facts = facts_of_cycle(board_, graph_, cycle.states);
    const int measure = riches == Riches::plies     ? static_cast<int>(cycle.states.size())
                        : riches == Riches::squares ? facts.squares.count()
                                                    : facts.double_captures;
    if (note(measure, cycle.states.front())) cycle_ = std::move(cycle);
  }

  /// Returns whether the measure is the best so far.
  bool note(int measure, StateId state) {
    const bool is_better = is_to_grow(goal_) ? measure > measure_ : measure < measure_;
    if (is_any_ && !is_better) return false;
    is_any_ = true;
    measure_ = measure;
    state_ = state;
    return true;
  }

  const WideBoard<W>& board_;
  const StateGraph<W>& graph_;
  const BigArray<Outcome>& outcomes_;
  const Goal goal_;
  const std::uint64_t cycle_budget_;
  bool is_any_ = false;
  int measure_ = 0;
  StateId state_ = 0;
  ForcedCycle cycle_;  ///< Begins at state_; empty if best() is to find a shortest one.
};

}  // namespace

const char* name_of(Goal goal) {
  switch (goal) {
    case Goal::stones:
      return "stones";
    case Goal::empty:
      return "empty";
    case Goal::arena:
      return "arena";
    case Goal::freedom:
      return "freedom";
    case Goal::recurrent_class:
      return "class";
    case Goal::cycle:
      return "cycle";
    case Goal::squares:
      return "squares";
    case Goal::doubles:
      break;
  }
  return "doubles";
}

bool is_to_grow(Goal goal) {
  return goal != Goal::stones && goal != Goal::empty && goal != Goal::arena;
}

template <int W>
std::optional<Measured<W>> measure_root(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                                        const Yardstick& yardstick) {
  const StateId root = solved.graph.roots.front();
  if (!solved.outcomes[root].is_draw()) return std::nullopt;
  for (const RecurrentClass& states : recurrent_classes(solved.graph, solved.outcomes)) {
    if (!std::binary_search(states.begin(), states.end(), root)) continue;
    Meter<W> meter(board, solved, yardstick);
    meter.look_at(states, std::span(&root, 1));
    return meter.best();
  }
  return std::nullopt;
}

template <int W>
std::optional<Measured<W>> measure_best(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                                        const Yardstick& yardstick) {
  Meter<W> meter(board, solved, yardstick);
  for (const RecurrentClass& states : recurrent_classes(solved.graph, solved.outcomes)) {
    meter.look_at(states, states);
  }
  return meter.best();
}

template <int W>
Certificate certify_measured(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                             const Measured<W>& measured) {
  const StateId root = solved.graph.roots.front();
  std::vector<StateId> cycle{root};
  for (const Place move : measured.cycle) {
    // Rows list the successors in the order of the places.
    const PlaceSet<W> moves = placements(board, solved.graph.position(cycle.back()));
    std::size_t k = 0;
    moves.for_each([&](Place place) { k += place < move ? 1 : 0; });
    cycle.push_back(solved.graph.successors(cycle.back())[k]);
  }
  cycle.pop_back();
  return certify_value(board, solved, root, cycle);
}

#define ONYX_INSTANTIATE(W)                                                                    \
  template std::optional<Measured<W>> measure_root(const WideBoard<W>&, const SolvedGraph<W>&, \
                                                   const Yardstick&);                          \
  template std::optional<Measured<W>> measure_best(const WideBoard<W>&, const SolvedGraph<W>&, \
                                                   const Yardstick&);                          \
  template Certificate certify_measured(const WideBoard<W>&, const SolvedGraph<W>&,            \
                                        const Measured<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
