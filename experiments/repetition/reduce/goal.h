// What a repeating position can be measured by, and where in a solved graph the measure is best.
//
// A position repeats if its value is a draw and draw-keeping moves lead from it back to it: if it
// is in a recurrent class. Every measure is one of such a position or of its class, and names the
// forced cycle that shows it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/certificate/from_graph.h"
#include "solver/repetition/recurrence.h"

namespace onyx {

/// The freedom of a position is that of the shortest forced cycles through it, of several the least
/// (see shortest_cycle). So a large one means that every shortest way round leaves choices.
enum class Goal {
  stones,           ///< Fewest stones, on points and midpoints.
  empty,            ///< Fewest empty points.
  arena,            ///< Smallest arena: points and live midpoints that can ever change.
  freedom,          ///< Largest freedom.
  recurrent_class,  ///< Largest recurrent class, in positions.
  cycle,            ///< Longest forced cycle found in the class (rich_cycle.h).
  squares,          ///< Forced cycle found that captures in most squares.
  doubles,          ///< Forced cycle found with most captures in two squares at once.
};

inline constexpr Goal kGoals[] = {Goal::stones,          Goal::empty, Goal::arena,   Goal::freedom,
                                  Goal::recurrent_class, Goal::cycle, Goal::squares, Goal::doubles};

/// As on the command line: "stones", "class" and so on.
const char* name_of(Goal goal);
/// Whether more is better.
bool is_to_grow(Goal goal);

struct Yardstick {
  Goal goal = Goal::stones;
  /// Moves that the search for a rich cycle looks at in each class (rich_cycle.h).
  std::uint64_t cycle_budget = 100'000;
};

/// A position in a recurrent class, with its measure.
template <int W>
struct Measured {
  Position<W> position;
  int measure = 0;
  std::vector<Place> cycle;        ///< A forced cycle from the position back to it.
  std::optional<int> freedom = 0;  ///< Other non-losing moves met along it, where they are known.
};

/// The measure of the graph's root; nothing if it does not repeat. For the last three goals the
/// position is one of the root's class, on the cycle that was found.
template <int W>
std::optional<Measured<W>> measure_root(const Board<W>& board, const SolvedGraph<W>& solved,
                                        const Yardstick& yardstick);

/// The best measure of all repeating positions of the graph; nothing if there are none. Of equally
/// good ones the first state. Of classes with more than kMostMeasuredStates states, only so many
/// are looked at for the freedom.
template <int W>
std::optional<Measured<W>> measure_best(const Board<W>& board, const SolvedGraph<W>& solved,
                                        const Yardstick& yardstick);

/// Certifies that the position is a draw, with its cycle as the line. The graph's root must be the
/// measured position.
template <int W>
Certificate certify_measured(const Board<W>& board, const SolvedGraph<W>& solved,
                             const Measured<W>& measured);

}  // namespace onyx
