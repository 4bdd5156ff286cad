// What a running search says about itself.
#pragma once

#include <string>

#include "experiments/repetition/find/search.h"

namespace onyx {

/// The progress line of a run that found the tally `start` and has got to `now` in `elapsed`
/// seconds. Rates and the time left are those of this run, not of the runs before it.
std::string progress_line(const SearchLimits& limits, const SearchTally& start,
                          const SearchTally& now, double elapsed);

/// What one generator did in such a run: "random 2 of 300, 3.1/min". Its rate is of classes per
/// minute of one core; "" if it did nothing.
std::string generator_line(const SearchTally& start, const SearchTally& now, Generator generator);

/// That rate; 0 if it took no time.
double classes_per_minute(const SearchTally& start, const SearchTally& now, Generator generator);

}  // namespace onyx
