#include "experiments/puzzles/compose_files.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>

#include "core/base/stopwatch.h"
#include "experiments/files/folder_lock.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/puzzles/puzzle_run.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/output.h"
#include "experiments/support/progress.h"

namespace onyx {
namespace {

void print_rejects(const RejectTally& rejects) {
  for (std::size_t i = 1; i < kRejects; ++i) {
    if (rejects[i] == 0) continue;
    fmt::print("{:>12}  {}\n", rejects[i], name_of(static_cast<Reject>(i)));
  }
}

nlohmann::ordered_json rejects_as_json(const RejectTally& rejects) {
  auto json = nlohmann::ordered_json::object();
  for (std::size_t i = 1; i < kRejects; ++i) {
    json[std::string(name_of(static_cast<Reject>(i)))] = rejects[i];
  }
  return json;
}

/// This shard's part of the number asked for.
std::uint64_t part_of_shard(const ComposeSettings& settings, std::uint64_t count) {
  return count / settings.shards + (settings.shard < count % settings.shards ? 1 : 0);
}

/// Describes the number of puzzles still wanted, and the puzzles no longer accepted.
std::string wishes(const ComposeSettings& settings, const PuzzleTally& now, std::uint64_t wanted) {
  std::string none_of;
  const auto note = [&](const std::string& what) {
    none_of += (none_of.empty() ? "" : ", ") + what;
  };
  for (std::size_t i = 0; i < now.by_difficulty.size(); ++i) {
    if (now.by_difficulty[i] < most_of(settings.share, wanted)) continue;
    note(counted(i + 1, "star", "stars"));
  }
  if (has_enough_one_reply(settings, now)) note("one reply to all");
  const std::uint64_t missing = wanted - std::min(wanted, now.puzzles);
  return fmt::format("{} to go{}{}", missing, none_of.empty() ? "" : ", none with ", none_of);
}

std::string progress_line(const ComposeSettings& settings, const PuzzleTally& start,
                          const PuzzleTally& now, std::uint64_t wanted, double seconds) {
  const auto made = static_cast<double>(now.puzzles - start.puzzles);
  return fmt::format("{} of {} puzzles, {:.1f}/min, {} candidates; {}", now.puzzles, wanted,
                     made / std::max(seconds, 1e-9) * 60,
                     short_number(static_cast<double>(now.candidates)),
                     wishes(settings, now, wanted));
}

PuzzleTally compose_part(const ComposeOrder& order, const ComposeSettings& settings,
                         std::uint64_t count, Interrupt interrupt,
                         std::optional<Stop::Clock::time_point> deadline) {
  Progress progress("puzzles");
  PuzzleLimits limits;
  limits.interrupt = interrupt;
  limits.deadline = deadline;
  limits.puzzles = part_of_shard(settings, count);
  limits.numbers = order.numbers;
  for (const std::string& file : order.known) {
    std::ranges::move(read_puzzles(file), std::back_inserter(limits.known));
  }
  std::optional<PuzzleTally> start;
  limits.progress = [&](const PuzzleTally& tally) {
    if (!start) start = tally;
    progress.update(
        [&] { return progress_line(settings, *start, tally, limits.puzzles, progress.seconds()); });
  };
  return run_puzzles(settings, limits, order.folder);
}

/// A run that found less than it was asked for.
struct Shortfall {
  std::string wish;  ///< "wins with the theme ladder"
  std::uint64_t found = 0;
  std::uint64_t wanted = 0;
  std::uint64_t candidates = 0;
  std::string ended;  ///< "time limit", "numbers", "interrupt".
  std::vector<std::pair<std::string, std::uint64_t>> reasons;  ///< The most frequent ones.
};

Shortfall shortfall_of(const ComposeSettings& settings, const PuzzleTally& tally,
                       std::uint64_t wanted, bool is_interrupted) {
  Shortfall shortfall;
  shortfall.wish = plural_of(settings.kind);
  if (settings.theme) shortfall.wish += fmt::format(" with the theme {}", name_of(*settings.theme));
  shortfall.found = tally.puzzles;
  shortfall.wanted = wanted;
  shortfall.candidates = tally.candidates;
  shortfall.ended = is_interrupted ? "interrupt" : tally.is_out_of_time ? "time limit" : "numbers";
  for (std::size_t i = 1; i < kRejects; ++i) {
    if (tally.rejects[i] == 0) continue;
    shortfall.reasons.emplace_back(name_of(static_cast<Reject>(i)), tally.rejects[i]);
  }
  std::ranges::stable_sort(shortfall.reasons, std::greater(),
                           &std::pair<std::string, std::uint64_t>::second);
  // Rejects that have nothing to do with the theme are the most frequent, but tell little about it.
  // So the count of wrong_theme is always shown.
  constexpr std::size_t kTold = 3;
  const auto own = std::ranges::find(shortfall.reasons, name_of(Reject::wrong_theme),
                                     &std::pair<std::string, std::uint64_t>::first);
  const bool is_own_told = own == shortfall.reasons.end() ||
                           own < shortfall.reasons.begin() + static_cast<std::ptrdiff_t>(kTold);
  std::vector<std::pair<std::string, std::uint64_t>> told(
      shortfall.reasons.begin(), shortfall.reasons.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                 kTold, shortfall.reasons.size())));
  if (!is_own_told) told.push_back(*own);
  shortfall.reasons = told;
  return shortfall;
}

void print(const Shortfall& shortfall) {
  std::string reasons;
  for (const auto& [name, count] : shortfall.reasons) {
    reasons += fmt::format("{}{} ({})", reasons.empty() ? "" : "; ", name, count);
  }
  fmt::print("{}: {} of {} found; ended by {} after {}; most failed on: {}\n", shortfall.wish,
             shortfall.found, shortfall.wanted, shortfall.ended,
             counted(shortfall.candidates, "candidate", "candidates"),
             reasons.empty() ? "nothing" : reasons);
}

nlohmann::ordered_json as_json_object(const Shortfall& shortfall) {
  nlohmann::ordered_json json;
  json["wish"] = shortfall.wish;
  json["found"] = shortfall.found;
  json["wanted"] = shortfall.wanted;
  json["candidates"] = shortfall.candidates;
  json["ended"] = shortfall.ended;
  json["most_failed_on"] = nlohmann::ordered_json::object();
  for (const auto& [name, count] : shortfall.reasons) json["most_failed_on"][name] = count;
  return json;
}

/// All runs of an order.
struct ComposeOutcome {
  std::string settings;  ///< The settings of all runs.
  PuzzleTally sum;
  std::vector<Shortfall> shortfalls;
};

void add(PuzzleTally& sum, const PuzzleTally& tally) {
  sum.next += tally.next;
  sum.candidates += tally.candidates;
  sum.puzzles += tally.puzzles;
  sum.is_out_of_time |= tally.is_out_of_time;
  for (std::size_t i = 0; i < kRejects; ++i) sum.rejects[i] += tally.rejects[i];
}

ComposeOutcome compose_parts(const ComposeOrder& order, const InterruptScope& interrupt) {
  const auto start = Stop::Clock::now();
  std::uint64_t asked_for = 0;
  for (const auto& [settings, count] : order.parts) asked_for += count;
  ComposeOutcome outcome;
  std::uint64_t done = 0;
  for (const auto& [settings, count] : order.parts) {
    done += count;
    std::optional<Stop::Clock::time_point> deadline;
    if (order.time_limit) {
      const double share = static_cast<double>(done) / static_cast<double>(asked_for);
      deadline = start + clock_seconds(*order.time_limit * share);
    }
    const PuzzleTally tally = compose_part(order, settings, count, interrupt.flag(), deadline);
    outcome.settings += (outcome.settings.empty() ? "" : "; ") + describe(settings);
    add(outcome.sum, tally);
    const std::uint64_t wanted = part_of_shard(settings, count);
    if (tally.puzzles < wanted) {
      outcome.shortfalls.push_back(shortfall_of(settings, tally, wanted, interrupt.interrupted()));
    }
    if (interrupt.interrupted()) break;
  }
  return outcome;
}

nlohmann::ordered_json as_json_object(const ComposeOrder& order, const ComposeOutcome& outcome) {
  const ComposeSettings& first = order.parts.front().first;
  nlohmann::ordered_json json;
  json["settings"] = outcome.settings;
  json["seed"] = first.seed;
  json["shard"] = fmt::format("{}/{}", first.shard + 1, first.shards);
  json["numbers"] = outcome.sum.next;
  json["candidates"] = outcome.sum.candidates;
  json["puzzles"] = outcome.sum.puzzles;
  json["rejected"] = rejects_as_json(outcome.sum.rejects);
  json["not_found"] = nlohmann::ordered_json::array();
  for (const Shortfall& shortfall : outcome.shortfalls) {
    json["not_found"].push_back(as_json_object(shortfall));
  }
  return json;
}

void print(const ComposeOrder& order, const ComposeOutcome& outcome) {
  fmt::print("{} of {} in {}\n", counted(outcome.sum.puzzles, "puzzle", "puzzles"),
             counted(outcome.sum.candidates, "candidate", "candidates"), shown(order.folder));
  for (const Shortfall& shortfall : outcome.shortfalls) print(shortfall);
  fmt::print("rejected:\n");
  print_rejects(outcome.sum.rejects);
}

}  // namespace

int compose_files(const ComposeOrder& order, bool as_json) {
  const Stopwatch watch;
  const InterruptScope interrupt;
  prepare_folder(order.folder);
  const FolderLock lock(order.folder);
  const ComposeOutcome outcome = compose_parts(order, interrupt);
  const double seconds = watch.seconds();
  if (as_json) {
    nlohmann::ordered_json json = as_json_object(order, outcome);
    json["seconds"] = seconds;
    json["out"] = order.folder;
    json["interrupted"] = interrupt.interrupted();
    print_json(json);
  } else {
    print(order, outcome);
  }
  if (interrupt.interrupted()) return exit_code::kInterrupted;
  return outcome.sum.is_out_of_time ? exit_code::kLimit : exit_code::kDone;
}

}  // namespace onyx
