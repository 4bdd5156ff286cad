// `onyx strong BOARD --tiers DIR`.
#pragma once

#include <string>

#include "core/board.h"
#include "experiments/command.h"
#include "experiments/support/budget.h"

namespace onyx {

/// Prints the counts of the board as `onyx strong` does; returns an exit code. Throws FileError.
int strong_by_tiers(BoardSize size, const std::string& folder, const Budget& budget,
                    const Globals& globals);

}  // namespace onyx
