// Measures repeating positions, and finds the best measure among the positions of a solved graph.
//
// A draw repeats if moves that keep the draw can lead back to it; such a position is in a recurrent
// class (solver/repetition/recurrence.h). Every measure comes with a forced cycle as evidence.
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "core/base/assert.h"
#include "experiments/repetition/describe/drawn_graph.h"
#include "solver/certificate/prove.h"
#include "solver/repetition/arena.h"
#include "solver/repetition/recurrence.h"

namespace onyx {

/// The freedom of a position is the least freedom of its shortest cycles (shortest_cycle()).
enum class Goal {
  stones,           ///< Fewest stones, on points and midpoints.
  empty,            ///< Fewest empty points.
  arena,            ///< Smallest arena (solver/repetition/arena.h), in places.
  freedom,          ///< Largest freedom.
  recurrent_class,  ///< Largest recurrent class, in positions.
  cycle,            ///< Longest forced cycle found.
  squares,          ///< Forced cycle that captures in the most squares.
  doubles,          ///< Forced cycle with the most double captures.
};

inline constexpr const char* kGoalNames[] = {"stones", "empty", "arena",   "freedom",
                                             "class",  "cycle", "squares", "doubles"};

/// Whether a larger measure is better.
inline bool is_to_grow(Goal goal) {
  return goal != Goal::stones && goal != Goal::empty && goal != Goal::arena;
}

struct Yardstick {
  Goal goal = Goal::stones;
  /// Limit on the moves examined per class in the search for a rich cycle (see below).
  std::uint64_t cycle_budget = 100'000;
};

/// A repeating position with its measure.
template <int W>
struct Measured {
  WidePosition<W> position;
  int measure = 0;
  std::vector<Place> cycle;        ///< Forced, from the position back to it.
  std::optional<int> freedom = 0;  ///< Other non-losing moves along the cycle; nothing if unknown.
};

// The goals `cycle`, `squares` and `doubles` need a *rich* cycle: a cycle of a recurrent class that
// is long or has many captures. Every cycle of draws is forced: both players can follow it for
// ever, and neither can win by leaving it.
//
// Finding a longest simple cycle of a graph is NP-hard, so the search may miss longer cycles. With
// half the budget, it finds a shortest cycle through each move of the class; unless the budget runs
// out, every capture is on some cycle found. Then it walks simple paths depth first, from at most
// 64 states. For equal `squares` or `doubles`, it prefers a shorter cycle.

/// The index of a state in its class.
using ClassIndex = std::uint32_t;

/// Stops after about Yardstick::cycle_budget moves.
template <int W>
class RichCycleSearch {
 public:
  RichCycleSearch(const WideBoard<W>& board, const StateGraph<W>& graph,
                  const BigArray<Outcome>& outcomes, const RecurrentClass& states,
                  const Yardstick& yardstick)
      : goal_(yardstick.goal),
        budget_(yardstick.cycle_budget),
        moves_(states.size()),
        is_met_(states.size()) {
    ONYX_ASSERT(std::ranges::is_sorted(states));
    for (ClassIndex from = 0; from < states.size(); ++from) {
      const auto row = graph.successors(states[from]);
      const WidePosition<W> position = graph.position(states[from]);
      PlaceSet<W> places = placements(board, position);
      for (std::size_t k = 0; k < row.size(); ++k) {
        const Place place = places.pop_lowest();
        if (!outcomes[row[k]].is_draw()) continue;
        const auto to = std::lower_bound(states.begin(), states.end(), row[k]);
        if (to == states.end() || *to != row[k]) continue;
        moves_[from].push_back({static_cast<ClassIndex>(to - states.begin()),
                                squares_captured_in(board, position, place)});
      }
    }
  }

  std::vector<ClassIndex> run() {
    // Find a cycle for the first state even with a budget of 1, because best_ must not be empty.
    for (ClassIndex from = 0; from < moves_.size() && (from == 0 || spent_ < budget_ / 2); ++from) {
      for (const Move& move : moves_[from]) close_shortest(from, move);
    }
    constexpr std::size_t kMostStarts = 64;
    const std::size_t starts = std::min(moves_.size(), kMostStarts);
    for (std::size_t i = 0; i < starts && spent_ < budget_; ++i) {
      walk(static_cast<ClassIndex>(i * moves_.size() / starts), (budget_ - spent_) / (starts - i));
    }
    ONYX_ASSERT(!best_.empty());
    return best_;
  }

 private:
  struct Move {
    ClassIndex to;
    PlaceSet<W> squares;  ///< Midpoints of the squares in which the move captures.
  };
  /// A state on the current path.
  struct Step {
    ClassIndex state;
    std::size_t next_move = 0;
    PlaceSet<W> squares{};    ///< Midpoints of the squares with a capture on the path so far.
    int double_captures = 0;  ///< On the path so far.
  };

  std::pair<int, int> score(std::size_t plies, const PlaceSet<W>& squares, int doubles) const {
    const int length = static_cast<int>(plies);
    if (goal_ == Goal::cycle) return {length, squares.count()};
    return {goal_ == Goal::squares ? squares.count() : doubles, -length};
  }

  void close_shortest(ClassIndex from, const Move& first) {
    constexpr ClassIndex kNone = UINT32_MAX;
    std::vector<std::pair<ClassIndex, const Move*>> before(moves_.size(), {kNone, nullptr});
    std::vector<ClassIndex> queue{first.to};
    for (std::size_t i = 0; i < queue.size() && before[from].first == kNone; ++i) {
      for (const Move& move : moves_[queue[i]]) {
        ++spent_;
        if (move.to == first.to || before[move.to].first != kNone) continue;
        before[move.to] = {queue[i], &move};
        queue.push_back(move.to);
      }
    }
    PlaceSet<W> squares = first.squares;
    int doubles = first.squares.count() == 2 ? 1 : 0;
    ONYX_ASSERT(from == first.to || before[from].second != nullptr);
    std::vector<ClassIndex> cycle;
    for (ClassIndex state = from; state != first.to; state = before[state].first) {
      cycle.push_back(state);
      squares |= before[state].second->squares;
      doubles += before[state].second->squares.count() == 2 ? 1 : 0;
    }
    cycle.push_back(first.to);
    std::reverse(cycle.begin(), cycle.end());
    keep(score(cycle.size(), squares, doubles), [&] { return cycle; });
  }

  /// Walks simple paths from `start`, depth first, and examines at most `share` moves.
  void walk(ClassIndex start, std::uint64_t share) {
    const std::uint64_t end = spent_ + share;
    std::vector<Step> way{{start}};
    is_met_[start] = true;
    while (!way.empty() && spent_ < end) {
      Step& step = way.back();
      if (step.next_move == moves_[step.state].size()) {
        is_met_[step.state] = false;
        way.pop_back();
        continue;
      }
      const Move& move = moves_[step.state][step.next_move++];
      ++spent_;
      const PlaceSet<W> squares = step.squares | move.squares;
      const int doubles = step.double_captures + (move.squares.count() == 2 ? 1 : 0);
      if (move.to == start) {
        keep(score(way.size(), squares, doubles), [&] {
          std::vector<ClassIndex> cycle;
          for (const Step& on_way : way) cycle.push_back(on_way.state);
          return cycle;
        });
      } else if (!is_met_[move.to]) {
        is_met_[move.to] = true;
        way.push_back({move.to, 0, squares, doubles});
      }
    }
    for (const Step& step : way) is_met_[step.state] = false;
  }

  template <class MakeCycle>
  void keep(std::pair<int, int> score, MakeCycle&& make_cycle) {
    if (best_score_ && score <= *best_score_) return;
    best_score_ = score;
    best_ = make_cycle();
  }

  const Goal goal_;
  const std::uint64_t budget_;
  std::uint64_t spent_ = 0;
  std::vector<std::vector<Move>> moves_;  ///< For each state, the moves to states of the class.
  std::vector<bool> is_met_;
  std::optional<std::pair<int, int>> best_score_;
  std::vector<ClassIndex> best_;
};

template <int W>
class Meter {
 public:
  Meter(const WideBoard<W>& board, const SolvedGraph<W>& solved, const Yardstick& yardstick)
      : board_(board), graph_(solved.graph), outcomes_(solved.outcomes), yardstick_(yardstick) {}

  /// Measures `some` states of the recurrent class `states`.
  void look_at(const RecurrentClass& states, std::span<const StateId> some) {
    switch (yardstick_.goal) {
      case Goal::stones:
      case Goal::empty:
        for (const StateId state : some) note(count(state), state);
        break;
      case Goal::arena:
        // Play can only shrink the arena, so all states of a class have the same arena, and one
        // measurement suffices.
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
      case Goal::squares:
      case Goal::doubles:
        note_rich_cycle(states);
        break;
    }
  }

  std::optional<Measured<W>> best() const {
    if (!measure_) return std::nullopt;
    const ForcedCycle cycle =
        cycle_.states.empty() ? shortest_cycle(graph_, outcomes_, state_) : cycle_;
    return Measured<W>{graph_.position(state_), *measure_,
                       facts_of_cycle(board_, graph_, cycle.states).moves, cycle.freedom};
  }

 private:
  int count(StateId state) const {
    const PlaceSet<W> occupied = graph_.position(state).occupied();
    return yardstick_.goal == Goal::stones ? occupied.count()
                                           : (board_.points() - occupied).count();
  }

  void note_rich_cycle(const RecurrentClass& states) {
    ForcedCycle cycle;
    for (const ClassIndex index :
         RichCycleSearch<W>(board_, graph_, outcomes_, states, yardstick_).run()) {
      cycle.states.push_back(states[index]);
      --cycle.freedom;
      for (const StateId next : graph_.successors(states[index])) {
        cycle.freedom += outcomes_[next].is_draw() ? 1 : 0;
      }
    }
    const CycleFacts<W> facts = facts_of_cycle(board_, graph_, cycle.states);
    const int measure = yardstick_.goal == Goal::cycle     ? static_cast<int>(cycle.states.size())
                        : yardstick_.goal == Goal::squares ? facts.squares.count()
                                                           : facts.double_captures;
    if (note(measure, cycle.states.front())) cycle_ = std::move(cycle);
  }

  /// Records the measure if it is the best so far, and returns whether it is.
  bool note(int measure, StateId state) {
    if (measure_ && (is_to_grow(yardstick_.goal) ? measure <= *measure_ : measure >= *measure_)) {
      return false;
    }
    measure_ = measure;
    state_ = state;
    return true;
  }

  const WideBoard<W>& board_;
  const StateGraph<W>& graph_;
  const BigArray<Outcome>& outcomes_;
  const Yardstick& yardstick_;
  std::optional<int> measure_;  ///< The best so far.
  StateId state_ = 0;
  ForcedCycle cycle_;  ///< Begins at state_; if empty, best() finds a shortest cycle.
};

/// Measures the first root; returns nothing if it does not repeat. For the goals cycle, squares and
/// doubles, the position in the result is on the cycle found and may differ from the root.
template <int W>
std::optional<Measured<W>> measure_root(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                                        const Yardstick& yardstick) {
  const RecurrentClass states = class_of_root(solved);
  if (states.empty()) return std::nullopt;
  Meter<W> meter(board, solved, yardstick);
  meter.look_at(states, std::span(&solved.graph.roots.front(), 1));
  return meter.best();
}

/// Returns the best measure among the repeating positions of the graph, with the first state that
/// has it. For freedom, measures only the first kMostMeasuredStates states of each class.
template <int W>
std::optional<Measured<W>> measure_best(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                                        const Yardstick& yardstick) {
  Meter<W> meter(board, solved, yardstick);
  for (const RecurrentClass& states : recurrent_classes(solved.graph, solved.outcomes)) {
    meter.look_at(states, states);
  }
  return meter.best();
}

/// Certifies the first root as a draw; the line of the certificate is the measured cycle.
template <int W>
Certificate certify_measured(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                             const Measured<W>& measured) {
  const StateId root = solved.graph.roots.front();
  std::vector<StateId> cycle{root};
  for (const Place move : measured.cycle) {
    cycle.push_back(state_after(board, solved.graph, cycle.back(), move));
  }
  cycle.pop_back();
  return certify_value(board, solved, root, cycle);
}

}  // namespace onyx
