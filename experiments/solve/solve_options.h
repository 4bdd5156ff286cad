// The options of onyx solve.
#pragma once

#include <string>
#include <vector>

#include "core/wide_position.h"
#include "experiments/support/budget.h"
#include "experiments/support/command.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/progress.h"

namespace onyx::solve_command {

struct SolveOptions {
  std::vector<std::string> positions;
  std::string certificate;         ///< A file; for a map, a folder.
  std::string out;                 ///< The value of --out; for a map equal to `certificate`.
  std::string resume;              ///< File of the table of proof-number search.
  std::vector<std::string> known;  ///< Compact certificates to begin with, and folders of them.
  std::string first;               ///< Whose win is asked first: "v", "h", or "" for V's.
  std::string engine = "auto";
  bool map = false;
  Budget budget;
};

/// One position and the request about it.
template <int W>
struct Task {
  const WideBoard<W>& board;
  const WidePosition<W>& position;
  const SolveOptions& options;
  const Globals& globals;
  const InterruptScope& interrupt;
  Progress& progress;
};

}  // namespace onyx::solve_command
