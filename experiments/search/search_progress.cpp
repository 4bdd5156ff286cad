#include "experiments/search/search_progress.h"

#include <fmt/core.h>

#include <cmath>

#include "experiments/support/counted.h"
#include "experiments/support/progress.h"

namespace onyx {
namespace {

double time_left(const SearchLimits& limits, const SearchTally& start, const SearchTally& now,
                 double elapsed) {
  double left = INFINITY;
  if (limits.seconds) left = *limits.seconds - elapsed;
  if (limits.positions && now.next > start.next && *limits.positions > now.next) {
    // Numbers of all shards, on both sides: those of one shard are an equal part of each.
    const auto missing = static_cast<double>(*limits.positions - now.next);
    const auto done = static_cast<double>(now.next - start.next);
    left = std::fmin(left, missing / done * elapsed);
  }
  return left;
}

}  // namespace

std::string progress_line(const SearchLimits& limits, const SearchTally& start,
                          const SearchTally& now, double elapsed) {
  const double rate = static_cast<double>(now.states - start.states) / std::fmax(elapsed, 1e-3);
  return fmt::format("{} tried, {} states/s, {} found, {} left",
                     counted(now.positions, "position", "positions"), short_number(rate),
                     counted(now.classes, "class", "classes"),
                     short_time(time_left(limits, start, now, elapsed)));
}

}  // namespace onyx
