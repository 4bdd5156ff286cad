// Judges claims without proof, as people make them: that a position, a cycle or a game repeats
// under correct play.
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

#include <string>

#include "experiments/claims/judgement.h"
#include "solver/decide/decide.h"

namespace onyx {

/// Never throws for a bad claim: that is an answer, too. `stop` applies to the claim as a whole.
/// With `tells_play`, a confirmed game is analysed as well, which may take long.
Judgement judge_claim(const std::string& claim, const DecideOptions& options, const Stop& stop,
                      bool tells_play = false);

}  // namespace onyx
