// The catalogue lists the recurrent classes that certificates prove, and numbers their patterns.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "experiments/repetition/describe/drawn_graph.h"
#include "solver/repetition/pattern.h"

namespace onyx {

struct ClassRecord {
  std::string position;  ///< First position on the certificate's cycle.
  BoardSize board{};
  int v_stones = 0;  ///< On points and midpoints.
  int h_stones = 0;
  int midpoint_stones = 0;
  int empty_points = 0;
  int arena_points = 0;
  int arena_midpoints = 0;  ///< Live midpoints only (solver/repetition/arena.h).
  std::size_t class_size = 0;
  /// Length of the shortest cycles of the class; `freedom` is the least freedom among them. In a
  /// class of more than kMostMeasuredStates positions, only cycles through `position` are measured.
  std::size_t cycle_plies = 0;
  int freedom = 0;                   ///< Other non-losing moves along the cycle.
  std::vector<std::string> squares;  ///< Midpoints of the squares where the cycle captures.
  int double_captures = 0;           ///< Moves of the cycle that capture in two squares.
  /// Whether a game that V begins can have this side to move: V stones minus H stones must be even
  /// if V is to move, odd if H is (core/README.md, fact 4).
  bool suits_v_first = false;
  std::string game;                     ///< Setup of a game to `position`; "" if none is known.
  std::vector<std::string> game_moves;  ///< Empty if the certificate itself has the game.
  /// Why there is no game from the open board: "parity", another reason, or "none found".
  std::string why_no_game;
  std::optional<Pattern> pattern;
  std::vector<std::string> cycle_moves;  ///< The certificate's cycle if any, else a shortest one.
  std::size_t pattern_number = 0;        ///< Counted from 1; 0 if there is no pattern.
  std::string key;                       ///< The class key (solver/repetition/recurrence.h).
};

/// Default limit on the positions reachable from a class. A class beyond the limit is left out
/// unless the search for draws (solver/repetition/draw_search.h) finds it.
inline constexpr std::uint64_t kMostRecordedStates = 5'000'000;

struct CatalogueEntry {
  std::string file;  ///< ProofSource::name() of `source`.
  ClassRecord record;
  ProofSource source;
};

struct Refusal {
  std::string file;
  NoRecord no_record;
};

struct Catalogue {
  /// Sorted by board, then by file. Certificates of one class give one entry, with the first file.
  std::vector<CatalogueEntry> classes;
  std::size_t repeated = 0;  ///< Certificates left out because an earlier one proves the class.
  std::size_t patterns = 0;  ///< Number of patterns; pattern 1 has the most classes.
  std::vector<Refusal> refused;
  bool is_interrupted = false;
};

/// Returns proofs_in(paths). Throws InputError if there are no certificates.
std::vector<ProofSource> some_proofs_in(const std::vector<std::string>& paths);
/// Checks and reads the certificates in parallel; the result is deterministic. `stop` limits the
/// exploration of each class (`stop.work`: its reachable positions). An interrupt also ends the
/// reading. Progress lines and messages name `command`.
Catalogue read_catalogue(const std::vector<ProofSource>& proofs, const Stop& stop,
                         const std::string& command);

nlohmann::ordered_json to_json(const CatalogueEntry& entry);
nlohmann::ordered_json refusals_as_json(const Catalogue& catalogue);
/// Writes to standard error why each certificate was left out. Returns the exit code.
int complain_of_refusals(const Catalogue& catalogue, const std::string& command);
std::string to_table(const Catalogue& catalogue);

}  // namespace onyx
