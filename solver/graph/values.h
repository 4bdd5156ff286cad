// Exact values and distances of all states of a graph, by counting backwards.
//
// Retrograde analysis: a state one of whose successors is lost for its mover is won; a state all of
// whose successors are won for theirs is lost; what neither rule ever reaches is a draw, because
// both players can avoid losing for ever. Going backwards in order of distance, the first lost
// successor gives a win its distance, and the last won one a loss its own, so distances are exact
// too: plies to the end, the winner hurrying, the loser delaying.
// Source: K. Thompson, "Retrograde Analysis of Certain Endgames", 1986; core/README.md, "Value".
#pragma once

#include <cstdint>

#include "core/base/parallel.h"
#include "core/base/stop.h"
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

  /// Whether a move to a state with the outcome `next` is a best one here: to the nearest lost
  /// state, to any drawn one, or to the farthest won one.
  constexpr bool is_kept_by(Outcome next) const {
    return is_draw() ? next.is_draw() : !next.is_draw() && next.distance() == distance() - 1;
  }

  friend constexpr bool operator==(Outcome, Outcome) = default;

 private:
  std::uint16_t code_ = 0;
};

/// Memory that solve_values takes beside the graph, its result included.
inline constexpr std::uint64_t kValueBytesPerState = 20;
inline constexpr std::uint64_t kValueBytesPerEdge = 4;

struct Evaluation {
  End end = End::complete;
  BigArray<Outcome> outcomes;  ///< Of every state; empty unless end is complete.
};

/// O(states + edges). Of `stop` only the interrupt ends the work; it is looked at after each ply of
/// distance, and told of states: the decided ones are done. Drawn ones are never decided, so that
/// need not become all. Throws std::length_error if a distance exceeds 65,534 plies.
template <int W>
Evaluation solve_values(const StateGraph<W>& graph, Threads threads = Threads::all,
                        const Stop& stop = {});

}  // namespace onyx
