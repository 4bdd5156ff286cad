#include "experiments/support/budget.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "core/base/stopwatch.h"
#include "experiments/support/machine.h"
#include "experiments/support/output.h"

namespace onyx {

void declare_budget(CLI::App& app, Budget& budget) {
  add_seconds(app, "--time-limit", budget.seconds, "Give up after this time: 90, 90s, 5m or 2h")
      ->default_str("no limit")
      ->group("Limits");
  add_bytes(app, "--memory-limit", budget.bytes, "Most memory to use, such as 500M or 4G")
      ->default_str("four fifths of the free memory")
      ->group("Limits");
}

Stop stop_for_one(const Budget& budget, const InterruptScope& interrupt, std::size_t shares) {
  Stop stop;
  if (budget.seconds >= 0) stop.deadline = Stop::Clock::now() + clock_seconds(budget.seconds);
  stop.bytes = (budget.bytes > 0 ? budget.bytes : available_memory() / 5 * 4) / shares;
  stop.interrupt = interrupt.flag();
  return stop;
}

Stop stop_for(const Budget& budget, const InterruptScope& interrupt, Progress& progress,
              const std::string& step) {
  Stop stop = stop_for_one(budget, interrupt, 1);
  stop.progress = [&progress, step, start = progress.seconds(), budget,
                   bytes = stop.bytes](const Reached& reached) {
    progress.update([&] {
      // Measure from `start`, because `progress` may include earlier explorations.
      const double elapsed = std::max(progress.seconds() - start, 1e-3);
      const double rate = static_cast<double>(reached.done) / elapsed;
      if (reached.phase == Reached::Phase::deciding) {
        // Do not estimate the time left: undecided states may be draws, which need no work.
        return fmt::format("{}counting backwards, {} of {} positions decided", step,
                           short_number(reached.done), short_number(reached.known));
      }
      if (reached.phase == Reached::Phase::searching) {
        return fmt::format("{}{} positions, {}/s, time left unknown", step,
                           short_number(reached.done), short_number(rate));
      }
      const std::uint64_t open = reached.known - reached.done;
      // The number of reachable states is unknown, but at least the open states are left.
      return fmt::format("{}{} positions, {}/s, {} open{}, {:.0f} % of the memory limit{}", step,
                         short_number(reached.known), short_number(rate), short_number(open),
                         rate > 0 ? fmt::format(" (at least {} left)",
                                                short_time(static_cast<double>(open) / rate))
                                  : "",
                         per_cent(reached.bytes, bytes), limit_text(budget, elapsed));
    });
  };
  return stop;
}

std::string limit_text(const Budget& budget, double elapsed) {
  if (budget.seconds < 0) return "";
  return ", time limit in " + short_time(budget.seconds - elapsed);
}

std::string explain(End end, const Reached& reached) {
  const std::string states = fmt::format(
      "{}, {} of them expanded", counted(reached.known, "position", "positions"), reached.done);
  switch (end) {
    case End::time_limit:
      return fmt::format("the time limit was reached after {}; raise --time-limit", states);
    case End::memory_limit:
      return fmt::format(
          "the memory limit was reached after {}; raise --memory-limit or give a more crowded "
          "position",
          states);
    case End::work_limit:
      return fmt::format("the program can go no further after {}; give a more crowded position",
                         states);
    case End::interrupted:
      return fmt::format("interrupted after {}", states);
    case End::complete:
      break;
  }
  return "complete";
}

const char* advice_for(End end) {
  if (end == End::time_limit) return "; raise --time-limit";
  if (end == End::memory_limit) return "; raise --memory-limit";
  return "";
}

int exit_code_for(End end) {
  return end == End::interrupted ? exit_code::kInterrupted : exit_code::kLimit;
}

}  // namespace onyx
