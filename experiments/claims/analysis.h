// A game ply by ply, or one position move by move: what each is worth, and who erred where.
//
// Games are looked at from the end backwards: the end is what is easiest to decide, and what is
// known of it helps with what comes before. Where a position itself is not decided within its time,
// its value may follow from what is played: who wins after his move won before it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/claims/repetitions.h"
#include "solver/decide/decide.h"

namespace onyx {

/// How positions are to be decided, and what else is to be done with them.
struct AnalysisTask {
  DecideOptions options;
  std::function<Stop()> stop;  ///< For a position that is begun now.
  /// Takes a certificate, to be kept under a name, if set.
  std::function<void(const std::string& name, Certificate certificate)> keep;
  std::function<void(std::size_t done, std::size_t all)> progress;  ///< If set: positions.
};

struct AnalysedValue {
  std::optional<Claim> claim;    ///< Nothing if it is not known.
  int distance = -1;             ///< In plies, exactly; -1 for a draw, or if not known.
  std::string text = "unknown";  ///< With what is known of the distance.

  /// "V wins", "H wins", "draw" or "unknown".
  std::string name() const { return claim ? name_of(*claim) : "unknown"; }
};

struct AnalysedPly {
  std::string move;
  Player mover = Player::V;
  AnalysedValue before;
  AnalysedValue after;
  std::vector<std::string> best;  ///< All best moves, or those that are known to be.
  std::optional<bool> error;      ///< Whether the move made it worse; nothing if that is not known.
};

struct AnalysedRepetition : Repetition {
  std::string position;  ///< That returns.
};

struct GameAnalysis {
  std::vector<AnalysedPly> plies;
  std::vector<AnalysedRepetition> repetitions;
  bool interrupted = false;
};

/// The certificate after ply N is "ply-N".
template <int W>
GameAnalysis analyse_game(const Board<W>& board, const Line<W>& line, const AnalysisTask& task);

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
