// Exact values and distances of all states of a graph, by retrograde analysis.
//
// Values are for the side to move. A state is won if some successor is lost, and lost if all
// successors are won. All other states are draws: each player can avoid losing for ever. States are
// decided in order of distance, the number of plies to the end if the winner wins as fast and the
// loser loses as slowly as possible. Source: K. Thompson, "Retrograde Analysis of Certain
// Endgames", 1986; core/README.md, "Value".
#pragma once

#include <cstdint>

#include "core/base/assert.h"
#include "core/base/parallel.h"
#include "core/base/stop.h"
#include "solver/engine/graph/state_graph.h"

namespace onyx {

enum class Value : std::uint8_t { draw, win, loss };  ///< For the side to move.

/// Value and distance in one number. The player who moves last wins, so for the side to move a win
/// has an odd distance and a loss an even distance. A draw has no distance.
class Outcome {
 public:
  constexpr Outcome() = default;  ///< A draw.
  static constexpr Outcome decided_in(std::uint16_t plies) {
    ONYX_ASSERT(plies < UINT16_MAX);
    Outcome outcome;
    outcome.code_ = static_cast<std::uint16_t>(plies + 1);
    return outcome;
  }

  constexpr Value value() const {
    if (code_ == 0) return Value::draw;
    return code_ % 2 == 0 ? Value::win : Value::loss;
  }
  constexpr bool is_draw() const { return code_ == 0; }
  /// Plies to the end; not for draws. A finished game is a loss in 0 plies.
  constexpr int distance() const { return code_ - 1; }

  /// Whether a move to `next` is best: it keeps the draw, wins fastest or loses slowest.
  constexpr bool is_kept_by(Outcome next) const {
    return is_draw() ? next.is_draw() : !next.is_draw() && next.distance() == distance() - 1;
  }

  friend constexpr bool operator==(Outcome, Outcome) = default;

 private:
  std::uint16_t code_ = 0;
};

/// The memory that solve_values() takes in addition to the graph, including the result.
inline constexpr std::uint64_t kValueBytesPerState = 20;
inline constexpr std::uint64_t kValueBytesPerEdge = 4;

struct Evaluation {
  End end = End::complete;
  BigArray<Outcome> outcomes;  ///< Indexed by state; empty unless end is complete.
};

/// Computes all outcomes in O(states + edges). Checks only the interrupt of `stop`, once per ply of
/// distance. Reports as `done` the number of states found to be won or lost. Throws
/// std::length_error for a distance of 65,534 plies or more.
template <int W>
Evaluation solve_values(const StateGraph<W>& graph, Threads threads = Threads::all,
                        const Stop& stop = {});

/// Throws std::logic_error unless each outcome follows from the outcomes of the successors. If each
/// does, all are right: wins and losses by induction on the distance, draws because both players
/// can stay in draws for ever. O(states + edges).
template <int W>
void require_consistent(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes);

}  // namespace onyx
