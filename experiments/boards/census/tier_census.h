// Counts of the drawn positions of one tier.
//
// All drawn positions repeat (core/README.md, "Value"): correct play from them never ends.
// Some of them are on a forced cycle themselves, the others only lead to one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/symmetry.h"
#include "solver/engine/tier_run/draw_format.h"
#include "solver/proof_games/unreachable.h"
#include "solver/repetition/arena.h"

namespace onyx {

// --- Graphs of draws -----------------------------------------------------------------------------
//
// The drawn positions of a tier as a graph, and the symmetries that map the tier to itself.
//
// A cycle has no midpoint move (core/README.md, fact 5), so it lies within one tier: the recurrent
// classes of these graphs are all recurrent classes of the board.

/// State i is the i-th code. Rows hold the drawn successors within the tier, in the order of their
/// places. Memory: 26 bytes per draw and 4 per move between draws; O(moves * log(draws)).
SolvedGraph<1> draw_graph(const WideBoard<1>& board, const DrawFormat& format, const TierName& tier,
                          const DrawCodes& codes);

/// The symmetries of `group` that map the tier to itself, except the identity.
std::vector<Symmetry> symmetries_within(const std::vector<Symmetry>& group,
                                        const DrawFormat& format, const TierName& tier);

/// For each code, the number of its image under a symmetry of the tier. Throws
/// std::invalid_argument if an image is not a draw: then the codes are not the draws of the tier.
std::vector<StateId> images_of(const Symmetry& symmetry, const DrawFormat& format,
                               const TierName& tier, const DrawCodes& codes);

/// The number of orbits of `count` things under maps, each given by the numbers of the images. The
/// maps with the identity must be a group.
std::uint64_t count_up_to(std::size_t count, const std::vector<std::vector<StateId>>& maps);

// --- The census of a tier ------------------------------------------------------------------------

/// Drawn positions with equally many stones on points and midpoints.
struct StonesCensus {
  std::uint64_t draws = 0;
  std::uint64_t v_to_move = 0;  ///< Draws with V to move.
  /// Draws with the side to move that a game from a setup would have (core/README.md, fact 4); only
  /// these can arise in a game.
  std::uint64_t right_side = 0;
  /// Those among `right_side` for which no known reason excludes a game from the empty board.
  std::uint64_t may_arise = 0;
  std::uint64_t on_cycles = 0;             ///< Draws on a forced cycle.
  std::uint64_t on_cycles_v_to_move = 0;   ///< Draws on cycles with V to move.
  std::uint64_t on_cycles_right_side = 0;  ///< Draws on cycles among `right_side`.

  StonesCensus& operator+=(const StonesCensus& that);
  friend bool operator==(const StonesCensus&, const StonesCensus&) = default;
};

/// A recurrent class, and a position on one of its shortest cycles: among such positions one with
/// most stones, from which fewest states can be reached.
struct ClassCensus {
  std::size_t positions = 0;
  std::size_t plies = 0;  ///< The length of its shortest cycles.
  WidePosition<1> position;
};

/// By number of stones.
using CensusByStones = std::map<int, StonesCensus>;

struct TierCensus {
  CensusByStones by_stones;
  /// The counts for a tier that is the image under a symmetry which swaps the colours; empty if the
  /// board has no such symmetry.
  CensusByStones by_stones_swapped;
  /// Draws up to the symmetries that map the tier to itself.
  std::uint64_t draws_up_to_symmetry = 0;
  std::vector<ClassCensus> classes;
  std::uint64_t classes_up_to_symmetry = 0;
  /// By number of stones: the first draw that is on no cycle, and the first that is on one.
  std::map<int, WidePosition<1>> off_cycles;
  std::map<int, WidePosition<1>> on_cycles;
};

/// `group`: the symmetries of the board; `unreachable`: for games from the empty board. O(draws *
/// log(draws)), plus for each draw on a cycle the states within the length of its class's shortest
/// cycle.
TierCensus census_of_tier(const WideBoard<1>& board, const std::vector<Symmetry>& group,
                          const Unreachable<1>& unreachable, const DrawFormat& format,
                          const TierName& tier, const DrawCodes& codes);

}  // namespace onyx
