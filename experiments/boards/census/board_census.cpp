#include "experiments/boards/census/board_census.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "core/notation.h"
#include "experiments/boards/tier_results.h"
#include "experiments/support/version.h"
#include "solver/certificate/prove.h"
#include "solver/engine/graph/solve_graph.h"
#include "solver/engine/tier_run/whole_board.h"
#include "solver/referee/referee.h"
#include "solver/repetition/recurrence.h"

namespace onyx {

// --- Samples -------------------------------------------------------------------------------------

namespace {

std::vector<SamplePosition> positions_in(const CensusTier& tier, std::size_t midpoints) {
  const std::string name = text_of(tier.name, midpoints);
  std::vector<SamplePosition> all;
  for (const ClassCensus& recurrent : tier.census.classes) {
    const int stones = recurrent.position.occupied().count();
    all.push_back({name, stones, recurrent.plies, recurrent.position});
  }
  for (const auto& [stones, position] : tier.census.off_cycles) {
    all.push_back({name, stones, 0, position});
  }
  return all;
}

/// A shortest cycle through the state, for its certificate; empty if it is on no cycle (plies 0).
std::vector<StateId> cycle_of(const SolvedGraph<1>& solved, StateId state, std::size_t plies) {
  if (plies == 0) return {};
  ForcedCycle cycle = shortest_cycle(solved.graph, solved.outcomes, state);
  if (cycle.states.size() != plies) {
    throw std::logic_error("the census and the explorer find different shortest cycles");
  }
  return std::move(cycle.states);
}

}  // namespace

std::vector<SamplePosition> sample_of(const BoardCensus& census) {
  // The number of classes with such cycles comes first, so that rare ones lead; then the kind.
  using Kind = std::tuple<std::uint64_t, std::size_t, int, int>;
  std::map<Kind, std::vector<SamplePosition>> by_kind;
  for (const CensusTier& tier : census.with_draws) {
    for (SamplePosition& sample : positions_in(tier, census.midpoints)) {
      const auto cycles = census.by_plies.find(sample.plies);
      const std::uint64_t count = sample.plies == 0 ? UINT64_MAX : cycles->second.classes;
      by_kind[{count, sample.plies, tier.name.taken(), sample.stones}].push_back(sample);
    }
  }
  std::vector<SamplePosition> order;
  for (std::size_t round = 0, added = 1; added > 0; ++round) {
    added = 0;
    for (auto& [kind, samples] : by_kind) {
      if (round >= samples.size()) continue;
      order.push_back(samples[round]);
      ++added;
    }
  }
  return order;
}

CensusCertificates certify_sample(BoardSize size, const std::vector<SamplePosition>& sample,
                                  std::size_t count, const Stop& stop) {
  const WideBoard<1> board(size);
  CensusCertificates found;
  Stop quiet = stop;
  quiet.progress = {};
  for (const SamplePosition& here : sample) {
    if (found.certificates.size() == count) break;
    const GraphSolution<1> solution =
        solve_graph<1>(board, std::span<const WidePosition<1>>(&here.position, 1), quiet);
    if (solution.end == End::interrupted) {
      found.is_interrupted = true;
      break;
    }
    if (solution.end != End::complete) {
      ++found.too_large;
      continue;
    }
    const SolvedGraph<1>& solved = solution.solved;
    const StateId root = solved.graph.roots.front();
    if (!solved.outcomes[root].is_draw()) {
      throw std::logic_error(format_position(board, here.position) + " is not a draw");
    }
    Certificate certificate =
        certify_value(board, solved, root, cycle_of(solved, root, here.plies));
    certificate.about = {{"program", fmt::format("onyx {}", kVersion)},
                         {"census", format_board_size(size)},
                         {"tier", here.tier},
                         {"stones", std::to_string(here.stones)},
                         {"shortest cycle", std::to_string(here.plies)}};
    const referee::Verdict verdict = referee::check_certificate(to_json(certificate));
    if (!verdict.accepted) throw std::logic_error("a certificate is rejected: " + verdict.text);
    found.certificates.push_back(std::move(certificate));
    if (stop.progress) stop.progress({count, found.certificates.size()});
  }
  return found;
}

namespace {

void add(CensusByStones& sums, const CensusByStones& parts, std::uint64_t times) {
  if (times == 0) return;
  for (const auto& [stones, part] : parts) sums[stones].add(part, times);
}

class FolderCensus {
 public:
  explicit FolderCensus(const CensusRun& run)
      : run_(run),
        board_(TierResults::board_in(run.folder)),
        task_(whole_board_task(board_)),
        map_(map_of(task_)),
        unreachable_(board_, open_setup(board_)) {
    census_.size = board_.size();
    census_.midpoints = map_.midpoints();
    census_.tiers = map_.tier_count();
  }

  BoardCensus count() {
    const TierResults results(run_.folder, board_.size(), map_.midpoints());
    const DrawFiles files(run_.folder, board_.size(), map_.midpoints());
    std::vector<std::uint64_t> draws;
    for (const TierName& name : map_.all()) {
      const std::optional<TierResult> result = results.load(name);
      if (result) note(name, *result, files, draws);
    }
    count_tiers(files, draws);
    add_up();
    return std::move(census_);
  }

 private:
  void note(const TierName& name, const TierResult& result, const DrawFiles& files,
            std::vector<std::uint64_t>& draws) {
    if (!result.draws_listed) {
      census_.unlisted_tiers += result.alike;
      census_.unlisted_draws += result.alike * result.draws();
      return;
    }
    if (result.draws() == 0) {
      census_.tiers_counted += result.alike;
      return;
    }
    // Without its file of draws a tier counts as not solved, as for onyx strong.
    if (!files.has(name, result.draws())) return;
    census_.with_draws.push_back({name, result.alike, result.alike_swapped, {}});
    draws.push_back(result.draws());
  }

  void count_tiers(const DrawFiles& files, const std::vector<std::uint64_t>& draws) {
    const std::size_t all = census_.with_draws.size();
    std::atomic<std::size_t> done{0};
    const auto is_interrupted = [&] { return run_.interrupt.has_come(); };
    parallel_for(Threads::all, all, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end && !is_interrupted(); ++i) {
        CensusTier& tier = census_.with_draws[i];
        tier.census = census_of_tier(board_, task_.group, unreachable_, files.format(), tier.name,
                                     files.load(tier.name, draws[i]));
        const std::size_t now = ++done;
        if (run_.progress) run_.progress(now, all);
      }
    });
    census_.is_interrupted = done < all;
  }

  void add_up() {
    for (const CensusTier& tier : census_.with_draws) {
      const TierCensus& here = tier.census;
      census_.tiers_counted += tier.alike;
      add(census_.by_stones, here.by_stones, tier.alike - tier.swapped);
      add(census_.by_stones, here.by_stones_swapped, tier.swapped);
      census_.draws_up_to_symmetry += here.draws_up_to_symmetry;
      census_.classes += tier.alike * here.classes.size();
      census_.classes_up_to_symmetry += here.classes_up_to_symmetry;
      for (const ClassCensus& recurrent : here.classes) {
        CycleCensus& cycles = census_.by_plies[recurrent.plies];
        cycles.classes += tier.alike;
        cycles.positions += tier.alike * recurrent.positions;
      }
    }
  }

  const CensusRun& run_;
  const WideBoard<1> board_;
  const TierTask<1> task_;
  const TierMap map_;
  const Unreachable<1> unreachable_;
  BoardCensus census_;
};

}  // namespace

StonesCensus BoardCensus::total() const {
  StonesCensus total;
  for (const auto& [stones, census] : by_stones) total.add(census);
  return total;
}

BoardCensus census_of_board(const CensusRun& run) { return FolderCensus(run).count(); }

}  // namespace onyx
