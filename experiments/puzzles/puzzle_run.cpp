#include "experiments/puzzles/puzzle_run.h"

#include <fmt/core.h>
#include <tbb/enumerable_thread_specific.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "core/notation.h"
#include "experiments/files/checkpoint.h"
#include "experiments/puzzles/puzzle_json.h"
#include "experiments/puzzles/shape.h"
#include "experiments/support/pipeline.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

constexpr const char* kRunFormat = "onyx-puzzles-run";
constexpr int kRunVersion = 2;
/// Version 1 had the counts of the first kUnnamedRejects reasons, from `none` on, without names.
constexpr std::size_t kUnnamedRejects = 19;

RejectTally rejects_in(const JsonFields& fields) {
  RejectTally rejects{};
  fields.for_each_count([&](const std::string& name, std::uint64_t count) {
    const std::optional<Reject> reject = reject_named(name);
    if (!reject) fields.refuse(name, "is not a known reason");
    rejects[static_cast<std::size_t>(*reject)] = count;
  });
  return rejects;
}

PuzzleTally tally_in(const JsonFields& fields) {
  const std::uint64_t version = fields.count("version");
  fields.require_format(kRunFormat, version == 1 ? 1 : kRunVersion);
  PuzzleTally tally;
  tally.next = fields.count("next");
  tally.candidates = fields.count("candidates");
  tally.puzzles = fields.count("puzzles");
  if (version != 1) {
    tally.rejects = rejects_in(fields.object("rejects"));
    return tally;
  }
  const std::vector<std::uint64_t> counts = fields.counts("rejects");
  if (counts.size() != kUnnamedRejects) fields.refuse("rejects", "has another length");
  std::copy(counts.begin(), counts.end(), tally.rejects.begin());
  return tally;
}

class PuzzleRun {
 public:
  PuzzleRun(const ComposeSettings& settings, const PuzzleLimits& limits, const fs::path& folder)
      : board_(settings.board),
        settings_(settings),
        limits_(limits),
        file_{folder, stem_of(settings) + std::string(kPuzzlesEnding)},
        checkpoint_({folder, stem_of(settings) + ".json"},
                    {"checkpoint", "delete it to start this shard again"},
                    settings_text(settings, limits)),
        most_of_one_(most_of(settings.share, limits.puzzles)) {
    for (const Puzzle& puzzle : limits.known) {
      if (board_of(puzzle) != settings.board) continue;
      for (const std::string& key : keys_of(board_, puzzle)) positions_.insert(key);
      shapes_.insert(shape_of(board_, puzzle));
      combinations_.insert(combination_of(board_, puzzle));
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
          return Numbered{number, composers_.local()->compose(number)};
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

  /// Includes the number of puzzles only if the share of each difficulty depends on it.
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
    // No thread could be started to watch the clock, so look at it before each number.
    if (!is_watched_) look_at_clock();
    const std::uint64_t number = upcoming_;
    if (is_over_.load() || number >= limits_.numbers || is_interrupted()) return {};
    upcoming_ += settings_.shards;
    return number;
  }
  bool is_full() const { return puzzles_.size() >= limits_.puzzles; }

  /// The pattern of the puzzle's cycle if their number is limited, else "".
  std::string limited_cycle(const Puzzle& puzzle) const {
    if (settings_.per_cycle == 0 || puzzle.kind != PuzzleKind::draw) return "";
    return pattern_of_cycle(board_, puzzle);
  }

  /// Why the puzzle is not accepted as new; if it is accepted, records it.
  Reject is_known(const Puzzle& puzzle) {
    const std::vector<std::string> keys = keys_of(board_, puzzle);
    const std::string shape = shape_of(board_, puzzle);
    const auto is_there = [&](const std::string& key) { return positions_.contains(key); };
    if (std::ranges::any_of(keys, is_there)) return Reject::known_position;
    if (shapes_.contains(shape)) return Reject::known_pattern;
    const std::string combination = combination_of(board_, puzzle);
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
    Json& rejects = json["rejects"] = Json::object();
    for (std::size_t i = 1; i < kRejects; ++i) {
      rejects[std::string(name_of(static_cast<Reject>(i)))] = tally_.rejects[i];
    }
    checkpoint_.save(kRunFormat, kRunVersion, json, is_wanted);
  }

  const PuzzleBoard board_;
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
  tbb::enumerable_thread_specific<std::unique_ptr<Composer>> composers_{
      [this] { return std::make_unique<Composer>(settings_, Interrupt(&is_ended_)); }};
};

}  // namespace

bool has_enough_one_reply(const ComposeSettings& settings, const PuzzleTally& tally) {
  return limits_one_reply(settings) &&
         tally.one_reply >= most_of(settings.one_reply, tally.puzzles + 1);
}

bool has_enough_of_side(const PuzzleTally& tally, const Puzzle& puzzle) {
  const std::uint64_t such = tally.by_aim[static_cast<std::size_t>(aim_of(puzzle))];
  return puzzle.kind == PuzzleKind::who && such >= most_of(50, tally.puzzles + 1);
}

std::uint64_t most_of(int percent, std::uint64_t asked_for) {
  if (percent >= 100) return UINT64_MAX;
  return asked_for * static_cast<std::uint64_t>(percent) / 100 + 1;
}

std::string stem_of(const ComposeSettings& settings) {
  return fmt::format("{}-{}-seed{}-shard{}of{}", format_board_size(settings.board),
                     name_of(settings.kind), settings.seed, settings.shard, settings.shards);
}

PuzzleTally run_puzzles(const ComposeSettings& settings, const PuzzleLimits& limits,
                        const fs::path& folder) {
  return PuzzleRun(settings, limits, folder).run();
}

}  // namespace onyx
