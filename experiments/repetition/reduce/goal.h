// Measures of repeating positions, and where in a solved graph a measure is best.
//
// A position repeats if it is in a recurrent class: its value is a draw, and draw-keeping moves
// lead from it back to it. Every measure is of such a position or of its class, and comes with the
// forced cycle that shows it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/certificate/from_graph.h"
#include "solver/repetition/recurrence.h"

namespace onyx {

/// The freedom of a position is the least freedom of the shortest forced cycles through it (see
/// shortest_cycle). So a large freedom means that every shortest cycle leaves choices.
enum class Goal {
  stones,           ///< Fewest stones, on points and midpoints.
  empty,            ///< Fewest empty points.
  arena,            ///< Smallest arena: points and live midpoints that can ever change.
  freedom,          ///< Largest freedom.
  recurrent_class,  ///< Largest recurrent class, in positions.
  cycle,            ///< Longest forced cycle found in the class.
  squares,          ///< Forced cycle found that captures in most squares.
  doubles,          ///< Forced cycle found with most captures in two squares at once.
};

inline constexpr Goal kGoals[] = {Goal::stones,          Goal::empty, Goal::arena,   Goal::freedom,
                                  Goal::recurrent_class, Goal::cycle, Goal::squares, Goal::doubles};

/// The name on the command line: "stones", "class" and so on.
const char* name_of(Goal goal);
/// Whether more is better.
bool is_to_grow(Goal goal);

struct Yardstick {
  Goal goal = Goal::stones;
  /// Moves that the search for a rich cycle examines in each class.
  std::uint64_t cycle_budget = 100'000;
};

/// A position in a recurrent class, with its measure.
template <int W>
struct Measured {
  WidePosition<W> position;
  int measure = 0;
  std::vector<Place> cycle;        ///< A forced cycle from the position back to it.
  std::optional<int> freedom = 0;  ///< Other non-losing moves met along the cycle, if known.
};

/// The measure of the graph's root; nothing if the root does not repeat. For the last three goals
/// the result's position is one of the root's class, on the cycle found.
template <int W>
std::optional<Measured<W>> measure_root(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                                        const Yardstick& yardstick);

/// The best measure of all repeating positions of the graph; nothing if there are none. Of equally
/// good positions, the first state. For the freedom, only the first kMostMeasuredStates states of a
/// class are examined.
template <int W>
std::optional<Measured<W>> measure_best(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                                        const Yardstick& yardstick);

/// Certifies that the position is a draw, with its cycle as the line. The measured position must be
/// the graph's root.
template <int W>
Certificate certify_measured(const WideBoard<W>& board, const SolvedGraph<W>& solved,
                             const Measured<W>& measured);

}  // namespace onyx
