// Judges claims without proof: that a position, a cycle or a game repeats under correct play.
//
//   START                 the position is a draw
//   POSITION ; MOVE...    if the moves lead back to the position: they are a forced cycle, that is,
//                         every position on the way is a draw
//   START ; MOVE...       otherwise: a game in which a position repeats, and not only because a
//                         player errs. The repetition is found here.
//
// START is a position or a setup; moves are written as in core/line.h. All moves are replayed
// before any value is searched.
#pragma once

#include "experiments/claims/analysis.h"
#include "solver/certificate/certificate.h"

namespace onyx {

enum class Answer { confirmed, refuted, unknown, malformed };
const char* name_of(Answer answer);

/// The repetition in a game that the answer is about. Plies are counted from 1; ply 0 is the start.
struct JudgedRepetition {
  std::string position;  ///< The position after from_ply, and again after to_ply.
  std::size_t from_ply = 0;
  std::size_t to_ply = 0;
  /// The first ply in between whose move loses what was a draw or a win.
  std::optional<std::size_t> error_ply;
};

struct Judgement {
  Answer answer = Answer::unknown;
  std::string reason;
  /// Certifies the value behind the answer; if none is known, only the cycle.
  std::optional<Certificate> certificate;
  bool is_game = false;
  std::optional<JudgedRepetition> repetition;  ///< Set if there is one.
  /// Set on request for a confirmed game: a summary of the play that leads to the repetition.
  std::optional<GameSummary> play;
  bool interrupted = false;
};

/// Never throws for a bad claim: its answer is `malformed`. `stop` applies to the claim as a whole.
/// With `tells_play`, a confirmed game is analysed as well, which may take long.
Judgement judge_claim(const std::string& claim, const DecideOptions& options, const Stop& stop,
                      bool tells_play = false);

}  // namespace onyx
