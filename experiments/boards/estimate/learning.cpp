#include "experiments/boards/estimate/learning.h"

#include <fmt/core.h>
#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/notation.h"
#include "core/symmetry.h"
#include "experiments/boards/estimate/sampler.h"
#include "experiments/files/checkpoint.h"
#include "experiments/support/pipeline.h"

namespace onyx {
namespace {

constexpr const char* kLearntFormat = "onyx-estimate-learnt";
constexpr int kLearntVersion = 1;
constexpr std::uint64_t kRounds = 4;
/// Samples that are learnt from have numbers of their own, apart from those that count.
constexpr std::uint64_t kFirstNumber = std::uint64_t{1} << 48;

/// A start, and the number of the sample that met it.
template <int W>
using Met = std::pair<std::uint64_t, CycleStart<W>>;

template <int W>
class Learning {
 public:
  Learning(const Proposal<W>& known, const LearningSettings& settings, const LearningLimits& limits,
           const std::filesystem::path& folder)
      : known_(known),
        settings_(settings),
        limits_(limits),
        checkpoint_({folder, fmt::format("learnt-{}-seed{}.json",
                                         format_board_size(known.board().size()), settings.seed)},
                    {"checkpoint", "delete it to learn again"}, settings.description) {}

  std::optional<Proposal<W>> run() {
    if (checkpoint_.exists()) std::tie(next_, met_) = load();
    for (std::uint64_t round = 0; round < kRounds && !was_cut_short_; ++round) {
      if (next_ < begin_of(round + 1)) learn_in(round);
    }
    if (was_cut_short_) return std::nullopt;
    return knowing_before(settings_.samples);
  }

 private:
  struct FoundIn {
    std::uint64_t number = 0;
    StartsFound<W> found;
  };

  std::uint64_t begin_of(std::uint64_t round) const { return settings_.samples * round / kRounds; }

  /// What samples before this one met is known, too.
  Proposal<W> knowing_before(std::uint64_t number) const {
    std::vector<CycleStart<W>> starts;
    for (const auto& [sample, start] : met_) {
      if (sample < number) starts.push_back(start);
    }
    return known_.with(starts);
  }

  void learn_in(std::uint64_t round) {
    const Proposal<W> proposal = knowing_before(begin_of(round));
    const std::uint64_t end = begin_of(round + 1);
    std::uint64_t upcoming = next_;
    run_pipeline<std::uint64_t>(
        4,
        [&]() -> std::optional<std::uint64_t> {
          if (upcoming >= end || limits_.stop.met()) return std::nullopt;
          return upcoming++;
        },
        [&](std::uint64_t number) {
          return FoundIn{
              number, find_starts(proposal, basins_.local(), settings_.draws,
                                  random_for(settings_.seed, kFirstNumber + number), limits_.stop)};
        },
        [&](const FoundIn& one) { store(one); });
    was_cut_short_ = next_ < end;
    save();
  }

  void store(const FoundIn& one) {
    // It and those behind it are for the next run.
    was_cut_short_ = was_cut_short_ || one.found.is_cut_short;
    if (was_cut_short_) return;
    next_ = one.number + 1;
    for (const CycleStart<W>& start : one.found.starts) met_.emplace_back(one.number, start);
    if (Stop::Clock::now() >= next_save_) save();
    if (limits_.progress) limits_.progress(next_, met_.size());
  }

  const std::vector<ShortCycle<W>>& cycles() const { return known_.cycles(); }

  std::pair<std::uint64_t, std::vector<Met<W>>> load() const {
    return checkpoint_.load([this](const JsonFields& fields) {
      fields.require_format(kLearntFormat, kLearntVersion);
      const std::uint64_t next = fields.count("next", settings_.samples);
      std::vector<Met<W>> met;
      std::array<Position<W>, kShortCycle> positions;
      for (const JsonFields& one : fields.objects("met")) {
        const std::uint64_t sample = one.count("sample", next);
        const std::size_t cycle = one.count("cycle", cycles().size() - 1);
        try {
          met.emplace_back(
              sample, CycleStart<W>{cycle, parse_position(known_.board(), one.text("position"))});
        } catch (const InputError& why) {
          one.refuse("position", why.what());
        }
        if (!cycles()[cycle].runs_from(known_.board(), met.back().second.position, positions)) {
          one.refuse("position", "is not the start of this cycle");
        }
      }
      return std::pair(next, std::move(met));
    });
  }

  void save() {
    auto met = nlohmann::ordered_json::array();
    for (const auto& [sample, start] : met_) {
      met.push_back({{"sample", sample},
                     {"cycle", start.cycle},
                     {"position", format_position(known_.board(), start.position)}});
    }
    const auto next_in = [](const JsonFields& fields) { return fields.count("next"); };
    checkpoint_.save(
        kLearntFormat, kLearntVersion, {{"next", next_}, {"met", std::move(met)}},
        checkpoint_.unless_further(next_in, [this](std::uint64_t next) { return next > next_; }));
    next_save_ = Stop::Clock::now() + kBetweenCheckpoints;
  }

  const Proposal<W>& known_;
  const LearningSettings& settings_;
  const LearningLimits& limits_;
  Checkpoint checkpoint_;
  std::uint64_t next_ = 0;  ///< The first sample that is not done.
  std::vector<Met<W>> met_;
  tbb::enumerable_thread_specific<Basin<W>> basins_{
      [this] { return Basin<W>(known_.board(), cycles()); }};
  bool was_cut_short_ = false;
  Stop::Clock::time_point next_save_;
};

}  // namespace

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
std::optional<Proposal<W>> learn(const Proposal<W>& known, const LearningSettings& settings,
                                 const LearningLimits& limits,
                                 const std::filesystem::path& folder) {
  return Learning<W>(known, settings, limits, folder).run();
}

#define ONYX_INSTANTIATE(W)                                                                 \
  template std::vector<CycleStart<W>> known_starts<W>(                                      \
      const Board<W>&, const std::vector<ShortCycle<W>>&,                                   \
      const std::vector<std::vector<std::string>>&);                                        \
  template std::optional<Proposal<W>> learn<W>(const Proposal<W>&, const LearningSettings&, \
                                               const LearningLimits&,                       \
                                               const std::filesystem::path&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
