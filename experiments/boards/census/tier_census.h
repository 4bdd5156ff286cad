// What there is to say of the drawn positions of one tier.
//
// All drawn positions repeat (core/README.md, "Value"): correct play from them never ends.
// Some of them lie on a forced cycle themselves, the others only lead to one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "solver/proof_games/unreachable.h"
#include "solver/repetition/draw_graph.h"

namespace onyx {

/// Drawn positions with equally many stones on points and midpoints.
struct StonesCensus {
  std::uint64_t draws = 0;
  std::uint64_t v_to_move = 0;  ///< Of the draws, those with V to move.
  /// Of the draws, those with the side to move that a game from a setup would have
  /// (core/README.md, fact 4); no others arise.
  std::uint64_t right_side = 0;
  /// Of these, those of which nothing is known that keeps a game from the empty board from them.
  std::uint64_t may_arise = 0;
  std::uint64_t on_cycles = 0;             ///< Of the draws, those that lie on a forced cycle.
  std::uint64_t on_cycles_v_to_move = 0;   ///< Of those on cycles.
  std::uint64_t on_cycles_right_side = 0;  ///< Of those on cycles.

  StonesCensus& operator+=(const StonesCensus& that);
  friend bool operator==(const StonesCensus&, const StonesCensus&) = default;
};

/// A recurrent class, and a position of it that lies on one of its shortest cycles: of these one
/// with most stones, from which least can be reached.
struct ClassCensus {
  std::size_t positions = 0;
  std::size_t plies = 0;  ///< Of its shortest cycles.
  Position<1> position;
};

/// By number of stones.
using CensusByStones = std::map<int, StonesCensus>;

struct TierCensus {
  CensusByStones by_stones;
  /// The same of a tier that a symmetry which swaps the colours leads to; empty if the board has no
  /// such symmetry.
  CensusByStones by_stones_swapped;
  /// Up to the symmetries that map the tier to itself.
  std::uint64_t draws_up_to_symmetry = 0;
  std::vector<ClassCensus> classes;
  std::uint64_t classes_up_to_symmetry = 0;
  /// By number of stones: the first draw that lies on no cycle, and the first that does.
  std::map<int, Position<1>> off_cycles;
  std::map<int, Position<1>> on_cycles;
};

/// `group`: of the board; `unreachable`: from the empty board. O(draws * log(draws)), and for each
/// draw on a cycle what can be reached from it in as many plies as its class has in a cycle.
TierCensus census_of_tier(const Board<1>& board, const std::vector<Symmetry>& group,
                          const Unreachable<1>& unreachable, const DrawFormat& format,
                          const TierName& tier, const DrawCodes& codes);

}  // namespace onyx
