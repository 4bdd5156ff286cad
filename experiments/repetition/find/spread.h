// From known repeating positions to all that lie near: where some are known, their neighbours are
// the place to look for more (results/README.md), and where it is known how many there are, as on
// 4x5, one can see when all are found.
//
// Near is what one change makes of a position: a stone taken, put or recoloured on one place, or
// the other side to move. Of each class all positions of the cycle that its certificate goes round
// are changed in all ways, then the same is done for the classes that come to light, until nothing
// is new. No chance is in it: the same positions lead to the same certificates.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "core/board.h"

namespace onyx {

struct SpreadSettings {
  BoardSize board;
  /// Most of what is near is won, and what is reachable from it too much to look at. So from a
  /// change from which more than `max_states` are reachable the search for draws goes
  /// (solver/repetition/draw_search.h), with so many nodes for each value; 0: it is given up.
  std::uint64_t max_states = 20'000;
  std::uint64_t max_nodes = 100'000;
  /// Of each class one position is changed and no more.
  bool one_of_each = false;
};

struct SpreadTally {
  std::uint64_t tried = 0;     ///< Positions explored.
  std::uint64_t won = 0;       ///< Of these, with too many states, and shown to be won.
  std::uint64_t given_up = 0;  ///< Of these, not decided within the limits.
  std::uint64_t classes = 0;   ///< In the folder.
  std::uint64_t spread = 0;    ///< Of these, whose neighbours were tried, over all runs.
  End end = End::complete;     ///< If not complete, the same call goes on.
};

struct SpreadLimits {
  Stop stop;  ///< Interrupt and deadline of all, bytes of each exploration.
  /// After each position that was tried.
  std::function<void(const SpreadTally&)> progress;
};

/// Looks at `seeds` (texts of positions, legal and not finished) and spreads from what they lead to
/// and from the certificates of this board that are in `folder`, which must be of draws or cycles;
/// writes one for each new class there. Throws
/// FileError; FolderInUse where another run is at work there.
SpreadTally run_spread(const SpreadSettings& settings, const std::vector<std::string>& seeds,
                       const SpreadLimits& limits, const std::filesystem::path& folder);

}  // namespace onyx
