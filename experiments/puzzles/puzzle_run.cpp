#include "experiments/puzzles/puzzle_run.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <tbb/enumerable_thread_specific.h>
#include <xxhash.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/assert.h"
#include "core/base/stopwatch.h"
#include "experiments/files/checkpoint.h"
#include "experiments/files/run_lock.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/puzzles/shape.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/output.h"
#include "experiments/support/pipeline.h"
#include "experiments/support/progress.h"
#include "solver/decide/race.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* kRunFormat = "onyx-puzzles-run";
constexpr int kRunVersion = 2;

/// Returns the limit on a class of puzzles that may make up `percent` % of `asked_for` puzzles.
std::uint64_t most_of(int percent, std::uint64_t asked_for) {
  if (percent >= 100) return UINT64_MAX;
  return asked_for * static_cast<std::uint64_t>(percent) / 100 + 1;
}

/// Returns the base name of a shard's files, such as "6x6-win-seed1-shard0of1".
std::string stem_of(const ComposeSettings& settings) {
  return fmt::format("{}-{}-seed{}-shard{}of{}", format_board_size(settings.board),
                     name_of(settings.kind), settings.seed, settings.shard.number,
                     settings.shard.count);
}

Json to_json(const RejectTally& rejects) {
  Json json = Json::object();
  for (std::size_t i = 1; i < kRejects; ++i) json[std::string(kRejectTexts[i])] = rejects[i];
  return json;
}

PuzzleTally tally_in(const JsonFields& fields) {
  fields.require_format(kRunFormat, kRunVersion);
  PuzzleTally tally;
  tally.next = fields.count("next");
  tally.candidates = fields.count("candidates");
  tally.puzzles = fields.count("puzzles");
  const JsonFields rejects = fields.object("rejects");
  rejects.for_each_count([&](const std::string& name, std::uint64_t count) {
    const auto* const reject = std::ranges::find(kRejectTexts, name);
    if (reject == kRejectTexts.end()) rejects.refuse(name, "is not a known reason");
    tally.rejects[static_cast<std::size_t>(reject - kRejectTexts.begin())] = count;
  });
  return tally;
}

class PuzzleRun {
 public:
  /// Prepares to write at most `wanted` puzzles, including those of earlier runs. Rejects repeats
  /// of `known` puzzles, which count only towards `per_cycle`. Keeps its puzzles if `stop` is met.
  PuzzleRun(const ComposeSettings& settings, std::uint64_t wanted, const ComposeOrder& order,
            const std::vector<Puzzle>& known, const Stop& stop)
      : settings_(settings),
        wanted_(wanted),
        numbers_(order.numbers),
        stop_(stop),
        file_{order.folder, stem_of(settings) + std::string(kPuzzlesEnding)},
        checkpoint_({order.folder, stem_of(settings) + ".json"},
                    {"checkpoint", "delete it to start this shard again"}, settings_text(known)) {
    for (const Puzzle& puzzle : known) {
      if (board_of(puzzle) == settings.board) remember(puzzle);
    }
    if (checkpoint_.exists()) tally_ = checkpoint_.load(tally_in);
    if (fs::exists(file_.path())) {
      for (Puzzle& puzzle : read_puzzles(file_.path())) {
        if (puzzle.source.number >= tally_.next) break;
        accept(puzzle);
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
    before_ = tally_.puzzles;
  }

  PuzzleTally run() {
    upcoming_ = settings_.shard.first_from(tally_.next);
    save();
    show_progress();
    run_pipeline<std::uint64_t>(
        2, [this] { return take_number(); },
        [this](std::uint64_t number) { return std::pair(number, composers_.local()(number)); },
        [this](const auto& numbered) { store(numbered.first, numbered.second); });
    tally_.is_out_of_time = stop_.met() == End::time_limit && !is_full();
    save();
    return tally_;
  }

 private:
  std::string settings_text(const std::vector<Puzzle>& known) const {
    std::string text = describe(settings_);
    if (settings_.share < 100) text += fmt::format(", {} puzzles", wanted_);
    if (known.empty()) return text;
    std::string ids;
    for (const Puzzle& puzzle : known) ids += puzzle.id + " ";
    return fmt::format("{}, {} known (sum {:016x})", text, known.size(),
                       XXH3_64bits(ids.data(), ids.size()));
  }

  bool is_full() const { return puzzles_.size() >= wanted_; }

  std::optional<std::uint64_t> take_number() {
    const std::uint64_t number = upcoming_;
    if (is_over_.load() || number >= numbers_ || stop_.met()) return {};
    upcoming_ += settings_.shard.count;
    return number;
  }

  std::string limited_cycle(const Puzzle& puzzle) const {
    if (settings_.per_cycle == 0 || puzzle.kind != PuzzleKind::draw) return "";
    return pattern_of_cycle(puzzle);
  }

  void remember(const Puzzle& puzzle) {
    for (const std::string& key : keys_of(puzzle)) positions_.insert(key);
    shapes_.insert(shape_of(puzzle));
    combinations_.insert(combination_of(puzzle));
    if (const std::string cycle = limited_cycle(puzzle); !cycle.empty()) ++of_cycle_[cycle];
  }

  Reject accept(const Puzzle& puzzle) {
    const auto is_there = [&](const std::string& key) { return positions_.contains(key); };
    if (std::ranges::any_of(keys_of(puzzle), is_there)) return Reject::known_position;
    if (shapes_.contains(shape_of(puzzle))) return Reject::known_pattern;
    if (combinations_.contains(combination_of(puzzle))) return Reject::known_combination;
    const std::string cycle = limited_cycle(puzzle);
    if (!cycle.empty() && of_cycle_[cycle] >= settings_.per_cycle) return Reject::enough_of_cycle;
    ONYX_ASSERT(puzzle.difficulty >= 1 && puzzle.difficulty <= 5);
    const auto stars = static_cast<std::size_t>(puzzle.difficulty - 1);
    if (tally_.by_difficulty[stars] >= most_of(settings_.share, wanted_)) {
      return Reject::enough_of_it;
    }
    const bool is_one_reply = puzzle.measures && puzzle.measures->refutations == 1;
    if (is_one_reply && has_enough_one_reply(settings_, tally_)) return Reject::enough_one_reply;
    // At any time, the side to move should win about half of the `who` puzzles found so far.
    std::uint64_t& of_aim = tally_.by_aim[static_cast<std::size_t>(aim_of(puzzle))];
    if (puzzle.kind == PuzzleKind::who && of_aim >= most_of(50, tally_.puzzles + 1)) {
      return Reject::enough_of_side;
    }
    ++of_aim;
    ++tally_.by_difficulty[stars];
    tally_.one_reply += is_one_reply ? 1 : 0;
    remember(puzzle);
    return Reject::none;
  }

  void store(std::uint64_t number, const Composition& found) {
    // Once the run is full or a composition was cut short, drop results; a later run repeats them.
    if (found.is_cut_short) is_over_.store(true);
    if (is_over_.load()) return;
    tally_.next = number + 1;
    tally_.candidates += found.candidates;
    for (std::size_t i = 0; i < kRejects; ++i) tally_.rejects[i] += found.rejects[i];
    for (const Puzzle& puzzle : found.puzzles) {
      const Reject reject = accept(puzzle);
      if (reject == Reject::none) {
        puzzles_.push_back(puzzle);
        tally_.puzzles = puzzles_.size();
        break;
      }
      ++tally_.rejects[static_cast<std::size_t>(reject)];
    }
    is_over_.store(is_full());
    if (Clock::now() >= next_save_) {
      save();
      next_save_ = Clock::now() + kBetweenCheckpoints;
    }
    show_progress();
  }

  void save() const {
    const auto is_wanted = checkpoint_.unless_further(
        tally_in, [this](const PuzzleTally& other) { return other.next > tally_.next; });
    write_file(file_, to_lines(puzzles_), is_wanted);
    checkpoint_.save(kRunFormat, kRunVersion,
                     {{"next", tally_.next},
                      {"candidates", tally_.candidates},
                      {"puzzles", tally_.puzzles},
                      {"rejects", to_json(tally_.rejects)}},
                     is_wanted);
  }

  void show_progress() {
    progress_.update([this] {
      std::vector<std::string> full;  // classes of puzzles that are no longer accepted
      for (std::size_t i = 0; i < tally_.by_difficulty.size(); ++i) {
        if (tally_.by_difficulty[i] < most_of(settings_.share, wanted_)) continue;
        full.push_back(counted(i + 1, "star", "stars"));
      }
      if (has_enough_one_reply(settings_, tally_)) full.emplace_back("one reply to all");
      const double minutes = std::max(progress_.seconds(), 1e-9) / 60;
      return fmt::format("{} of {} puzzles, {:.1f}/min, {} candidates; {} to go{}{}",
                         tally_.puzzles, wanted_,
                         static_cast<double>(tally_.puzzles - before_) / minutes,
                         short_number(static_cast<double>(tally_.candidates)),
                         wanted_ - std::min(wanted_, tally_.puzzles),
                         full.empty() ? "" : ", none with ", fmt::join(full, ", "));
    });
  }

  const ComposeSettings settings_;
  const std::uint64_t wanted_;
  const std::uint64_t numbers_;
  const Stop stop_;
  const Alarm alarm_{stop_};
  const FolderFile file_;
  const Checkpoint checkpoint_;
  PuzzleTally tally_;
  std::uint64_t before_ = 0;  ///< Number of puzzles from earlier runs.
  std::vector<Puzzle> puzzles_;
  std::set<std::string> positions_;
  std::set<std::string> shapes_;
  std::set<std::string> combinations_;
  std::map<std::string, int> of_cycle_;  ///< Number of puzzles per cycle pattern.
  std::atomic<bool> is_over_{false};     ///< If set, no further number is started or stored.
  std::uint64_t upcoming_ = 0;
  Clock::time_point next_save_ = Clock::now() + kBetweenCheckpoints;
  Progress progress_{"puzzles"};
  tbb::enumerable_thread_specific<Compose> composers_{[this] {
    const auto make = settings_.kind == PuzzleKind::draw ? draw_composer : win_composer;
    return make(settings_, alarm_.interrupt());
  }};
};

Json shortfall_of(const ComposeSettings& settings, const PuzzleTally& tally, std::uint64_t wanted,
                  bool is_interrupted) {
  std::string wish = plural_of(settings.kind);
  if (settings.theme) wish += fmt::format(" with the theme {}", name_of(*settings.theme));
  std::vector<std::size_t> reasons;
  for (std::size_t i = 1; i < kRejects; ++i) {
    if (tally.rejects[i] > 0) reasons.push_back(i);
  }
  std::ranges::stable_sort(reasons, std::greater(),
                           [&](std::size_t i) { return tally.rejects[i]; });
  // Report the most frequent reasons, and wrong_theme even if it is rare.
  constexpr std::size_t kTold = 3;
  Json told = Json::object();
  for (std::size_t rank = 0; rank < reasons.size(); ++rank) {
    const std::size_t i = reasons[rank];
    if (rank >= kTold && i != static_cast<std::size_t>(Reject::wrong_theme)) continue;
    told[std::string(kRejectTexts[i])] = tally.rejects[i];
  }
  return {{"wish", wish},
          {"found", tally.puzzles},
          {"wanted", wanted},
          {"candidates", tally.candidates},
          {"ended", is_interrupted         ? "interrupt"
                    : tally.is_out_of_time ? "time limit"
                                           : "numbers"},
          {"most_failed_on", told}};
}

void print(const Json& outcome) {
  const auto candidates = [](const Json& json) {
    return counted(json.at("candidates").get<std::uint64_t>(), "candidate", "candidates");
  };
  fmt::print("{} of {} in {}\n",
             counted(outcome.at("puzzles").get<std::uint64_t>(), "puzzle", "puzzles"),
             candidates(outcome), shown(outcome.at("out").get<std::string>()));
  for (const Json& shortfall : outcome.at("not_found")) {
    std::vector<std::string> reasons;
    for (const auto& [name, count] : shortfall.at("most_failed_on").items()) {
      reasons.push_back(fmt::format("{} ({})", name, count.get<std::uint64_t>()));
    }
    if (reasons.empty()) reasons.emplace_back("nothing");
    fmt::print("{}: {} of {} found; ended by {} after {}; most failed on: {}\n",
               shortfall.at("wish").get<std::string>(), shortfall.at("found").get<std::uint64_t>(),
               shortfall.at("wanted").get<std::uint64_t>(),
               shortfall.at("ended").get<std::string>(), candidates(shortfall),
               fmt::join(reasons, "; "));
  }
  fmt::print("rejected:\n");
  for (const auto& [name, count] : outcome.at("rejected").items()) {
    if (count != 0) fmt::print("{:>12}  {}\n", count.get<std::uint64_t>(), name);
  }
}

}  // namespace

bool has_enough_one_reply(const ComposeSettings& settings, const PuzzleTally& tally) {
  return limits_one_reply(settings) &&
         tally.one_reply >= most_of(settings.one_reply, tally.puzzles + 1);
}

int compose_files(const ComposeOrder& order, bool as_json) {
  const Stopwatch watch;
  const auto start = Stop::Clock::now();
  const InterruptScope interrupt;
  prepare_folder(order.folder);
  const RunLock lock(order.folder);
  std::uint64_t asked_for = 0;
  for (const auto& [settings, count] : order.parts) asked_for += count;
  PuzzleTally sum;
  std::vector<std::string> descriptions;
  Json not_found = Json::array();
  std::uint64_t begun = 0;
  for (const auto& [settings, count] : order.parts) {
    begun += count;
    Stop stop{.interrupt = interrupt.flag()};
    if (order.seconds >= 0) {
      const double share = static_cast<double>(begun) / static_cast<double>(asked_for);
      stop.deadline = start + clock_seconds(order.seconds * share);
    }
    std::vector<Puzzle> known;
    for (const std::string& file : order.known) {
      std::ranges::move(read_puzzles(file), std::back_inserter(known));
    }
    const auto [number, shards] = settings.shard;
    const std::uint64_t wanted = count / shards + (number < count % shards ? 1 : 0);
    const PuzzleTally tally = PuzzleRun(settings, wanted, order, known, stop).run();
    descriptions.push_back(describe(settings));
    sum.next += tally.next;
    sum.candidates += tally.candidates;
    sum.puzzles += tally.puzzles;
    sum.is_out_of_time |= tally.is_out_of_time;
    for (std::size_t i = 0; i < kRejects; ++i) sum.rejects[i] += tally.rejects[i];
    if (tally.puzzles < wanted) {
      not_found.push_back(shortfall_of(settings, tally, wanted, interrupt.interrupted()));
    }
    if (interrupt.interrupted()) break;
  }
  const ComposeSettings& first = order.parts.front().first;
  const Json outcome{{"settings", fmt::format("{}", fmt::join(descriptions, "; "))},
                     {"seed", first.seed},
                     {"shard", fmt::format("{}/{}", first.shard.number + 1, first.shard.count)},
                     {"numbers", sum.next},
                     {"candidates", sum.candidates},
                     {"puzzles", sum.puzzles},
                     {"rejected", to_json(sum.rejects)},
                     {"not_found", not_found},
                     {"seconds", watch.seconds()},
                     {"out", order.folder},
                     {"interrupted", interrupt.interrupted()}};
  if (as_json) {
    print_json(outcome);
  } else {
    print(outcome);
  }
  if (interrupt.interrupted()) return exit_code::kInterrupted;
  return sum.is_out_of_time ? exit_code::kLimit : exit_code::kDone;
}

}  // namespace onyx
