// Exact values and distances of all states of a graph, by counting backwards.
//
// Retrograde analysis: a state one of whose successors is lost for its mover is won; a state all of
// whose successors are won for theirs is lost; what neither rule ever reaches is a draw, because
// both players can avoid losing for ever. Going backwards in order of distance, the first lost
// successor gives a win its distance, and the last won one a loss its own, so distances are exact
// too: plies to the end, the winner hurrying, the loser delaying.
// Source: K. Thompson, "Retrograde Analysis of Certain Endgames", 1986; rules page, "Value".
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "core/base/parallel.h"
#include "solver/graph/state_graph.h"

namespace onyx {

enum class Value : std::uint8_t { draw, win, loss };  ///< For the side to move.

/// Value and distance in one number. Plies tell who moves last, and the last mover wins: an odd
/// distance is a win of the side to move, an even one a loss, and a draw has none.
class Outcome {
 public:
  constexpr Outcome() = default;  ///< A draw.
  static constexpr Outcome decided_in(std::uint16_t plies) {
    Outcome outcome;
    outcome.code_ = static_cast<std::uint16_t>(plies + 1);
    return outcome;
  }

  constexpr Value value() const {
    if (code_ == 0) return Value::draw;
    return code_ % 2 == 0 ? Value::win : Value::loss;
  }
  constexpr bool is_draw() const { return code_ == 0; }
  /// Plies to the end; only for decided states. A finished game is lost in 0.
  constexpr int distance() const { return code_ - 1; }

  friend constexpr bool operator==(Outcome, Outcome) = default;

 private:
  std::uint16_t code_ = 0;
};

/// Memory that solve_values takes beside the graph, its result included.
inline constexpr std::uint64_t kValueBytesPerState = 16;
inline constexpr std::uint64_t kValueBytesPerEdge = 4;

/// How solve_values is watched and stopped from outside.
struct ValueWatch {
  const std::atomic<bool>* interrupt = nullptr;  ///< Ends the work when it becomes true.
  /// Called after each ply of distance with the number of states decided so far, if set. Drawn
  /// states are never decided, so it need not reach the number of states.
  std::function<void(std::uint64_t decided)> progress;
};

/// The outcome of every state; an empty array if interrupted. O(states + edges). Throws
/// std::length_error if a distance exceeds 65,534 plies.
template <int W>
BigArray<Outcome> solve_values(const StateGraph<W>& graph, Threads threads = Threads::all,
                               const ValueWatch& watch = {});

}  // namespace onyx
