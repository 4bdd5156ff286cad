// Judges claims that a position, a cycle or a game repeats under correct play. A claim is one of:
//  START                 the position is a draw
//  POSITION ; MOVE...    if the moves lead back to POSITION: all positions on the way are draws
//  START ; MOVE...       otherwise: the game repeats a position without errors
// START is a position or a setup. Moves are written as in core/line.h.
#pragma once

#include "experiments/claims/analysis.h"
#include "solver/certificate/certificate.h"

namespace onyx {

enum class Answer { confirmed, refuted, unknown, malformed };
const char* name_of(Answer answer);

/// Plies are counted from 1; ply 0 is the start.
struct JudgedRepetition {
  std::string position;  ///< After from_ply and again after to_ply.
  std::size_t from_ply = 0;
  std::size_t to_ply = 0;
  std::optional<std::size_t> error_ply;  ///< The first ply of the cycle that is a losing mistake.
};

struct Judgement {
  Answer answer = Answer::unknown;
  std::string reason;
  /// Proves the value behind the answer or, if no value is known, only the cycle.
  std::optional<Certificate> certificate = {};
  bool is_game = false;
  std::optional<JudgedRepetition> repetition = {};
  /// The play before the repetition; set for a confirmed game if `tells_play`.
  std::optional<GameSummary> play = {};
  bool interrupted = false;
};

/// Returns `malformed` for an invalid claim. `stop` limits the whole call. `tells_play` is slow.
Judgement judge_claim(const std::string& claim, const DecideOptions& options, const Stop& stop,
                      bool tells_play = false);

}  // namespace onyx
