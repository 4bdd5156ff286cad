// Claims without proof, as people make them: that a position, a cycle or a game repeats under
// correct play.
//
//   START                 is a draw
//   POSITION ; MOVE...    if the moves lead back to the position: they are a forced cycle, that is,
//                         every position on the way is a draw
//   START ; MOVE...       else: a game in which something repeats, and not only because a player
//                         errs. What repeats is found here.
//
// START is a position or a setup; moves are written as in core/line.h. All moves are played before
// any value is looked for.
#pragma once

#include <string>

#include "experiments/claims/judgement.h"
#include "solver/decide/decide.h"

namespace onyx {

/// Never throws for a bad claim: that is an answer, too. `stop` is for the claim as a whole. With
/// `tells_play`, a game that is confirmed is analysed as well, which may take long.
Judgement judge_claim(const std::string& claim, const DecideOptions& options, const Stop& stop,
                      bool tells_play = false);

}  // namespace onyx
