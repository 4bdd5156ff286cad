// Measures for repeating positions, and the best measure among the positions of a solved graph.
//
// A position repeats if it is a draw and draw-keeping moves lead from it back to it; then it is in
// a recurrent class. The result of every measure comes with a forced cycle as evidence.
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "experiments/repetition/describe/drawn_graph.h"
#include "solver/certificate/prove.h"
#include "solver/repetition/arena.h"
#include "solver/repetition/recurrence.h"

namespace onyx {

/// The freedom of a position is the least freedom of its shortest forced cycles (shortest_cycle()).
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

/// Whether more is better.
inline bool is_to_grow(Goal goal) {
  return goal != Goal::stones && goal != Goal::empty && goal != Goal::arena;
}

struct Yardstick {
  Goal goal = Goal::stones;
  /// Limit of moves examined per class in the search for a rich cycle.
  std::uint64_t cycle_budget = 100'000;
};

/// A repeating position with its measure.
template <int W>
struct Measured {
  WidePosition<W> position;
  int measure = 0;
  std::vector<Place> cycle;        ///< Forced, from the position back to it.
  std::optional<int> freedom = 0;  ///< Other non-losing moves along the cycle.
};

// The goals `cycle`, `squares` and `doubles` look for a rich cycle: a forced cycle in a recurrent
// class that is long or captures much. Every simple cycle of draws is forced: both players can
// follow it for ever, and leaving it wins for neither.
//
// No fast method is known for the longest simple cycle, so a longer cycle than the result may
// exist. Until half the budget is spent, the search finds a shortest cycle through each move of the
// class; if it covers all moves, no capture of any cycle is missed. Then it walks simple
// paths depth first, from up to 64 states. Of equal `squares` or `doubles`, the shorter cycle wins.

/// The index of a state in its class.
using ClassIndex = std::uint32_t;

/// Takes O(min(squared number of moves, budget)).
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
    for (ClassIndex from = 0; from < moves_.size() && spent_ < budget_ / 2; ++from) {
      for (const Move& move : moves_[from]) close_shortest(from, move);
    }
    constexpr std::size_t kMostStarts = 64;
    const std::size_t starts = std::min(moves_.size(), kMostStarts);
    for (std::size_t i = 0; i < starts && spent_ < budget_; ++i) {
      walk(static_cast<ClassIndex>(i * moves_.size() / starts), (budget_ - spent_) / (starts - i));
    }
    return best_;
  }

 private:
  struct Move {
    ClassIndex to;
    PlaceSet<W> squares;  ///< Midpoints of squares with a capture.
  };
  /// A state on the path, and the index of the next move to try there.
  struct Step {
    ClassIndex state;
    std::size_t next_move = 0;
    PlaceSet<W> squares{};    ///< Squares with a capture on the path to the state.
    int double_captures = 0;  ///< On the path to the state.
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

  /// Walks simple paths from `start`, depth first, for at most `share` moves.
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
  std::vector<std::vector<Move>> moves_;  ///< By state, the moves to states of the class.
  std::vector<bool> is_met_;
  std::optional<std::pair<int, int>> best_score_;
  std::vector<ClassIndex> best_;
};

template <int W>
class Meter {
 public:
  Meter(const WideBoard<W>& board, const SolvedGraph<W>& solved, const Yardstick& yardstick)
      : board_(board), graph_(solved.graph), outcomes_(solved.outcomes), yardstick_(yardstick) {}

  /// Measures the states `some`, which must belong to the recurrent class `states`.
  void look_at(const RecurrentClass& states, std::span<const StateId> some) {
    switch (yardstick_.goal) {
      case Goal::stones:
      case Goal::empty:
        for (const StateId state : some) note(count(state), state);
        break;
      case Goal::arena:
        // Measure one state: play can only shrink the arena, so all states of a class have the
        // same one.
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
  ForcedCycle cycle_;  ///< From state_; if empty, best() finds a shortest one.
};

/// Returns nothing if the root does not repeat. For the goals cycle, squares and doubles, the
/// result's position is on the cycle found and may differ from the root.
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

/// The best measure among the graph's repeating positions, with the first state that has it. For
/// freedom, only the first kMostMeasuredStates states of a class are measured.
template <int W>
std::optional<Measured<W>> measure_best(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                                        const Yardstick& yardstick) {
  Meter<W> meter(board, solved, yardstick);
  for (const RecurrentClass& states : recurrent_classes(solved.graph, solved.outcomes)) {
    meter.look_at(states, states);
  }
  return meter.best();
}

/// Certifies the root as a draw; the certificate's line is the measured cycle.
template <int W>
Certificate certify_measured(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                             const Measured<W>& measured) {
  const StateId root = solved.graph.roots.front();
  std::vector<StateId> cycle{root};
  for (const Place move : measured.cycle) {
    const PlaceSet<W> moves = placements(board, solved.graph.position(cycle.back()));
    std::size_t k = 0;
    moves.for_each([&](Place place) { k += place < move ? 1 : 0; });
    cycle.push_back(solved.graph.successors(cycle.back())[k]);
  }
  cycle.pop_back();
  return certify_value(board, solved, root, cycle);
}

}  // namespace onyx
