// What a running search says about itself.
#pragma once

#include <string>

#include "experiments/search/search.h"

namespace onyx {

/// The progress line of a run that found the tally `start` and has got to `now` in `elapsed`
/// seconds. Rates and the time left are those of this run, not of the runs before it.
std::string progress_line(const SearchLimits& limits, const SearchTally& start,
                          const SearchTally& now, double elapsed);

}  // namespace onyx
