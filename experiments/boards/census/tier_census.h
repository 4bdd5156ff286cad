// Counts of the drawn positions of one tier: of all positions with the same stones on midpoints.
//
// All drawn positions repeat (core/README.md, "Value"): correct play from them never ends. Some of
// them are on a forced cycle themselves; the others only lead to one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/symmetry.h"
#include "solver/engine/tier_run/draw_format.h"
#include "solver/proof_games/unreachable.h"
#include "solver/repetition/arena.h"

namespace onyx {

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

  /// Adds `that`, `times` times.
  void add(const StonesCensus& that, std::uint64_t times = 1);
  friend bool operator==(const StonesCensus&, const StonesCensus&) = default;
};

/// A recurrent class, and the position to certify for it: of those on its shortest cycles, one with
/// most stones, as fewer states can be reached from there.
struct ClassCensus {
  std::size_t positions = 0;
  std::size_t plies = 0;  ///< The length of its shortest cycles.
  WidePosition<1> position;
};

/// By number of stones.
using CensusByStones = std::map<int, StonesCensus>;

struct TierCensus {
  CensusByStones by_stones;
  /// The counts for the tier's image under a symmetry that swaps the colours; empty if the board
  /// has no such symmetry.
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
/// log(draws)), plus for each draw on a cycle the states that are at most the length of its class's
/// shortest cycle away.
TierCensus census_of_tier(const WideBoard<1>& board, const std::vector<Symmetry>& group,
                          const Unreachable<1>& unreachable, const DrawFormat& format,
                          const TierName& tier, const DrawCodes& codes);

}  // namespace onyx
