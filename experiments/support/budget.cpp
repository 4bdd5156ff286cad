#include "experiments/support/budget.h"

#include <fmt/core.h>

#include <algorithm>

#include "experiments/support/counted.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/machine.h"
#include "experiments/support/options.h"

namespace onyx {

void declare_budget(CLI::App& app, Budget& budget) {
  add_seconds(app, "--time-limit", budget.seconds, "Seconds after which to give up");
  add_bytes(app, "--memory-limit", budget.bytes,
            "Memory to use at most, as 500M or 4G; most of what is free if not given");
}

SolveLimits limits_for(const Budget& budget, const InterruptScope& interrupt, Progress& progress,
                       const std::string& step) {
  SolveLimits limits;
  const auto now = std::chrono::steady_clock::now();
  if (budget.seconds >= 0) {
    limits.deadline = now + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                std::chrono::duration<double>(budget.seconds));
  }
  limits.bytes = budget.bytes > 0 ? budget.bytes : available_memory() / 5 * 4;
  limits.interrupt = &interrupt.flag();
  limits.progress = [&progress, step, start = progress.seconds(), seconds = budget.seconds,
                     bytes = limits.bytes](const ExploreProgress& reached) {
    progress.update([&] {
      // Of this exploration: there may have been others before.
      const double elapsed = std::max(progress.seconds() - start, 1e-3);
      const auto open = static_cast<double>(reached.states - reached.expanded);
      const double rate = static_cast<double>(reached.expanded) / elapsed;
      // Nobody knows how many states there are; that many are left to expand at least.
      std::string line =
          fmt::format("{}{} states, {}/s, {} open (at least {} left), {:.0f} % of the memory limit",
                      step, short_number(static_cast<double>(reached.states)), short_number(rate),
                      short_number(open), short_time(open / rate),
                      100 * static_cast<double>(reached.bytes) / static_cast<double>(bytes));
      if (seconds >= 0) line += fmt::format(", time limit in {}", short_time(seconds - elapsed));
      return line;
    });
  };
  limits.value_progress = [&progress, step](std::uint64_t decided, std::uint64_t states) {
    progress.update([&] {
      // Not more than this is left to do; drawn states need nothing.
      return fmt::format("{}counting backwards, {} of {} states decided", step,
                         short_number(static_cast<double>(decided)),
                         short_number(static_cast<double>(states)));
    });
  };
  return limits;
}

std::string explain(ExploreEnd end, const ExploreProgress& reached) {
  const std::string states =
      fmt::format("{}, {} of them expanded", counted(reached.states, "position", "positions"),
                  reached.expanded);
  switch (end) {
    case ExploreEnd::time_limit:
      return fmt::format("the time limit was reached after {}; raise --time-limit", states);
    case ExploreEnd::memory_limit:
      return fmt::format(
          "the memory limit was reached after {}; raise --memory-limit or give a "
          "more crowded position",
          states);
    case ExploreEnd::state_limit:
      return fmt::format(
          "more positions are reachable than can be numbered ({}); give a more "
          "crowded position",
          states);
    case ExploreEnd::interrupted:
      return fmt::format("interrupted after {}", states);
    case ExploreEnd::complete:
      break;
  }
  return "complete";
}

int exit_code_for(ExploreEnd end) {
  return end == ExploreEnd::interrupted ? exit_code::kInterrupted : exit_code::kLimit;
}

}  // namespace onyx
