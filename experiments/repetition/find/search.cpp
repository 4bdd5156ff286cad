#include "experiments/repetition/find/search.h"

#include <fmt/core.h>
#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "core/base/assert.h"
#include "core/base/stopwatch.h"
#include "core/notation.h"
#include "experiments/repetition/find/class_finder.h"
#include "experiments/repetition/find/found_classes.h"
#include "experiments/repetition/find/search_checkpoint.h"
#include "experiments/support/output.h"
#include "experiments/support/pipeline.h"
#include "experiments/support/progress.h"
#include "experiments/support/version.h"

namespace onyx {
namespace {

using Clock = Stop::Clock;

struct Trial {
  std::uint64_t number = 0;
  bool made = false;
  std::uint64_t out_of_memory = 0;  ///< Explorations that the memory limit ended.
  Finding finding;
  std::vector<Generator> found_by;  ///< The generator of each class in `finding`.
  std::array<GeneratorTally, kGenerators.size()> by_generator{};

  /// Whether a time limit or an interrupt ended the trial; the search then discards it.
  bool is_cut_short() const {
    return finding.end == End::interrupted || finding.end == End::time_limit;
  }
};

template <int W>
class Search {
 public:
  Search(const WideBoard<W>& board, const SearchSettings& settings, const SearchLimits& limits,
         const std::filesystem::path& folder)
      : board_(board),
        settings_(settings),
        description_(describe(settings)),
        limits_(limits),
        found_(folder),
        checkpoint_(folder, settings),
        tally_(checkpoint_.load()),
        start_(tally_) {
    ONYX_ASSERT(std::ranges::is_sorted(settings.known));
    stop_.interrupt = limits.interrupt;
    if (limits.seconds) stop_.deadline = Clock::now() + clock_seconds(*limits.seconds);
    // Halve, because a thread holds up to two graphs: the reachable positions, and one class.
    stop_.bytes = limits.bytes / threads_allowed() / 2;
  }

  SearchTally run() {
    upcoming_ = settings_.shard.first_from(tally_.next);
    save(RunNote::State::running);
    if (limits_.progress) limits_.progress(tally_);
    run_pipeline<std::uint64_t>(
        4, [this] { return take_number(); },
        [this](std::uint64_t number) { return try_number(number); },
        [this](const Trial& trial) { store(trial); });
    const bool is_finished = limits_.positions ? are_all_done() : !stop_.interrupt.has_come();
    save(is_finished ? RunNote::State::finished : RunNote::State::stopped);
    return tally_;
  }

 private:
  bool are_all_done() const {
    return limits_.positions && settings_.shard.first_from(tally_.next) >= *limits_.positions;
  }

  void save(RunNote::State state) {
    const auto seconds = [](Clock::duration time) {
      return std::max(0.0, std::chrono::duration<double>(time).count());
    };
    const auto now = Clock::now();
    if (tally_.next > start_.next) tally_.seconds = start_.seconds + seconds(now - start_time_);
    next_save_ = now + clock_seconds(limits_.seconds_between_saves);
    RunNote note{state, limits_.positions, {}};
    if (state != RunNote::State::finished || !are_all_done()) {
      note.pace = {seconds(now - start_time_),    {},
                   tally_.next - start_.next,     tally_.positions - start_.positions,
                   tally_.states - start_.states, tally_.classes - start_.classes};
      if (stop_.deadline) note.pace->seconds_left = seconds(*stop_.deadline - now);
    }
    checkpoint_.save(tally_, note);
  }

  std::optional<std::uint64_t> take_number() {
    const bool is_done = limits_.positions && upcoming_ >= *limits_.positions;
    if (is_done || stop_.met()) return {};
    return std::exchange(upcoming_, upcoming_ + settings_.shard.count);
  }

  Trial try_number(std::uint64_t number) const {
    Random random = random_for(settings_.seed, number);
    Trial trial;
    trial.number = number;
    std::vector<std::string> classes;
    if (!settings_.known.empty() &&
        below(random, 100) >= static_cast<std::uint64_t>(settings_.random_percent)) {
      trial.made = true;
      classes.push_back(settings_.known[below(random, settings_.known.size())]);
    } else {
      try_random(trial, random);
      for (const Certificate& found : trial.finding.classes) classes.push_back(found.position);
    }
    if (!trial.is_cut_short() && !classes.empty()) explore_relatives(trial, classes, random);
    return trial;
  }

  bool is_known(const std::string& position) const {
    return std::binary_search(settings_.known.begin(), settings_.known.end(), position);
  }

  void try_random(Trial& trial, Random& random) const {
    GeneratorTally& tally = trial.by_generator[static_cast<std::size_t>(Generator::random)];
    const Stopwatch watch;
    // With usual settings, a few per cent of the attempts succeed; with others, possibly none.
    constexpr int kAttempts = 1000;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      const auto position = random_crowded_position(board_, settings_.crowd, random);
      if (!position || !is_promising(board_, *position, settings_.crowd)) continue;
      // Certify a class even if this run already found it: results must not depend on threads.
      trial.finding =
          explore_from(*position, [this](const std::string& text) { return is_known(text); });
      trial.found_by.assign(trial.finding.classes.size(), Generator::random);
      trial.made = true;
      ++tally.tried;
      trial.out_of_memory += trial.finding.end == End::memory_limit ? 1 : 0;
      break;
    }
    tally.seconds += watch.seconds();
  }

  Finding explore_from(const WidePosition<W>& position, const IsKnown& known) const {
    Stop stop = stop_;
    stop.work = settings_.max_states;
    ClassFinder<W>& finder = finders_.local();
    Finding finding = finder.find(position, stop, known);
    if (finding.end != End::work_limit || settings_.max_nodes == 0) return finding;
    stop.work = settings_.max_nodes;
    Finding more = finder.find_by_numbers(position, stop, known);
    finding.end = more.end;
    finding.states += more.states;
    std::move(more.classes.begin(), more.classes.end(), std::back_inserter(finding.classes));
    return finding;
  }

  void explore_relatives(Trial& trial, std::vector<std::string> classes, Random& random) const {
    Finding& finding = trial.finding;
    std::set<std::string> seen(classes.begin(), classes.end());
    const auto known = [&](const std::string& text) {
      return seen.contains(text) || is_known(text);
    };
    int neighbours = settings_.neighbours;
    int planted = settings_.planted;
    while (neighbours + planted > 0) {
      // Check the limits here, because a small exploration ends before it checks them.
      if (const auto end = stop_.met()) {
        finding.end = *end;
        return;
      }
      const auto left = static_cast<std::uint64_t>(neighbours + planted);
      const bool is_planting =
          planted > 0 && below(random, left) < static_cast<std::uint64_t>(planted);
      --(is_planting ? planted : neighbours);
      const Generator generator = is_planting ? Generator::planted : Generator::neighbours;
      GeneratorTally& tally = trial.by_generator[static_cast<std::size_t>(generator)];
      const Stopwatch watch;
      const WidePosition<W> start = parse_position(board_, classes[below(random, classes.size())]);
      const auto position = is_planting ? random_planting(board_, start, random)
                                        : random_neighbour(board_, start, random);
      Finding more;
      if (position) more = explore_from(*position, known);
      tally.seconds += watch.seconds();
      if (!position) continue;
      ++tally.tried;
      finding.states += more.states;
      trial.out_of_memory += more.end == End::memory_limit ? 1 : 0;
      if (more.end == End::interrupted || more.end == End::time_limit) {
        finding.end = more.end;
        return;
      }
      for (const Certificate& found : more.classes) {
        seen.insert(found.position);
        classes.push_back(found.position);
      }
      trial.found_by.insert(trial.found_by.end(), more.classes.size(), generator);
      std::move(more.classes.begin(), more.classes.end(), std::back_inserter(finding.classes));
    }
  }

  void store(const Trial& trial) {
    // The next run continues at the number that was cut short, so drop this trial and later ones.
    was_cut_short_ = was_cut_short_ || trial.is_cut_short();
    if (was_cut_short_) return;
    ONYX_ASSERT(trial.number >= tally_.next);
    ONYX_ASSERT(trial.number % settings_.shard.count == settings_.shard.number);
    ONYX_ASSERT(trial.found_by.size() == trial.finding.classes.size());
    for (std::size_t i = 0; i < trial.finding.classes.size(); ++i) {
      Certificate certificate = trial.finding.classes[i];
      const Generator generator = trial.found_by[i];
      certificate.about = {
          {"program", fmt::format("onyx {}", kVersion)},
          {"board", format_board_size(settings_.board)},
          {"generator", description_},
          {"by", name_of(generator)},
          {"seed", std::to_string(settings_.seed)},
          {"number", std::to_string(trial.number)},
          {"shard", fmt::format("{}/{}", settings_.shard.number, settings_.shard.count)}};
      if (!found_.add(certificate)) continue;
      ++tally_.classes;
      ++tally_.of(generator).classes;
    }
    for (std::size_t i = 0; i < kGenerators.size(); ++i) {
      tally_.by_generator[i].tried += trial.by_generator[i].tried;
      tally_.by_generator[i].seconds += trial.by_generator[i].seconds;
    }
    tally_.next = trial.number + 1;
    tally_.positions += trial.made ? 1 : 0;
    tally_.given_up += trial.finding.end != End::complete ? 1 : 0;
    tally_.out_of_memory += trial.out_of_memory;
    tally_.states += trial.finding.states;
    tally_.repeating += trial.finding.classes.empty() ? 0 : 1;
    if (Clock::now() >= next_save_) save(RunNote::State::running);
    if (limits_.progress) limits_.progress(tally_);
  }

  const WideBoard<W>& board_;
  const SearchSettings settings_;
  const std::string description_;
  const SearchLimits limits_;
  FoundClasses found_;
  SearchCheckpoint checkpoint_;
  SearchTally tally_;
  const SearchTally start_;  ///< The tally of the earlier runs.
  const Clock::time_point start_time_ = Clock::now();
  Stop stop_;  ///< Its work limit is set for each exploration.
  mutable tbb::enumerable_thread_specific<ClassFinder<W>> finders_{
      [this] { return ClassFinder<W>(board_); }};
  std::uint64_t upcoming_ = 0;
  bool was_cut_short_ = false;
  Clock::time_point next_save_;
};

}  // namespace

SearchTally run_search(const SearchSettings& settings, const SearchLimits& limits,
                       const std::filesystem::path& folder) {
  prepare_folder(folder);
  const RunLock lock(folder, RunLock::Kind::alone, limits.patience);
  return with_board(settings.board, [&](const auto& board) {
    return Search(board, settings, limits, folder).run();
  });
}

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
  double left = limits.seconds ? *limits.seconds - elapsed : INFINITY;
  if (limits.positions && now.next > start.next && *limits.positions > now.next) {
    // Both counts cover all shards, so their ratio is also this shard's.
    const auto missing = static_cast<double>(*limits.positions - now.next);
    const auto done = static_cast<double>(now.next - start.next);
    left = std::fmin(left, missing / done * elapsed);
  }
  return fmt::format("{} tried, {} states/s, {} found{}{}",
                     counted(now.positions, "position", "positions"), short_number(rate),
                     counted(now.classes, "class", "classes"), generators,
                     std::isfinite(left) ? time_left(left, 1) : "");
}

}  // namespace onyx
