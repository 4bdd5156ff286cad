// The census of repetition: counts of a board's drawn positions, from the solved tiers in a folder
// of onyx strong --tiers. A tier is all positions with the same stones on midpoints. All drawn
// positions repeat (core/README.md, "Value"), but only some are on a forced cycle themselves.
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

/// Draws with equal numbers of stones on points and midpoints.
struct StonesCensus {
  std::uint64_t draws = 0;
  std::uint64_t v_to_move = 0;
  /// With the side to move that a game would have (core/README.md, fact 4).
  std::uint64_t right_side = 0;
  /// Those of right_side with no known reason against a game from the empty board.
  std::uint64_t may_arise = 0;
  std::uint64_t on_cycles = 0;  ///< On a forced cycle.
  std::uint64_t on_cycles_v_to_move = 0;
  std::uint64_t on_cycles_right_side = 0;

  void add(const StonesCensus& that, std::uint64_t times = 1);
  friend bool operator==(const StonesCensus&, const StonesCensus&) = default;
};

/// A recurrent class, with a position of most stones on its shortest cycles, to be certified.
struct ClassCensus {
  std::size_t positions = 0;
  std::size_t plies = 0;  ///< In its shortest cycles.
  WidePosition<1> position;
};

using CensusByStones = std::map<int, StonesCensus>;

struct TierCensus {
  CensusByStones by_stones;
  /// With the colours swapped; empty without such a symmetry of the board.
  CensusByStones by_stones_swapped;
  std::uint64_t draws_up_to_symmetry = 0;  ///< By symmetries of the tier.
  std::vector<ClassCensus> classes;
  std::uint64_t classes_up_to_symmetry = 0;
  /// The first draws on no cycle, and on one, by number of stones.
  std::map<int, WidePosition<1>> off_cycles;
  std::map<int, WidePosition<1>> on_cycles;
};

/// `group`: the board's symmetries; `unreachable`: from the empty board. O(draws * log(draws)),
/// plus, per draw on a cycle, the states within the length of its shortest cycle.
TierCensus census_of_tier(const WideBoard<1>& board, const std::vector<Symmetry>& group,
                          const Unreachable<1>& unreachable, const DrawFormat& format,
                          const TierName& tier, const DrawCodes& codes);

/// Classes with shortest cycles of equal length.
struct CycleCensus {
  std::uint64_t classes = 0;
  std::uint64_t positions = 0;
};

struct CensusTier {
  TierName name;
  std::uint64_t alike = 0;    ///< Number of symmetric tiers, itself included.
  std::uint64_t swapped = 0;  ///< Those reached only with swapped colours.
  TierCensus census;
};

struct BoardCensus {
  BoardSize size;
  std::size_t midpoints = 0;
  std::uint64_t tiers = 0;
  std::uint64_t tiers_counted = 0;     ///< Solved, with all draws listed.
  std::uint64_t unlisted_tiers = 0;    ///< Solved, with too many draws to list.
  std::uint64_t unlisted_draws = 0;    ///< Not in other fields.
  std::vector<CensusTier> with_draws;  ///< Most draws first.
  /// Over all counted tiers, symmetric ones included.
  CensusByStones by_stones;
  /// "Up to symmetry": symmetric ones count once.
  std::uint64_t draws_up_to_symmetry = 0;
  std::uint64_t classes = 0;
  std::uint64_t classes_up_to_symmetry = 0;
  std::map<std::size_t, CycleCensus> by_plies;  ///< By the shortest cycle; over all tiers.
  bool is_interrupted = false;
  bool is_complete() const { return tiers_counted == tiers && !is_interrupted; }
  StonesCensus total() const;
};

struct CensusRun {
  std::filesystem::path folder;
  Interrupt interrupt;
  /// Called by several threads with the number of tiers with draws.
  std::function<void(std::size_t done, std::size_t all)> progress;
};

/// Another run may still work in the folder. Throws FileError.
BoardCensus census_of_board(const CensusRun& run);

/// A candidate for a certificate.
struct SamplePosition {
  std::string tier;  ///< Owners of its midpoints, as text_of().
  int stones = 0;
  std::size_t plies = 0;  ///< In the shortest cycle; 0: on no cycle.
  WidePosition<1> position;
};

/// In the order to certify them: one of each kind (midpoints taken, stones, plies), rarest cycles
/// first, then a second one of each kind, and so on.
std::vector<SamplePosition> sample_of(const BoardCensus& census);

struct CensusCertificates {
  std::vector<Certificate> certificates;
  std::uint64_t too_large = 0;  ///< With more reachable states than the limit.
  bool is_interrupted = false;
};

/// Certifies the first `count` positions that are not too large. `stop` limits the states for each
/// and reports progress after each. The explorer solves without tiers; throws std::logic_error if
/// the referee disagrees.
CensusCertificates certify_sample(BoardSize size, const std::vector<SamplePosition>& sample,
                                  std::size_t count, const Stop& stop);

}  // namespace onyx
