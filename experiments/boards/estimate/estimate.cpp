#include "experiments/boards/estimate/estimate.h"

#include <fmt/core.h>
#include <tbb/enumerable_thread_specific.h>
#include <xxhash.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/base/stopwatch.h"
#include "core/legality.h"
#include "core/notation.h"
#include "core/symmetry.h"
#include "experiments/boards/estimate/basin.h"
#include "experiments/boards/estimate/proposal.h"
#include "experiments/files/checkpoint.h"
#include "experiments/files/folder_lock.h"
#include "experiments/support/pipeline.h"

namespace onyx {
namespace {

constexpr const char* kEstimateFormat = "onyx-estimate";
constexpr int kEstimateVersion = 2;
constexpr double kSecondsBetweenSaves = 10;
/// A sample is many draws, nearly all of which are seen at once to be nothing.
constexpr int kDrawsOfSample = 1000;
/// Of known starts, how many are looked at in a sample, on the average.
constexpr double kKeptOfSample = 0.03;

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
  return fmt::format("{}, seed {}, {} states at most, near {} cycles ({:016x})",
                     format_board_size(settings.board), settings.seed, settings.max_states,
                     known.size(), sum);
}

Checkpoint checkpoint_of(const EstimateSettings& settings, const std::string& description,
                         std::uint64_t shard, const std::filesystem::path& folder) {
  return {
      {folder, fmt::format("estimate-{}-seed{}-shard{}of{}.json", format_board_size(settings.board),
                           settings.seed, shard, settings.shard.count)},
      {"checkpoint", "delete it to begin this shard again"},
      description};
}

struct Sample {
  std::uint64_t number = 0;
  std::uint64_t explored = 0;
  std::uint64_t hits = 0;
  std::uint64_t given_up = 0;
  double repeating = 0;
  double undecided = 0;
  bool is_cut_short = false;
};

/// The start and the kind of each known cycle of eight plies, and of those symmetric to it.
template <int W>
std::vector<CycleStart<W>> known_starts(const Board<W>& board,
                                        const std::vector<ShortCycle<W>>& cycles,
                                        const std::vector<std::vector<std::string>>& known) {
  std::map<std::array<Place, kShortCycle>, std::vector<std::size_t>> by_moves;
  for (std::size_t i = 0; i < cycles.size(); ++i) by_moves[cycles[i].moves].push_back(i);
  std::vector<CycleStart<W>> starts;
  std::array<Position<W>, kShortCycle> ignored;
  const auto add = [&](std::vector<Position<W>> positions) {
    if (positions.front().to_move == Player::H) {
      std::rotate(positions.begin(), positions.begin() + 1, positions.end());
    }
    std::array<Place, kShortCycle> moves;
    for (std::size_t i = 0; i < kShortCycle; ++i) {
      const Position<W>& next = positions[(i + 1) % kShortCycle];
      const auto mover = static_cast<std::size_t>(index_of(positions[i].to_move));
      moves[i] = (next.stones[mover] - positions[i].stones[mover]).lowest();
    }
    const std::size_t begin = canonical_start(moves);
    std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(begin), moves.end());
    const auto kinds = by_moves.find(moves);
    if (kinds == by_moves.end()) return;
    for (const std::size_t kind : kinds->second) {
      if (cycles[kind].runs_from(board, positions[begin], ignored)) {
        starts.push_back({kind, positions[begin]});
      }
    }
  };
  const std::vector<Symmetry> group = symmetries_of(board.geometry());
  for (const std::vector<std::string>& cycle : known) {
    if (cycle.size() != kShortCycle) continue;
    for (const Symmetry& symmetry : group) {
      std::vector<Position<W>> positions;
      for (const std::string& text : cycle) {
        positions.push_back(symmetry(parse_position(board, text)));
      }
      add(std::move(positions));
    }
  }
  return starts;
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
        proposal_(board, cycles_, known_starts(board, cycles_, known)),
        checkpoint_(checkpoint_of(settings, description_, settings.shard.number, folder)) {}

  Estimate run() {
    if (checkpoint_.exists()) tally_ = checkpoint_.load(estimate_in);
    std::uint64_t upcoming = settings_.shard.first_from(tally_.next);
    save();
    run_pipeline<std::uint64_t>(
        16,
        [&]() -> std::optional<std::uint64_t> {
          if (upcoming >= settings_.samples || limits_.stop.met()) return std::nullopt;
          return std::exchange(upcoming, upcoming + settings_.shard.count);
        },
        [&](std::uint64_t number) { return sample(number); },
        [&](const Sample& sample) { store(sample); });
    save();
    Estimate estimate{tally_, joined(), proposal_.known(), End::complete};
    if (settings_.shard.first_from(tally_.next) < settings_.samples) {
      estimate.end = limits_.stop.met().value_or(End::time_limit);
    }
    return estimate;
  }

 private:
  /// What is likelier than once in so many draws of a sample is only looked at so seldom.
  double rarest_kept() const {
    const double known = static_cast<double>(std::max<std::size_t>(proposal_.known(), 1));
    return kDrawsOfSample * known / kKeptOfSample;
  }

  Sample sample(std::uint64_t number) {
    Random random = random_for(settings_.seed, number);
    Sample sample;
    sample.number = number;
    Stop stop = limits_.stop;
    stop.work = settings_.max_states;
    Basin<W>& basin = basins_.local();
    std::array<Position<W>, kShortCycle> positions;
    for (int i = 0; i < kDrawsOfSample && !sample.is_cut_short; ++i) {
      const CycleStart<W> start = proposal_.draw(random);
      if (!is_legal(board_, start.position) ||
          !cycles_[start.cycle].runs_from(board_, start.position, positions)) {
        continue;
      }
      if (std::any_of(positions.begin(), positions.end(), [&](const Position<W>& position) {
            return basin.is_decided_at_once(position);
          })) {
        continue;
      }
      const double weight = 1 / proposal_.probability(start);
      const double most = rarest_kept();
      const double chance = fraction(random);
      if (weight < most && chance >= weight / most) continue;
      const BasinGuess guess = basin.share_of(positions, random, stop);
      sample.explored += guess.explored;
      sample.given_up += guess.left_undecided;
      sample.hits += guess.is_class ? 1 : 0;
      sample.is_cut_short = guess.is_cut_short;
      sample.repeating += std::max(weight, most) * guess.draws / kDrawsOfSample;
      sample.undecided += std::max(weight, most) * guess.given_up / kDrawsOfSample;
    }
    return sample;
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
    next_save_ = Stop::Clock::now() + clock_seconds(kSecondsBetweenSaves);
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
  const Proposal<W> proposal_;
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
