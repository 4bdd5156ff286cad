// The census of repetition: counts of all drawn positions of a board, from the solved tiers in a
// folder of onyx strong --tiers. A tier is all positions with the same stones on midpoints.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/boards/census/tier_census.h"
#include "solver/certificate/certificate.h"
#include "solver/engine/graph/explorer.h"

namespace onyx {

/// Recurrent classes whose shortest cycles have equally many plies.
struct CycleCensus {
  std::uint64_t classes = 0;
  std::uint64_t positions = 0;
};

/// A tier that has draws.
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
  /// Called after each tier with draws, from several threads: the number of such tiers counted so
  /// far, and of all such tiers.
  std::function<void(std::size_t done, std::size_t all)> progress;
};

/// The census of one board; another run may still work in the folder. Throws FileError.
BoardCensus census_of_board(const CensusRun& run);

// --- Samples -------------------------------------------------------------------------------------
//
// Certificates for some of the positions of a census, as varied as possible.

/// A drawn position that could have a certificate, and its kind.
struct SamplePosition {
  std::string tier;       ///< The owners of its midpoints, in the form of text_of().
  int stones = 0;         ///< On points and midpoints.
  std::size_t plies = 0;  ///< Plies of the shortest cycle of its class; 0 if it is on no cycle.
  WidePosition<1> position;
};

/// The positions of a census in the order in which they should be certified: first one of each kind
/// (midpoints taken, stones, plies), where kinds with the rarest cycles, and then those with the
/// fewest midpoints taken, come first; then a second one of each kind, and so on.
std::vector<SamplePosition> sample_of(const BoardCensus& census);

struct CensusCertificates {
  std::vector<Certificate> certificates;
  std::uint64_t too_large = 0;  ///< Positions from which more states than the limit are reachable.
  bool is_interrupted = false;
};

/// Certifies the first `count` positions that are not too large. `stop` limits the states to
/// explore for each position; its progress is called after each certificate with the number done.
/// The explorer, which knows nothing of tiers, solves each position afresh, and the referee checks
/// each certificate. Throws std::logic_error if a position turns out not to be drawn, or a
/// certificate is rejected.
CensusCertificates certify_sample(BoardSize size, const std::vector<SamplePosition>& sample,
                                  std::size_t count, const Stop& stop);

}  // namespace onyx
