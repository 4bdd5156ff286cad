// Command-line options that limit time and memory, and the resulting limits of searches.
#pragma once

#include "experiments/support/interrupt.h"
#include "experiments/support/options.h"
#include "experiments/support/progress.h"

namespace onyx {

struct Budget {
  double seconds = -1;      ///< If negative, unlimited.
  std::uint64_t bytes = 0;  ///< If 0, four fifths of the available memory.
};

/// Declares --time-limit and --memory-limit.
void declare_budget(CLI::App& app, Budget& budget);

/// Returns the limits of an exploration that starts now. Progress lines begin with `step`.
/// `interrupt` and `progress` must outlive the result.
Stop stop_for(const Budget& budget, const InterruptScope& interrupt, Progress& progress,
              const std::string& step = "");

/// Returns limits for one of `shares` concurrent searches: equal memory shares, no progress.
Stop stop_for_one(const Budget& budget, const InterruptScope& interrupt, std::size_t shares);

/// For progress lines, such as ", time limit in 3 min 20 s"; "" if the time is unlimited.
std::string limit_text(const Budget& budget, double elapsed);

/// Returns a message for the user, with advice, about an exploration that ended without an answer.
std::string explain(End end, const Reached& reached);
/// "; raise --time-limit", "; raise --memory-limit" or "".
const char* advice_for(End end);

/// Returns the exit code for an exploration that ended without an answer.
int exit_code_for(End end);

}  // namespace onyx
