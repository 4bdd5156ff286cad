// The catalogue: the recurrent classes that certificates prove, grouped by pattern.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "experiments/repetition/describe/drawn_graph.h"
#include "solver/repetition/pattern.h"

namespace onyx {

struct ClassRecord {
  std::string position;  ///< The certificate's, or the first on the cycle.
  BoardSize board{};
  int v_stones = 0;  ///< On points and midpoints.
  int h_stones = 0;
  int midpoint_stones = 0;
  int empty_points = 0;
  int arena_points = 0;
  int arena_midpoints = 0;  ///< Live midpoints only (solver/repetition/arena.h).
  std::size_t class_size = 0;
  /// The shortest cycle, one of least freedom. If the class has more than kMostMeasuredStates
  /// positions, only cycles through `position` count.
  std::size_t cycle_plies = 0;
  int freedom = 0;                   ///< Other non-losing moves along that cycle.
  std::vector<std::string> squares;  ///< Squares in which the cycle captures, by their midpoints.
  int double_captures = 0;           ///< Moves of the cycle.
  /// The side to move is as after a game begun by V: V stones minus H stones is even if V is to
  /// move, odd if H is (core/README.md, fact 4).
  bool suits_v_first = false;
  std::string game;                     ///< Setup of the proof game, given or found; or "".
  std::vector<std::string> game_moves;  ///< For a game that was found.
  /// Why there is no game from the open board: "parity", another reason, or "none found".
  std::string why_no_game;
  std::optional<Pattern> pattern;
  std::vector<std::string> cycle_moves;  ///< From the certificate, or a shortest cycle.
  std::size_t pattern_number = 0;        ///< From 1; 0: none.
  std::string key;                       ///< The class key (solver/repetition/recurrence.h).
};

/// Default limit for the positions reachable from a class. Larger classes are left out, unless the
/// search for draws (solver/repetition/draw_search.h) finds them.
inline constexpr std::uint64_t kMostRecordedStates = 5'000'000;

struct CatalogueEntry {
  std::string file;  ///< The name of its source (proof_source.h).
  ClassRecord record;
  ProofSource source;
};

struct Refusal {
  std::string file;
  NoRecord no_record;
};

struct Catalogue {
  /// By board, then by file; for equal classes, the first file.
  std::vector<CatalogueEntry> classes;
  std::size_t repeated = 0;  ///< Certificates of classes already listed.
  std::size_t patterns = 0;  ///< From 1; patterns with the most classes come first.
  std::vector<Refusal> refused;
  bool is_interrupted = false;
};

/// proofs_in(), but throws InputError if there are none.
std::vector<ProofSource> some_proofs_in(const std::vector<std::string>& paths);
/// Checks and reads the certificates in parallel; deterministic. `stop.work` limits the positions
/// reachable from a class; otherwise only the interrupt counts. `command` begins the progress line
/// and all messages.
Catalogue read_catalogue(const std::vector<ProofSource>& proofs, const Stop& stop,
                         const std::string& command);

nlohmann::ordered_json to_json(const CatalogueEntry& entry);
nlohmann::ordered_json refusals_as_json(const Catalogue& catalogue);
/// Writes each certificate left out to standard error. Returns the exit code.
int complain_of_refusals(const Catalogue& catalogue, const std::string& command);
std::string to_table(const Catalogue& catalogue);

}  // namespace onyx
