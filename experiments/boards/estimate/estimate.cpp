#include "experiments/boards/estimate/estimate.h"

#include <fmt/core.h>
#include <tbb/enumerable_thread_specific.h>
#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/base/stopwatch.h"
#include "core/legality.h"
#include "core/notation.h"
#include "experiments/boards/estimate/proposal.h"
#include "experiments/files/checkpoint.h"
#include "experiments/files/folder_lock.h"
#include "experiments/support/pipeline.h"
#include "solver/bounded/bounded_search.h"
#include "solver/graph/solve_graph.h"

namespace onyx {
namespace {

constexpr const char* kEstimateFormat = "onyx-estimate";
constexpr int kEstimateVersion = 1;
constexpr double kSecondsBetweenSaves = 10;

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
}

EstimateTally estimate_in(const JsonFields& fields) {
  fields.require_format(kEstimateFormat, kEstimateVersion);
  EstimateTally tally;
  for_each_number(
      tally, [&](const char* name, std::uint64_t& number) { number = fields.count(name); },
      [&](const char* name, double& number) { number = fields.amount(name); });
  return tally;
}

std::string describe(const EstimateSettings& settings, const std::vector<std::string>& known) {
  XXH64_hash_t sum = 0;
  for (const std::string& text : known) sum = XXH3_64bits_withSeed(text.data(), text.size(), sum);
  return fmt::format("{}, seed {}, {} states at most, near {} positions ({:016x})",
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

enum class Worth : std::uint8_t { repeats, does_not, given_up, stopped };

/// Decides positions, on one thread.
template <int W>
class Judge {
 public:
  explicit Judge(const Board<W>& board)
      : board_(board), bounded_(std::make_unique<BoundedSearch<W>>(board)) {
    bounded_->set_node_limit(20'000);
  }

  Worth judge(const Position<W>& position, const Stop& limits, std::uint64_t& explored) {
    if (!is_legal(board_, position) || is_finished(board_, position)) return Worth::does_not;
    if (winning_moves(board_, position).any()) return Worth::does_not;
    if (threats_of(board_, position, other(position.to_move)).has_two() &&
        bounded_->loses_within(position, 2).value_or(false)) {
      return Worth::does_not;
    }
    ++explored;
    const std::uint64_t most = limits.work;
    Stop stop = limits;
    stop.work = std::min(most, kFewStates);
    Worth answer = explore(position, stop);
    if (answer != Worth::given_up || stop.work == most) return answer;
    // What it remembers would let the node limit, and so what is given up, depend on the thread.
    bounded_->clear();
    if (bounded_->wins_within(position, 9).value_or(false)) return Worth::does_not;
    if (bounded_->loses_within(position, 10).value_or(false)) return Worth::does_not;
    stop.work = most;
    return explore(position, stop);
  }

 private:
  static constexpr std::uint64_t kFewStates = 5'000;

  Worth explore(const Position<W>& position, const Stop& stop) const {
    const GraphSolution<W> solution =
        solve_graph<W>(board_, std::span<const Position<W>>(&position, 1), stop, Threads::one);
    if (solution.end == End::interrupted || solution.end == End::time_limit) return Worth::stopped;
    if (solution.end != End::complete) return Worth::given_up;
    const StateId root = solution.solved.graph.roots.front();
    return solution.solved.outcomes[root].is_draw() ? Worth::repeats : Worth::does_not;
  }

  const Board<W>& board_;
  std::unique_ptr<BoundedSearch<W>> bounded_;
};

struct Sample {
  std::uint64_t number = 0;
  std::uint64_t explored = 0;
  int repeating = 0;
  int given_up = 0;
  double weight = 0;  ///< 1/q, if any of the two is not 0.
  bool is_cut_short = false;
};

template <int W>
class Estimator {
 public:
  Estimator(const Board<W>& board, const EstimateSettings& settings,
            const std::vector<std::string>& known, const EstimateLimits& limits,
            const std::filesystem::path& folder)
      : board_(board),
        settings_(settings),
        limits_(limits),
        folder_(folder),
        description_(describe(settings, known)),
        proposal_(board, parsed(board, known)),
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
  static std::vector<Position<W>> parsed(const Board<W>& board,
                                         const std::vector<std::string>& known) {
    std::vector<Position<W>> positions;
    for (const std::string& text : known) positions.push_back(parse_position(board, text));
    return positions;
  }

  Sample sample(std::uint64_t number) {
    Random random = random_for(settings_.seed, number);
    Sample sample;
    sample.number = number;
    Position<W> position = proposal_.draw(random);
    Stop stop = limits_.stop;
    stop.work = settings_.max_states;
    for (const Player player : {Player::V, Player::H}) {
      position.to_move = player;
      const Worth answer = judges_.local().judge(position, stop, sample.explored);
      sample.repeating += answer == Worth::repeats ? 1 : 0;
      sample.given_up += answer == Worth::given_up ? 1 : 0;
      sample.is_cut_short = sample.is_cut_short || answer == Worth::stopped;
    }
    if (sample.repeating + sample.given_up > 0) {
      sample.weight = 1 / proposal_.probability(position);
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
    tally_.hits += static_cast<std::uint64_t>(sample.repeating);
    tally_.given_up += static_cast<std::uint64_t>(sample.given_up);
    tally_.repeating.add(sample.repeating * sample.weight);
    tally_.undecided.add(sample.given_up * sample.weight);
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
  const Proposal<W> proposal_;
  Checkpoint checkpoint_;
  EstimateTally tally_;
  tbb::enumerable_thread_specific<Judge<W>> judges_{[this] { return Judge<W>(board_); }};
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
  return *this;
}

Estimate run_estimate(const EstimateSettings& settings, const std::vector<std::string>& known,
                      const EstimateLimits& limits, const std::filesystem::path& folder) {
  prepare_folder(folder);
  const FolderLock lock(folder, FolderLock::Kind::shared, {});
  return with_board(settings.board, [&](const auto& board) {
    return Estimator(board, settings, known, limits, folder).run();
  });
}

}  // namespace onyx
