// The census of repetition: all drawn positions of a board, out of the folder of onyx strong
// --tiers, as far as its tiers are solved.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/base/stop.h"
#include "experiments/boards/census/tier_census.h"

namespace onyx {

/// Recurrent classes whose shortest cycles have equally many plies.
struct CycleCensus {
  std::uint64_t classes = 0;
  std::uint64_t positions = 0;
};

/// A tier that has draws.
struct CensusTier {
  TierName name;
  std::uint64_t alike = 0;    ///< Tiers that it stands for, itself included.
  std::uint64_t swapped = 0;  ///< Of these, those led to only with colours swapped.
  TierCensus census;
};

struct BoardCensus {
  BoardSize size;
  std::size_t midpoints = 0;
  std::uint64_t tiers = 0;             ///< Of the board.
  std::uint64_t tiers_counted = 0;     ///< Solved, and all their draws listed.
  std::uint64_t unlisted_tiers = 0;    ///< Solved, with more draws than are listed
  std::uint64_t unlisted_draws = 0;    ///< Of these; nothing else of them is counted here.
  std::vector<CensusTier> with_draws;  ///< Counted ones, the fullest first.
  /// Over all tiers that were counted, those that they stand for included.
  CensusByStones by_stones;
  /// Positions and classes that a symmetry of the board maps to each other count once.
  std::uint64_t draws_up_to_symmetry = 0;
  std::uint64_t classes = 0;
  std::uint64_t classes_up_to_symmetry = 0;
  std::map<std::size_t, CycleCensus> by_plies;  ///< By plies of the shortest cycle; all tiers.
  bool is_interrupted = false;

  bool is_complete() const { return tiers_counted == tiers && !is_interrupted; }
  StonesCensus total() const;
};

struct CensusRun {
  std::filesystem::path folder;
  Interrupt interrupt;
  /// After each tier that has draws: how many are counted, and of how many. From many threads.
  std::function<void(std::size_t done, std::size_t all)> progress;
};

/// Of one board; the folder may be one that a run still works in. Throws FileError.
BoardCensus census_of_board(const CensusRun& run);

}  // namespace onyx
