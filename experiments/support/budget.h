// Options that limit a command's time and memory, and the limits and progress of its searches.
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
  std::uint64_t bytes = 0;  ///< Four fifths of the available memory if 0.
};

/// Declares --time-limit and --memory-limit.
void declare_budget(CLI::App& app, Budget& budget);

/// For one exploration that starts now; `interrupt` and `progress` must outlive the result. `step`
/// begins the progress lines.
Stop stop_for(const Budget& budget, const InterruptScope& interrupt, Progress& progress,
              const std::string& step = "");

/// For one of `shares` concurrent searches: an equal part of the memory, without progress.
Stop stop_for_one(const Budget& budget, const InterruptScope& interrupt, std::size_t shares);

/// The message, with advice, for an exploration that ended without an answer.
std::string explain(End end, const Reached& reached);
/// "; raise --time-limit", "; raise --memory-limit" or "".
const char* advice_for(End end);

/// For an exploration that ended without an answer.
int exit_code_for(End end);

}  // namespace onyx
