// Analyses a game ply by ply (values and mistakes), or a position move by move (values).
//
// Games are analysed backwards, because late positions are easier and their values help earlier
// ones. On large boards the first positions are often too hard. So after several undecided
// positions in a row, earlier positions get only a glance (a short search), unless `asks_all` is
// set.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "experiments/claims/repetitions.h"
#include "experiments/known/known_value.h"
#include "solver/decide/decide.h"
#include "solver/decide/position_values.h"
#include "solver/sight/sight.h"

namespace onyx {

/// "V wins in 7 plies", "V wins in at most 7 plies", "V has won" or "a draw". A distance of -1 is
/// unknown.
std::string describe(Claim claim, int distance, int distance_at_most);
inline std::string describe(const Decision& decision) {
  return describe(decision.claim, decision.distance, decision.distance_at_most);
}

struct AnalysedPly;

/// After this number of undecided positions in a row, earlier positions get only a glance.
inline constexpr std::size_t kMostUnknownInARow = 6;
/// For DecideOptions::nodes_for_distance; takes a fraction of a second per position.
inline constexpr std::uint64_t kNodesForQuickDistance = 300'000;

struct AnalysisTask {
  DecideOptions options;
  std::function<Stop()> stop;  ///< Returns the limits for a position when its search begins.
  bool asks_all = false;       ///< Give every position its full time.
  /// A position is easy if deciding it explored at most this many positions.
  std::uint64_t most_easy_states = 10'000;
  /// If set, called with each ply whose result is final, from the last ply to the first.
  std::function<void(const AnalysedPly&)> tell;
  /// If set, called when the analysis begins to glance at all plies up to `ply`.
  std::function<void(std::size_t ply)> begin_to_glance;
  /// If set, looks up the proved value of a position in canonical form.
  std::function<std::optional<KnownValue>(const std::string& position)> known;
  /// If set, stores a certificate under a name.
  std::function<void(const std::string& name, Certificate certificate)> keep;
  std::function<void(std::size_t done, std::size_t all)> progress;
};

struct AnalysedValue {
  std::optional<Claim> claim;  ///< Not set if unknown.
  int distance = -1;           ///< In plies, exact; -1 for a draw or if unknown.
  int distance_at_most = -1;   ///< An upper bound if `distance` is unknown; -1 if there is none.

  std::string name() const { return claim ? name_of(*claim) : "unknown"; }
  std::string text() const;
  /// Returns the exact distance or an upper bound, in plies; -1 if neither is known.
  int bound() const { return distance >= 0 ? distance : distance_at_most; }
};

struct AnalysedPly {
  std::size_t ply = 0;  ///< Counted from 1.
  std::string move;
  Player mover = Player::V;
  AnalysedValue before;
  AnalysedValue after;
  std::vector<std::string> best;  ///< All best moves, or only the known ones.
  bool has_all_best = false;
  std::optional<bool> error;  ///< Whether the move made the value worse, if known.
  /// Whether the move keeps a win within kNearWin plies but delays it.
  bool wins_later = false;
  bool is_lost() const { return before.claim == win_of(other(mover)); }
  /// Returns "win" or "draw", whichever the move gave up; otherwise nullptr.
  const char* given_up() const;
};

inline constexpr int kNearWin = 5;  ///< In plies.

struct GameSummary {
  std::array<std::vector<std::size_t>, 2> mistakes;  ///< Plies from 1, indexed by player.
  std::size_t unknown = 0;                           ///< Plies that may or may not be mistakes.
  /// The fewest plies of sight that explain the moves before the first repetition, if known.
  std::optional<GameSight> sight;
};

struct AnalysedRepetition : Repetition {
  std::string position;
};

struct GameAnalysis {
  std::vector<AnalysedPly> plies;
  std::vector<AnalysedRepetition> repetitions;
  GameSummary summary;
  std::size_t glanced_up_to = 0;  ///< Plies up to this one got only a glance.
  bool interrupted = false;
};

/// The name of the certificate for the position after ply N is "ply-N".
GameAnalysis analyse_game(const Line& line, const AnalysisTask& task);
/// Uses the values in `values` and adds new values. `values` must be for the board of `line`.
GameAnalysis analyse_game(const Line& line, const AnalysisTask& task, PositionValues& values);

struct AnalysedMove {
  std::string move;
  AnalysedValue after;
  std::string reply;  ///< A best reply; "" if none is known or the game is over.
  bool is_best = false;
};

struct PositionAnalysis {
  AnalysedValue value;
  std::vector<AnalysedMove> moves;  ///< Sorted by place.
  bool interrupted = false;
};

/// The position's certificate is named "position"; a move's certificate is named after its place.
PositionAnalysis analyse_position(const Position& position, const AnalysisTask& task);

}  // namespace onyx
