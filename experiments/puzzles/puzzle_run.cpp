#include "experiments/puzzles/puzzle_run.h"

#include <fmt/core.h>
#include <tbb/enumerable_thread_specific.h>
#include <xxhash.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "core/base/stopwatch.h"
#include "experiments/files/checkpoint.h"
#include "experiments/files/folder_lock.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/puzzles/shape.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/output.h"
#include "experiments/support/pipeline.h"
#include "experiments/support/progress.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

constexpr const char* kRunFormat = "onyx-puzzles-run";
constexpr int kRunVersion = 2;

struct PuzzleLimits {
  std::uint64_t puzzles = UINT64_MAX;  ///< The most puzzles that this shard writes, over all runs.
  std::uint64_t numbers = UINT64_MAX;  ///< The most numbers of the seed to do, over all shards.
  /// Existing puzzles. A new puzzle must differ from each in position, solution pattern and
  /// combination. They count toward no limit.
  std::vector<Puzzle> known;
  Interrupt interrupt;
  /// Ends the run; what it found so far is kept.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  /// Called once with the tally of earlier runs, then after each number, in order.
  std::function<void(const PuzzleTally&)> progress;
};

/// The most puzzles of some sort among `asked_for`, if their share may be `percent`.
std::uint64_t most_of(int percent, std::uint64_t asked_for) {
  if (percent >= 100) return UINT64_MAX;
  return asked_for * static_cast<std::uint64_t>(percent) / 100 + 1;
}

/// Whether there are enough `who` puzzles with the aim of this one: at any time, half of them are
/// won and half lost by the position's side to move.
bool has_enough_of_side(const PuzzleTally& tally, const Puzzle& puzzle) {
  const std::uint64_t such = tally.by_aim[static_cast<std::size_t>(aim_of(puzzle))];
  return puzzle.kind == PuzzleKind::who && such >= most_of(50, tally.puzzles + 1);
}

/// The base name of a shard's files: "6x6-win-seed1-shard0of1".
std::string stem_of(const ComposeSettings& settings) {
  return fmt::format("{}-{}-seed{}-shard{}of{}", format_board_size(settings.board),
                     name_of(settings.kind), settings.seed, settings.shard, settings.shards);
}

Json to_json(const RejectTally& rejects) {
  Json json = Json::object();
  for (std::size_t i = 1; i < kRejects; ++i) json[std::string(kRejectTexts[i])] = rejects[i];
  return json;
}

RejectTally rejects_in(const JsonFields& fields) {
  RejectTally rejects{};
  fields.for_each_count([&](const std::string& name, std::uint64_t count) {
    const auto* const reject = std::ranges::find(kRejectTexts, name);
    if (reject == kRejectTexts.end()) fields.refuse(name, "is not a known reason");
    rejects[static_cast<std::size_t>(reject - kRejectTexts.begin())] = count;
  });
  return rejects;
}

PuzzleTally tally_in(const JsonFields& fields) {
  fields.require_format(kRunFormat, kRunVersion);
  PuzzleTally tally;
  tally.next = fields.count("next");
  tally.candidates = fields.count("candidates");
  tally.puzzles = fields.count("puzzles");
  tally.rejects = rejects_in(fields.object("rejects"));
  return tally;
}

class PuzzleRun {
 public:
  PuzzleRun(const ComposeSettings& settings, const PuzzleLimits& limits, const fs::path& folder)
      : settings_(settings),
        limits_(limits),
        file_{folder, stem_of(settings) + std::string(kPuzzlesEnding)},
        checkpoint_({folder, stem_of(settings) + ".json"},
                    {"checkpoint", "delete it to start this shard again"},
                    settings_text(settings, limits)),
        most_of_one_(most_of(settings.share, limits.puzzles)) {
    for (const Puzzle& puzzle : limits.known) {
      if (board_of(puzzle) != settings.board) continue;
      for (const std::string& key : keys_of(puzzle)) positions_.insert(key);
      shapes_.insert(shape_of(puzzle));
      combinations_.insert(combination_of(puzzle));
      if (const std::string cycle = limited_cycle(puzzle); !cycle.empty()) ++of_cycle_[cycle];
    }
    if (checkpoint_.exists()) tally_ = checkpoint_.load(tally_in);
    if (fs::exists(file_.path())) {
      for (Puzzle& puzzle : read_puzzles(file_.path())) {
        if (puzzle.source.number >= tally_.next) break;
        is_known(puzzle);
        puzzles_.push_back(std::move(puzzle));
      }
    }
    if (puzzles_.size() != tally_.puzzles) {
      throw FileError(fmt::format(
          "'{}' has {} of the {} puzzles that its checkpoint counts; restore it, or delete '{}' to "
          "start this shard again",
          file_.path().string(), puzzles_.size(), tally_.puzzles, checkpoint_.path().string()));
    }
    is_over_.store(is_full());
  }

  PuzzleTally run() {
    std::jthread watch;
    try {
      watch = std::jthread([this](const std::stop_token& done) { watch_clock(done); });
    } catch (const std::system_error&) {
      is_watched_ = false;
    }
    upcoming_ = first_of_shard(tally_.next);
    save();
    if (limits_.progress) limits_.progress(tally_);
    run_pipeline<std::uint64_t>(
        2, [this] { return take_number(); },
        [this](std::uint64_t number) {
          return Numbered{number, composers_.local()(number)};
        },
        [this](const Numbered& numbered) { store(numbered); });
    save();
    tally_.is_out_of_time = is_late_.load() && !is_full();
    return tally_;
  }

 private:
  struct Numbered {
    std::uint64_t number = 0;
    Composition composition;
  };

  /// The settings in one line, with the number of puzzles if the share of a difficulty needs it.
  static std::string settings_text(const ComposeSettings& settings, const PuzzleLimits& limits) {
    const std::string count =
        settings.share < 100 ? fmt::format(", {} puzzles", limits.puzzles) : "";
    if (limits.known.empty()) return describe(settings) + count;
    std::string ids;
    for (const Puzzle& puzzle : limits.known) ids += puzzle.id + " ";
    return fmt::format("{}{}, {} known (sum {:016x})", describe(settings), count,
                       limits.known.size(), XXH3_64bits(ids.data(), ids.size()));
  }

  std::uint64_t first_of_shard(std::uint64_t number) const {
    return Shard{settings_.shard, settings_.shards}.first_from(number);
  }

  bool is_interrupted() const { return is_ended_.load(); }

  /// Raises the flag for all composers once the interrupt or the deadline has come.
  void watch_clock(const std::stop_token& done) {
    while (!done.stop_requested() && !look_at_clock()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  /// Returns whether all work must end.
  bool look_at_clock() {
    const bool is_late = limits_.deadline && Clock::now() >= *limits_.deadline;
    if (!is_late && !limits_.interrupt.has_come()) return false;
    is_late_.store(is_late);
    is_ended_.store(true);
    return true;
  }

  std::optional<std::uint64_t> take_number() {
    // If no thread could be started to watch the clock, look at it before each number.
    if (!is_watched_) look_at_clock();
    const std::uint64_t number = upcoming_;
    if (is_over_.load() || number >= limits_.numbers || is_interrupted()) return {};
    upcoming_ += settings_.shards;
    return number;
  }
  bool is_full() const { return puzzles_.size() >= limits_.puzzles; }

  /// The pattern of the puzzle's cycle, or "" if the number of puzzles per pattern is not limited.
  std::string limited_cycle(const Puzzle& puzzle) const {
    if (settings_.per_cycle == 0 || puzzle.kind != PuzzleKind::draw) return "";
    return pattern_of_cycle(puzzle);
  }

  /// Why the puzzle is not accepted as new; if it is accepted, records it.
  Reject is_known(const Puzzle& puzzle) {
    const std::vector<std::string> keys = keys_of(puzzle);
    const std::string shape = shape_of(puzzle);
    const auto is_there = [&](const std::string& key) { return positions_.contains(key); };
    if (std::ranges::any_of(keys, is_there)) return Reject::known_position;
    if (shapes_.contains(shape)) return Reject::known_pattern;
    const std::string combination = combination_of(puzzle);
    if (combinations_.contains(combination)) return Reject::known_combination;
    const std::string cycle = limited_cycle(puzzle);
    if (!cycle.empty() && of_cycle_[cycle] >= settings_.per_cycle) return Reject::enough_of_cycle;
    const auto stars = static_cast<std::size_t>(puzzle.difficulty - 1);
    std::uint64_t& of_difficulty = tally_.by_difficulty[stars];
    if (of_difficulty >= most_of_one_) return Reject::enough_of_it;
    const bool is_one_reply = puzzle.measures && puzzle.measures->refutations == 1;
    if (is_one_reply && has_enough_one_reply(settings_, tally_)) return Reject::enough_one_reply;
    if (has_enough_of_side(tally_, puzzle)) return Reject::enough_of_side;
    ++of_difficulty;
    ++tally_.by_aim[static_cast<std::size_t>(aim_of(puzzle))];
    tally_.one_reply += is_one_reply ? 1 : 0;
    positions_.insert(keys.begin(), keys.end());
    shapes_.insert(shape);
    combinations_.insert(combination);
    if (!cycle.empty()) ++of_cycle_[cycle];
    return Reject::none;
  }

  void store(const Numbered& numbered) {
    const Composition& found = numbered.composition;
    // Results after the last puzzle asked for, or after a number that was cut short, are left to a
    // later run.
    if (is_over_.load() || found.is_cut_short) {
      is_over_.store(true);
      return;
    }
    tally_.next = numbered.number + 1;
    tally_.candidates += found.candidates;
    for (std::size_t i = 0; i < kRejects; ++i) tally_.rejects[i] += found.rejects[i];
    for (const Puzzle& puzzle : found.puzzles) {
      const Reject known = is_known(puzzle);
      if (known == Reject::none) {
        puzzles_.push_back(puzzle);
        tally_.puzzles = puzzles_.size();
        break;
      }
      ++tally_.rejects[static_cast<std::size_t>(known)];
    }
    is_over_.store(is_full());
    if (Clock::now() >= next_save_) {
      save();
      next_save_ = Clock::now() + kBetweenCheckpoints;
    }
    if (limits_.progress) limits_.progress(tally_);
  }

  void save() const {
    const auto is_wanted = checkpoint_.unless_further(
        tally_in, [this](const PuzzleTally& other) { return other.next > tally_.next; });
    write_file(file_, to_lines(puzzles_), is_wanted);
    Json json;
    json["next"] = tally_.next;
    json["candidates"] = tally_.candidates;
    json["puzzles"] = tally_.puzzles;
    json["rejects"] = to_json(tally_.rejects);
    checkpoint_.save(kRunFormat, kRunVersion, json, is_wanted);
  }

  const ComposeSettings settings_;
  const PuzzleLimits limits_;
  const FolderFile file_;
  const Checkpoint checkpoint_;
  PuzzleTally tally_;
  std::vector<Puzzle> puzzles_;
  std::set<std::string> positions_;
  std::set<std::string> shapes_;
  std::set<std::string> combinations_;
  std::map<std::string, int> of_cycle_;  ///< The number of puzzles per cycle pattern.
  const std::uint64_t most_of_one_;
  std::atomic<bool> is_ended_{false};  ///< The interrupt or the deadline has come.
  std::atomic<bool> is_late_{false};   ///< The deadline has come.
  bool is_watched_ = true;             ///< Whether a thread watches the clock.
  std::atomic<bool> is_over_{false};   ///< No further number is started or stored.
  std::uint64_t upcoming_ = 0;
  Clock::time_point next_save_ = Clock::now() + kBetweenCheckpoints;
  tbb::enumerable_thread_specific<Compose> composers_{
      [this] { return composer_for(settings_, Interrupt(&is_ended_)); }};
};

// --- All runs of an order ------------------------------------------------------------------------

void print_rejects(const RejectTally& rejects) {
  for (std::size_t i = 1; i < kRejects; ++i) {
    if (rejects[i] == 0) continue;
    fmt::print("{:>12}  {}\n", rejects[i], kRejectTexts[i]);
  }
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
  return PuzzleRun(settings, limits, order.folder).run();
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
    shortfall.reasons.emplace_back(kRejectTexts[i], tally.rejects[i]);
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

Json as_json_object(const Shortfall& shortfall) {
  Json json;
  json["wish"] = shortfall.wish;
  json["found"] = shortfall.found;
  json["wanted"] = shortfall.wanted;
  json["candidates"] = shortfall.candidates;
  json["ended"] = shortfall.ended;
  json["most_failed_on"] = Json::object();
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

Json as_json_object(const ComposeOrder& order, const ComposeOutcome& outcome) {
  const ComposeSettings& first = order.parts.front().first;
  Json json;
  json["settings"] = outcome.settings;
  json["seed"] = first.seed;
  json["shard"] = fmt::format("{}/{}", first.shard + 1, first.shards);
  json["numbers"] = outcome.sum.next;
  json["candidates"] = outcome.sum.candidates;
  json["puzzles"] = outcome.sum.puzzles;
  json["rejected"] = to_json(outcome.sum.rejects);
  json["not_found"] = Json::array();
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

bool has_enough_one_reply(const ComposeSettings& settings, const PuzzleTally& tally) {
  return limits_one_reply(settings) &&
         tally.one_reply >= most_of(settings.one_reply, tally.puzzles + 1);
}

int compose_files(const ComposeOrder& order, bool as_json) {
  const Stopwatch watch;
  const InterruptScope interrupt;
  prepare_folder(order.folder);
  const FolderLock lock(order.folder);
  const ComposeOutcome outcome = compose_parts(order, interrupt);
  const double seconds = watch.seconds();
  if (as_json) {
    Json json = as_json_object(order, outcome);
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
