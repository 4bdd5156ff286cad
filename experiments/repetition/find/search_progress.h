// The progress lines of a running search.
#pragma once

#include <string>

#include "experiments/repetition/find/search.h"

namespace onyx {

/// The progress line of a run that began with the tally `start` and has got to `now` in `elapsed`
/// seconds. The rates and the time left are of this run only.
std::string progress_line(const SearchLimits& limits, const SearchTally& start,
                          const SearchTally& now, double elapsed);

/// One generator's part in such a run: "random 2 of 300, 3.1/min". The rate is in classes per
/// minute of one core; "" if it tried nothing.
std::string generator_line(const SearchTally& start, const SearchTally& now, Generator generator);

/// The rate of generator_line(); 0 if the generator took no time.
double classes_per_minute(const SearchTally& start, const SearchTally& now, Generator generator);

}  // namespace onyx
