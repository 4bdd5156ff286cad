// A game ply by ply, or one position move by move: what each is worth, and who erred where.
//
// A game is analysed from its last position backwards: the last positions are the easiest to
// decide, and what is known of them helps with the ones before. Where a position is not decided
// within its time, its value may follow from its neighbours: a player who wins after his move won
// before it, and a best move keeps the value.
//
// The first positions of a game on a large board are often beyond reach. When several positions in
// a row stayed undecided, the analysis only glances at the ones before, unless it is told to ask
// all. Easy positions in between do not count: that near wins are seen says nothing of the others.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/claims/position_values.h"
#include "experiments/claims/repetitions.h"
#include "solver/decide/decide.h"
#include "solver/sight/sight.h"

namespace onyx {

struct AnalysedPly;

/// When this number of positions in a row, easy ones aside, stayed undecided, the earlier ones get
/// a glance each.
inline constexpr std::size_t kMostUnknownInARow = 6;

/// How positions are to be decided, and what else is to be done with them.
struct AnalysisTask {
  DecideOptions options;
  std::function<Stop()> stop;  ///< For a position that is begun now.
  bool asks_all = false;       ///< Never to glance.
  /// A position is easy if its value is found by looking at no more positions than this.
  std::uint64_t most_easy_states = 10'000;
  /// If set, called for each ply of a game, the last one first, as soon as nothing can change it.
  /// Plies that an interrupt leaves out are not told.
  std::function<void(const AnalysedPly&)> tell;
  /// If set, called when the analysis begins to glance: at all plies up to this one.
  std::function<void(std::size_t ply)> begin_to_glance;
  /// Takes a certificate, to be kept under a name, if set.
  std::function<void(const std::string& name, Certificate certificate)> keep;
  std::function<void(std::size_t done, std::size_t all)> progress;  ///< If set: positions.
};

struct AnalysedValue {
  std::optional<Claim> claim;  ///< Nothing if it is not known.
  int distance = -1;           ///< In plies, exactly; -1 for a draw, or if not known.
  int distance_at_most = -1;   ///< If the distance is not known: a bound, or -1.

  /// "V wins", "H wins", "draw" or "unknown".
  std::string name() const { return claim ? name_of(*claim) : "unknown"; }
  /// With what is known of the distance: "V wins in 7 plies", "V has won".
  std::string text() const;
  /// The least number of plies that the win is known to take at most; -1 if nothing is known.
  int bound() const { return distance >= 0 ? distance : distance_at_most; }
};

struct AnalysedPly {
  std::size_t ply = 0;  ///< Counted from 1.
  std::string move;
  Player mover = Player::V;
  AnalysedValue before;
  AnalysedValue after;
  std::vector<std::string> best;  ///< All best moves, or those that are known to be.
  bool has_all_best = false;
  std::optional<bool> error;  ///< Whether the move made it worse; nothing if that is not known.
  /// Whether it keeps a win, but not one that was near (kNearWin): it takes longer than it had to.
  bool wins_later = false;

  /// Whether the mover loses whatever he plays.
  bool is_lost() const { return before.claim == win_of(other(mover)); }
  /// "win" or "draw", if the move gave that up; or nullptr.
  const char* given_up() const;
};

/// A win in at most this number of plies is near.
inline constexpr int kNearWin = 5;

/// What a game as a whole comes to.
struct GameSummary {
  std::array<std::vector<std::size_t>, 2> mistakes;  ///< By player: the plies, counted from 1.
  std::size_t unknown = 0;                           ///< Plies that may be mistakes or not.
  std::optional<GameSight>
      sight;  ///< Nothing if it is not known, or nothing precedes a repetition.
};

struct AnalysedRepetition : Repetition {
  std::string position;  ///< That returns.
};

struct GameAnalysis {
  std::vector<AnalysedPly> plies;
  std::vector<AnalysedRepetition> repetitions;
  GameSummary summary;
  std::size_t glanced_up_to =
      0;  ///< The positions before this ply and all earlier ones got a glance only.
  bool interrupted = false;
};

/// The certificate after ply N is "ply-N".
template <int W>
GameAnalysis analyse_game(const Board<W>& board, const Line<W>& line, const AnalysisTask& task);
/// With the values that are known already, which must be of this board; others are added to them.
template <int W>
GameAnalysis analyse_game(const Board<W>& board, const Line<W>& line, const AnalysisTask& task,
                          PositionValues<W>& values);

struct AnalysedMove {
  std::string move;
  AnalysedValue after;
  std::string reply;  ///< A best one; empty if the game is over then, or none is known.
  bool is_best = false;
};

struct PositionAnalysis {
  AnalysedValue value;
  std::vector<AnalysedMove> moves;  ///< All legal ones, in the order of places.
  bool interrupted = false;
};

/// The certificates are "position" and, for what is behind each move, its place.
template <int W>
PositionAnalysis analyse_position(const Board<W>& board, const Position<W>& position,
                                  const AnalysisTask& task);

}  // namespace onyx
