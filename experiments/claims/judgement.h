// What is answered to a claim.
#pragma once

#include <optional>
#include <string>

#include "experiments/claims/analysis.h"
#include "solver/certificate/certificate.h"

namespace onyx {

enum class Answer { confirmed, refuted, unknown, malformed };
/// "confirmed" and so on.
const char* name_of(Answer answer);

/// What of a game the answer is about. Plies are counted from 1; after ply 0 means at the start.
struct JudgedRepetition {
  std::string position;  ///< Stands after from_ply, and again after to_ply.
  std::size_t from_ply = 0;
  std::size_t to_ply = 0;
  std::optional<std::size_t>
      error_ply;  ///< The first in between whose move gives up a draw or more.
};

struct Judgement {
  Answer answer = Answer::unknown;
  std::string reason;
  /// Of a value: that the position is a draw, or the strategy that refutes the claim; or, if no
  /// value is known, of the cycle alone.
  std::optional<Certificate> certificate;
  bool is_game = false;
  std::optional<JudgedRepetition> repetition;  ///< If there is one.
  /// How the game was played that leads to the repetition; if asked for, of a confirmed one.
  std::optional<GameSummary> play;
  bool interrupted = false;
};

}  // namespace onyx
