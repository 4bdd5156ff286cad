#include "experiments/boards/estimate/estimate.h"

#include <fmt/core.h>
#include <tbb/enumerable_thread_specific.h>
#include <xxhash.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/notation.h"
#include "experiments/boards/estimate/learning.h"
#include "experiments/boards/estimate/sampler.h"
#include "experiments/files/checkpoint.h"
#include "experiments/files/folder_lock.h"
#include "experiments/support/pipeline.h"

namespace onyx {
namespace {

constexpr const char* kEstimateFormat = "onyx-estimate";
constexpr int kEstimateVersion = 3;

/// The numbers of a tally under their names in the file.
template <class Tally, class Count, class Amount>
void for_each_number(Tally& tally, Count&& count, Amount&& amount) {
  count("next", tally.next);
  count("samples", tally.samples);
  count("explored", tally.explored);
  count("hits", tally.hits);
  count("given_up", tally.given_up);
  amount("repeating", tally.repeating.values);
  amount("repeating_squares", tally.repeating.squares);
  amount("undecided", tally.undecided.values);
  amount("undecided_squares", tally.undecided.squares);
  amount("largest", tally.largest);
}

EstimateTally estimate_in(const JsonFields& fields) {
  fields.require_format(kEstimateFormat, kEstimateVersion);
  EstimateTally tally;
  for_each_number(
      tally, [&](const char* name, std::uint64_t& number) { number = fields.count(name); },
      [&](const char* name, double& number) { number = fields.amount(name); });
  return tally;
}

std::string describe(const EstimateSettings& settings,
                     const std::vector<std::vector<std::string>>& known) {
  XXH64_hash_t sum = 0;
  for (const std::vector<std::string>& cycle : known) {
    for (const std::string& text : cycle) sum = XXH3_64bits_withSeed(text.data(), text.size(), sum);
  }
  return fmt::format(
      "{}, seed {}, {} states at most, near {} cycles ({:016x}), {} samples to learn, of {} draws",
      format_board_size(settings.board), settings.seed, settings.max_states, known.size(), sum,
      settings.learn, settings.draws);
}

Checkpoint checkpoint_of(const EstimateSettings& settings, const std::string& description,
                         std::uint64_t shard, const std::filesystem::path& folder) {
  return {
      {folder, fmt::format("estimate-{}-seed{}-shard{}of{}.json", format_board_size(settings.board),
                           settings.seed, shard, settings.shard.count)},
      {"checkpoint", "delete it to begin this shard again"},
      description};
}

template <int W>
class Estimator {
 public:
  Estimator(const Board<W>& board, const EstimateSettings& settings,
            const std::vector<std::vector<std::string>>& known, const EstimateLimits& limits,
            const std::filesystem::path& folder)
      : board_(board),
        settings_(settings),
        limits_(limits),
        folder_(folder),
        description_(describe(settings, known)),
        cycles_(short_cycles(board)),
        known_(board, cycles_, known_starts(board, cycles_, known)),
        checkpoint_(checkpoint_of(settings, description_, settings.shard.number, folder)) {}

  Estimate run() {
    if (checkpoint_.exists()) tally_ = checkpoint_.load(estimate_in);
    save();
    Stop stop = limits_.stop;
    stop.work = settings_.max_states;
    const std::optional<Proposal<W>> learnt =
        learn(known_, {settings_.learn, settings_.draws, settings_.seed, description_},
              {stop, limits_.learning}, folder_);
    Estimate estimate;
    estimate.known = known_.known();
    if (learnt) {
      draw(*learnt, stop);
      estimate.learnt = learnt->known() - known_.known();
    }
    estimate.shard = tally_;
    estimate.joined = joined();
    if (!learnt || settings_.shard.first_from(tally_.next) < settings_.samples) {
      estimate.end = limits_.stop.met().value_or(End::time_limit);
    }
    return estimate;
  }

 private:
  void draw(const Proposal<W>& proposal, const Stop& stop) {
    std::uint64_t upcoming = settings_.shard.first_from(tally_.next);
    run_pipeline<std::uint64_t>(
        16,
        [&]() -> std::optional<std::uint64_t> {
          if (upcoming >= settings_.samples || limits_.stop.met()) return std::nullopt;
          return std::exchange(upcoming, upcoming + settings_.shard.count);
        },
        [&](std::uint64_t number) {
          Sample sample = draw_sample(proposal, basins_.local(), settings_.draws,
                                      random_for(settings_.seed, number), stop);
          sample.number = number;
          return sample;
        },
        [&](const Sample& sample) { store(sample); });
    save();
  }

  void store(const Sample& sample) {
    // After a sample that was cut short none is stored: it and those behind it are for the next
    // run.
    was_cut_short_ = was_cut_short_ || sample.is_cut_short;
    if (was_cut_short_) return;
    tally_.next = sample.number + 1;
    ++tally_.samples;
    tally_.explored += sample.explored;
    tally_.hits += sample.hits;
    tally_.given_up += sample.given_up;
    tally_.repeating.add(sample.repeating);
    tally_.undecided.add(sample.undecided);
    tally_.largest = std::max(tally_.largest, sample.repeating);
    if (Stop::Clock::now() >= next_save_) save();
    if (limits_.progress) limits_.progress(tally_);
  }

  void save() {
    nlohmann::ordered_json json;
    for_each_number(
        tally_, [&](const char* name, const std::uint64_t& number) { json[name] = number; },
        [&](const char* name, const double& number) { json[name] = number; });
    checkpoint_.save(kEstimateFormat, kEstimateVersion, json,
                     checkpoint_.unless_further(estimate_in, [this](const EstimateTally& other) {
                       return other.next > tally_.next;
                     }));
    next_save_ = Stop::Clock::now() + kBetweenCheckpoints;
  }

  EstimateTally joined() const {
    EstimateTally sum;
    for (std::uint64_t i = 0; i < settings_.shard.count; ++i) {
      const Checkpoint other = checkpoint_of(settings_, description_, i, folder_);
      if (other.exists()) sum += other.load(estimate_in);
    }
    return sum;
  }

  const Board<W>& board_;
  const EstimateSettings settings_;
  const EstimateLimits& limits_;
  const std::filesystem::path folder_;
  const std::string description_;
  const std::vector<ShortCycle<W>> cycles_;
  const Proposal<W> known_;
  Checkpoint checkpoint_;
  EstimateTally tally_;
  tbb::enumerable_thread_specific<Basin<W>> basins_{[this] { return Basin<W>(board_, cycles_); }};
  bool was_cut_short_ = false;
  Stop::Clock::time_point next_save_;
};

}  // namespace

EstimateTally& EstimateTally::operator+=(const EstimateTally& that) {
  next = std::max(next, that.next);
  samples += that.samples;
  explored += that.explored;
  hits += that.hits;
  given_up += that.given_up;
  repeating += that.repeating;
  undecided += that.undecided;
  largest = std::max(largest, that.largest);
  return *this;
}

Estimate run_estimate(const EstimateSettings& settings,
                      const std::vector<std::vector<std::string>>& known,
                      const EstimateLimits& limits, const std::filesystem::path& folder) {
  prepare_folder(folder);
  const FolderLock lock(folder, FolderLock::Kind::shared, {});
  return with_board(settings.board, [&](const auto& board) {
    return Estimator(board, settings, known, limits, folder).run();
  });
}

}  // namespace onyx
