#include "experiments/repetition/find/search_progress.h"

#include <fmt/core.h>

#include <cmath>

#include "experiments/support/output.h"
#include "experiments/support/progress.h"

namespace onyx {
namespace {

/// Infinite while it cannot be estimated.
double seconds_left(const SearchLimits& limits, const SearchTally& start, const SearchTally& now,
                    double elapsed) {
  double left = INFINITY;
  if (limits.seconds) left = *limits.seconds - elapsed;
  if (limits.positions && now.next > start.next && *limits.positions > now.next) {
    // Both counts are numbers of all shards; this shard's are the same share of each, so the ratio
    // holds.
    const auto missing = static_cast<double>(*limits.positions - now.next);
    const auto done = static_cast<double>(now.next - start.next);
    left = std::fmin(left, missing / done * elapsed);
  }
  return left;
}

}  // namespace

double classes_per_minute(const SearchTally& start, const SearchTally& now, Generator generator) {
  const double seconds = now.of(generator).seconds - start.of(generator).seconds;
  const auto classes = static_cast<double>(now.of(generator).classes - start.of(generator).classes);
  return seconds > 0 ? 60 * classes / seconds : 0;
}

std::string generator_line(const SearchTally& start, const SearchTally& now, Generator generator) {
  const std::uint64_t tried = now.of(generator).tried - start.of(generator).tried;
  if (tried == 0) return "";
  return fmt::format("{} {} of {}, {}/min", name_of(generator),
                     now.of(generator).classes - start.of(generator).classes, tried,
                     short_number(classes_per_minute(start, now, generator)));
}

std::string progress_line(const SearchLimits& limits, const SearchTally& start,
                          const SearchTally& now, double elapsed) {
  const double rate = static_cast<double>(now.states - start.states) / std::fmax(elapsed, 1e-3);
  std::string generators;
  for (const Generator generator : kGenerators) {
    const std::string line = generator_line(start, now, generator);
    if (line.empty()) continue;
    generators += (generators.empty() ? " (" : "; ") + line;
  }
  if (!generators.empty()) generators += ")";
  const double left = seconds_left(limits, start, now, elapsed);
  return fmt::format("{} tried, {} states/s, {} found{}{}",
                     counted(now.positions, "position", "positions"), short_number(rate),
                     counted(now.classes, "class", "classes"), generators,
                     std::isfinite(left) ? time_left(left, 1) : "");
}

}  // namespace onyx
