// Options that limit what a command may spend, and the progress of explorations under them.
#pragma once

#include "core/base/stop.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/progress.h"

namespace CLI {
class App;
}

namespace onyx {

struct Budget {
  double seconds = -1;      ///< No limit if negative.
  std::uint64_t bytes = 0;  ///< Four fifths of the memory available if 0.
};

/// Declares --time-limit and --memory-limit.
void declare_budget(CLI::App& app, Budget& budget);

/// Limits for one exploration that starts now; `interrupt` and `progress` must outlive the result.
/// The progress lines begin with `step`, which tells apart the explorations of one command.
Stop stop_for(const Budget& budget, const InterruptScope& interrupt, Progress& progress,
              const std::string& step = "");

/// Limits for one of `shares` searches that run at once: each gets an equal part of the memory, and
/// reports no progress.
Stop stop_for_one(const Budget& budget, const InterruptScope& interrupt, std::size_t shares);

/// The message, with advice, for an exploration that ended without an answer.
std::string explain(End end, const Reached& reached);
/// "; raise --time-limit" or "; raise --memory-limit", if that helps; otherwise "".
const char* advice_for(End end);

/// The exit code for an exploration that ended without an answer: kInterrupted or kLimit.
int exit_code_for(End end);

}  // namespace onyx
