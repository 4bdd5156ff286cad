// The census of repetition: counts of all drawn positions of a board, from the solved tiers in a
// folder of onyx strong --tiers. A tier is all positions with the same stones on midpoints.
//
// All drawn positions repeat (core/README.md, "Value"): correct play from them never ends. Some of
// them are on a forced cycle themselves; the others only lead to one.
#pragma once

#include <filesystem>
#include <functional>
#include <map>

#include "core/base/stop.h"
#include "core/symmetry.h"
#include "solver/certificate/certificate.h"
#include "solver/engine/graph/explorer.h"
#include "solver/engine/tier_run/draw_format.h"
#include "solver/proof_games/unreachable.h"
#include "solver/repetition/arena.h"

namespace onyx {

/// Drawn positions with equally many stones on points and midpoints.
struct StonesCensus {
  std::uint64_t draws = 0;
  std::uint64_t v_to_move = 0;  ///< Draws with V to move.
  /// Draws with the side to move that a game would have (core/README.md, fact 4).
  std::uint64_t right_side = 0;
  /// Those among `right_side` for which no known reason excludes a game from the empty board.
  std::uint64_t may_arise = 0;
  std::uint64_t on_cycles = 0;             ///< Draws on a forced cycle.
  std::uint64_t on_cycles_v_to_move = 0;   ///< Draws on cycles with V to move.
  std::uint64_t on_cycles_right_side = 0;  ///< Draws on cycles among `right_side`.

  void add(const StonesCensus& that, std::uint64_t times = 1);
  friend bool operator==(const StonesCensus&, const StonesCensus&) = default;
};

/// A recurrent class, and the position on its shortest cycles with most stones, to be certified.
struct ClassCensus {
  std::size_t positions = 0;
  std::size_t plies = 0;  ///< The length of its shortest cycles.
  WidePosition<1> position;
};

using CensusByStones = std::map<int, StonesCensus>;

struct TierCensus {
  CensusByStones by_stones;
  /// As seen with the colours swapped; empty if the board has no such symmetry.
  CensusByStones by_stones_swapped;
  std::uint64_t draws_up_to_symmetry = 0;  ///< Up to those that map the tier to itself.
  std::vector<ClassCensus> classes;
  std::uint64_t classes_up_to_symmetry = 0;
  /// By number of stones: the first draw that is on no cycle, and the first that is on one.
  std::map<int, WidePosition<1>> off_cycles;
  std::map<int, WidePosition<1>> on_cycles;
};

/// `group`: the symmetries of the board; `unreachable`: for games from the empty board. O(draws *
/// log(draws)), plus for each draw on a cycle the states within the length of its shortest cycle.
TierCensus census_of_tier(const WideBoard<1>& board, const std::vector<Symmetry>& group,
                          const Unreachable<1>& unreachable, const DrawFormat& format,
                          const TierName& tier, const DrawCodes& codes);

/// Recurrent classes whose shortest cycles have equally many plies.
struct CycleCensus {
  std::uint64_t classes = 0;
  std::uint64_t positions = 0;
};

struct CensusTier {
  TierName name;
  std::uint64_t alike = 0;    ///< The number of tiers symmetric to it, itself included.
  std::uint64_t swapped = 0;  ///< Those of them that only colour-swapping symmetries reach.
  TierCensus census;
};

struct BoardCensus {
  BoardSize size;
  std::size_t midpoints = 0;
  std::uint64_t tiers = 0;             ///< All tiers of the board.
  std::uint64_t tiers_counted = 0;     ///< Solved tiers whose draws are all listed.
  std::uint64_t unlisted_tiers = 0;    ///< Solved tiers with too many draws to be listed.
  std::uint64_t unlisted_draws = 0;    ///< The draws in these; no other field counts them.
  std::vector<CensusTier> with_draws;  ///< Counted tiers with draws, the fullest first.
  /// Over all counted tiers, symmetric tiers included.
  CensusByStones by_stones;
  /// In the counts "up to symmetry", symmetric positions and classes count once.
  std::uint64_t draws_up_to_symmetry = 0;
  std::uint64_t classes = 0;
  std::uint64_t classes_up_to_symmetry = 0;
  std::map<std::size_t, CycleCensus> by_plies;  ///< By plies of the shortest cycle; over all tiers.
  bool is_interrupted = false;
  bool is_complete() const { return tiers_counted == tiers && !is_interrupted; }
  StonesCensus total() const;
};

struct CensusRun {
  std::filesystem::path folder;
  Interrupt interrupt;
  /// Called by several threads: the tiers with draws counted so far, and all of them.
  std::function<void(std::size_t done, std::size_t all)> progress;
};

/// The census of one board; another run may still work in the folder. Throws FileError.
BoardCensus census_of_board(const CensusRun& run);

/// A drawn position that could have a certificate, and its kind.
struct SamplePosition {
  std::string tier;       ///< The owners of its midpoints, in the form of text_of().
  int stones = 0;         ///< On points and midpoints.
  std::size_t plies = 0;  ///< Plies of the shortest cycle of its class; 0 if it is on no cycle.
  WidePosition<1> position;
};

/// The positions in the order in which to certify them: one of each kind (midpoints taken, stones,
/// plies), those with the rarest cycles first, then a second one of each kind, and so on.
std::vector<SamplePosition> sample_of(const BoardCensus& census);

struct CensusCertificates {
  std::vector<Certificate> certificates;
  std::uint64_t too_large = 0;  ///< Positions from which more states than the limit are reachable.
  bool is_interrupted = false;
};

/// Certifies the first `count` positions that are not too large. `stop` limits the states for each;
/// its progress is called after each certificate. The explorer solves each position afresh, without
/// tiers, and the referee checks: throws std::logic_error if it disagrees.
CensusCertificates certify_sample(BoardSize size, const std::vector<SamplePosition>& sample,
                                  std::size_t count, const Stop& stop);

}  // namespace onyx
