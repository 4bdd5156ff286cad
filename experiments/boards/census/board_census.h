// The census of repetition counts a board's drawn positions, from the tiers that `onyx strong
// --tiers` has solved in a folder. A tier is all positions with the same stones on midpoints. All
// drawn positions repeat (core/README.md, "Value"), but only some of them are on a forced cycle.
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

/// Counts of the draws with a given number of stones, stones on midpoints included.
struct StonesCensus {
  std::uint64_t draws = 0;
  std::uint64_t v_to_move = 0;
  /// Draws whose side to move agrees with the counts of stones (core/README.md, fact 4).
  std::uint64_t right_side = 0;
  /// Draws counted in `right_side` that are not proved unreachable from the empty board.
  std::uint64_t may_arise = 0;
  std::uint64_t on_cycles = 0;
  std::uint64_t on_cycles_v_to_move = 0;
  std::uint64_t on_cycles_right_side = 0;

  void add(const StonesCensus& that, std::uint64_t times = 1);
  friend bool operator==(const StonesCensus&, const StonesCensus&) = default;
};

/// All counts and their names in files.
inline constexpr std::pair<const char*, std::uint64_t StonesCensus::*> kStonesCounts[] = {
    {"draws", &StonesCensus::draws},
    {"v_to_move", &StonesCensus::v_to_move},
    {"right_side", &StonesCensus::right_side},
    {"may_arise", &StonesCensus::may_arise},
    {"on_cycles", &StonesCensus::on_cycles},
    {"on_cycles_v_to_move", &StonesCensus::on_cycles_v_to_move},
    {"on_cycles_right_side", &StonesCensus::on_cycles_right_side}};

/// A recurrent class. `position` is on a shortest cycle of the class and has the most stones of all
/// such positions. It represents the class in sample_of().
struct ClassCensus {
  std::size_t positions = 0;
  std::size_t plies = 0;  ///< The length of the shortest cycles.
  WidePosition<1> position;
};

using CensusByStones = std::map<int, StonesCensus>;

struct TierCensus {
  CensusByStones by_stones;
  /// The counts of the tier with swapped colours; empty if no symmetry of the board swaps colours.
  CensusByStones by_stones_swapped;
  std::uint64_t draws_up_to_symmetry = 0;  ///< Symmetric draws count once.
  std::vector<ClassCensus> classes;
  std::uint64_t classes_up_to_symmetry = 0;
  /// For each number of stones, the first draw off all cycles and the first draw on a cycle.
  std::map<int, WidePosition<1>> off_cycles;
  std::map<int, WidePosition<1>> on_cycles;
};

/// Counts the draws of a tier. `group`: the board's symmetry group. `unreachable`: for the empty
/// board. O(draws * log(draws)), plus, per draw on a cycle, a search as deep as its shortest cycle.
TierCensus census_of_tier(const WideBoard<1>& board, const std::vector<Symmetry>& group,
                          const Unreachable<1>& unreachable, const DrawFormat& format,
                          const TierName& tier, const DrawCodes& codes);

/// Counts of the classes whose shortest cycles have the same length.
struct CycleCensus {
  std::uint64_t classes = 0;
  std::uint64_t positions = 0;
};

struct CensusTier {
  TierName name;
  std::uint64_t alike = 0;    ///< Number of tiers symmetric to this one, itself included.
  std::uint64_t swapped = 0;  ///< How many of the `alike` tiers have swapped colours.
  TierCensus census;
};

struct BoardCensus {
  BoardSize size;
  std::size_t midpoints = 0;
  std::uint64_t tiers = 0;
  std::uint64_t tiers_counted = 0;     ///< Solved tiers with all draws listed.
  std::uint64_t unlisted_tiers = 0;    ///< Solved tiers with too many draws to list.
  std::uint64_t unlisted_draws = 0;    ///< Draws of unlisted tiers, not counted elsewhere.
  std::vector<CensusTier> with_draws;  ///< In the order of TierMap::all().
  /// Sums over all counted tiers and their symmetric images.
  CensusByStones by_stones;
  /// "Up to symmetry" means that symmetric draws (or classes) count once.
  std::uint64_t draws_up_to_symmetry = 0;
  std::uint64_t classes = 0;
  std::uint64_t classes_up_to_symmetry = 0;
  std::map<std::size_t, CycleCensus> by_plies;  ///< Indexed by length of the shortest cycle.
  bool is_interrupted = false;
  bool is_complete() const { return tiers_counted == tiers && !is_interrupted; }
  StonesCensus total() const;
};

struct CensusRun {
  std::filesystem::path folder;
  Interrupt interrupt;
  /// Called by several threads; both numbers count only tiers with draws.
  std::function<void(std::size_t done, std::size_t all)> progress;
};

/// Throws FileError. Another run may work in the folder at the same time.
BoardCensus census_of_board(const CensusRun& run);

struct SamplePosition {
  std::string tier;  ///< The taken midpoints and their owners, as from text_of().
  int stones = 0;
  std::size_t plies = 0;  ///< Length of a shortest cycle; 0: on no cycle.
  WidePosition<1> position;
};

/// Returns the positions in the order of certification: one of each kind (midpoints taken, stones,
/// plies), kinds with the rarest cycles first; then a second one of each kind, and so on.
std::vector<SamplePosition> sample_of(const BoardCensus& census);

struct CensusCertificates {
  std::vector<Certificate> certificates;
  std::uint64_t too_large = 0;  ///< Positions that reach more states than the limit.
  bool is_interrupted = false;
};

/// Certifies the first `count` positions that are not too large. The explorer solves each of them
/// again, without tiers. `stop` limits the states for each; `stop.progress` is called after each
/// certificate. Throws std::logic_error if the explorer or the referee disagrees with the census.
CensusCertificates certify_sample(BoardSize size, const std::vector<SamplePosition>& sample,
                                  std::size_t count, const Stop& stop);

}  // namespace onyx
