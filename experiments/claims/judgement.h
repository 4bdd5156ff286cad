// The answer to a claim.
#pragma once

#include <optional>
#include <string>

#include "experiments/claims/analysis.h"
#include "solver/certificate/certificate.h"

namespace onyx {

enum class Answer { confirmed, refuted, unknown, malformed };
/// "confirmed" and so on.
const char* name_of(Answer answer);

/// The repetition in a game that the answer is about. Plies are counted from 1; ply 0 is the start.
struct JudgedRepetition {
  std::string position;  ///< The position after from_ply, and again after to_ply.
  std::size_t from_ply = 0;
  std::size_t to_ply = 0;
  /// The first ply in between whose move gives up a draw or more.
  std::optional<std::size_t> error_ply;
};

struct Judgement {
  Answer answer = Answer::unknown;
  std::string reason;
  /// Certifies the value behind the answer: that the position is a draw, or the strategy that
  /// refutes the claim. If no value is known, it certifies only the cycle.
  std::optional<Certificate> certificate;
  bool is_game = false;
  std::optional<JudgedRepetition> repetition;  ///< Set if there is one.
  /// Set on request for a confirmed game: a summary of the play that leads to the repetition.
  std::optional<GameSummary> play;
  bool interrupted = false;
};

}  // namespace onyx
