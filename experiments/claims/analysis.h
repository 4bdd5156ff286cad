// Analyses a game ply by ply, or one position move by move: the values, and the mistakes.
//
// A game is analysed backwards: the last positions are the easiest to decide, and their values help
// with earlier ones. If a position is not decided within its time, its value may follow from its
// neighbours: a move that leads to a win was made from a win, and a best move keeps the value.
//
// The first positions of a game on a large board are often out of reach. After several positions in
// a row stayed undecided, the analysis only glances at earlier ones (a short search), unless told
// to examine all. Easy positions, such as near wins, do not count: they say nothing about others.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "experiments/claims/repetitions.h"
#include "experiments/known/judged_once.h"
#include "solver/decide/decide.h"
#include "solver/decide/position_values.h"
#include "solver/sight/sight.h"

namespace onyx {

/// "V wins in 7 plies", "V wins in at most 7 plies", "V has won", "a draw"; -1: unknown distance.
std::string describe(Claim claim, int distance, int distance_at_most);
inline std::string describe(const Decision& decision) {
  return describe(decision.claim, decision.distance, decision.distance_at_most);
}

struct AnalysedPly;

/// After this number of undecided positions in a row, without easy ones, the rest get a glance.
inline constexpr std::size_t kMostUnknownInARow = 6;
/// For DecideOptions::nodes_for_distance: a fraction of a second for each position.
inline constexpr std::uint64_t kNodesForQuickDistance = 300'000;

struct AnalysisTask {
  DecideOptions options;
  std::function<Stop()> stop;  ///< Limits for a position that starts now.
  bool asks_all = false;       ///< Never glance.
  /// A position is easy if its value is found by examining at most this number of positions.
  std::uint64_t most_easy_states = 10'000;
  /// If set, called for each ply of a game, the last one first, as soon as its result is final.
  std::function<void(const AnalysedPly&)> tell;
  /// If set, called when the analysis begins to glance: at all plies up to `ply`.
  std::function<void(std::size_t ply)> begin_to_glance;
  /// If set, looks up a proved value of a position in canonical form; it comes without distance.
  std::function<std::optional<KnownValue>(const std::string& position)> known;
  /// If set, takes a certificate, to be stored under a name.
  std::function<void(const std::string& name, Certificate certificate)> keep;
  /// If set, called after each position.
  std::function<void(std::size_t done, std::size_t all)> progress;
};

struct AnalysedValue {
  std::optional<Claim> claim;  ///< Not set if unknown.
  int distance = -1;           ///< In plies, exact; -1 for a draw, or if unknown.
  int distance_at_most = -1;   ///< If the distance is unknown: a bound, or -1.

  /// "V wins", "H wins", "draw" or "unknown".
  std::string name() const { return claim ? name_of(*claim) : "unknown"; }
  /// The value with its known distance: "V wins in 7 plies", "V has won".
  std::string text() const;
  /// The best known upper bound of the distance; -1 if there is none.
  int bound() const { return distance >= 0 ? distance : distance_at_most; }
};

struct AnalysedPly {
  std::size_t ply = 0;  ///< Counted from 1.
  std::string move;
  Player mover = Player::V;
  AnalysedValue before;
  AnalysedValue after;
  std::vector<std::string> best;  ///< All best moves, or the known ones.
  bool has_all_best = false;
  std::optional<bool> error;  ///< Whether the move made the value worse; not set if unknown.
  /// Whether the move keeps a near win (kNearWin) but takes longer than necessary.
  bool wins_later = false;
  /// Whether every move of the mover loses.
  bool is_lost() const { return before.claim == win_of(other(mover)); }
  /// "win" or "draw" if the move gave that up; otherwise nullptr.
  const char* given_up() const;
};

/// A win within this number of plies is near.
inline constexpr int kNearWin = 5;

struct GameSummary {
  std::array<std::vector<std::size_t>, 2> mistakes;  ///< By player: the plies, counted from 1.
  std::size_t unknown = 0;  ///< Plies whose effect on the value is unknown.
  /// How many plies ahead the moves before the first repetition see; not set if unknown, or if
  /// there are no such moves.
  std::optional<GameSight> sight;
};

struct AnalysedRepetition : Repetition {
  std::string position;  ///< The position that returns.
};

struct GameAnalysis {
  std::vector<AnalysedPly> plies;
  std::vector<AnalysedRepetition> repetitions;
  GameSummary summary;
  std::size_t glanced_up_to = 0;  ///< The positions before plies up to this got only a glance.
  bool interrupted = false;
};

/// Analyses a game. The certificate of the position after ply N is named "ply-N".
GameAnalysis analyse_game(const Line& line, const AnalysisTask& task);
/// Uses values of this board that are already known, and adds new ones.
GameAnalysis analyse_game(const Line& line, const AnalysisTask& task, PositionValues& values);

struct AnalysedMove {
  std::string move;
  AnalysedValue after;
  std::string reply;  ///< A best reply; empty if the game is over, or none is known.
  bool is_best = false;
};

struct PositionAnalysis {
  AnalysedValue value;
  std::vector<AnalysedMove> moves;  ///< All legal moves, in the order of places.
  bool interrupted = false;
};

/// Analyses a position. Its certificate is named "position", and those of the positions after each
/// move are named by the move's place.
PositionAnalysis analyse_position(const Position& position, const AnalysisTask& task);

}  // namespace onyx
