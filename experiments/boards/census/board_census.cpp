#include "experiments/boards/census/board_census.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>
#include <tuple>

#include "core/base/assert.h"
#include "core/notation.h"
#include "experiments/boards/tier_results.h"
#include "experiments/support/output.h"
#include "experiments/support/version.h"
#include "solver/certificate/prove.h"
#include "solver/engine/graph/solve_graph.h"
#include "solver/engine/tier_run/whole_board.h"
#include "solver/referee/referee.h"
#include "solver/repetition/recurrence.h"

namespace onyx {
namespace {

constexpr StateId kNoClass = std::numeric_limits<StateId>::max();
int stones_of(const WidePosition<1>& position) { return position.occupied().count(); }

std::optional<StateId> number_of_code(const DrawCodes& codes, std::uint64_t code) {
  const auto found = std::lower_bound(codes.begin(), codes.end(), code);
  if (found == codes.end() || *found != code) return std::nullopt;
  return static_cast<StateId>(found - codes.begin());
}

/// Returns the drawn positions of a tier as a graph. State i is the i-th code; its row holds its
/// drawn successors in the tier, in the order of places. A cycle has no midpoint move
/// (core/README.md, fact 5), so the graphs of all tiers hold all recurrent classes of the board.
/// Memory: 26 bytes per draw and 4 per move between draws. Time: O(moves * log(draws)).
SolvedGraph<1> draw_graph(const WideBoard<1>& board, const DrawFormat& format, const TierName& tier,
                          const DrawCodes& codes) {
  SolvedGraph<1> result;
  StateGraph<1>& graph = result.graph;
  ONYX_ASSERT(std::is_sorted(codes.begin(), codes.end()));
  graph.row_begin.push_back(0);
  for (const std::uint64_t code : codes) {
    const WidePosition<1> position = format.position(tier, code);
    graph.positions.push_back(pack(position));
    (board.points() - position.occupied()).for_each([&](Place place) {
      const auto next = number_of_code(codes, format.code_of(successor(board, position, place)));
      if (next) graph.targets.push_back(*next);
    });
    graph.row_begin.push_back(graph.targets.size());
    result.outcomes.push_back(Outcome());
  }
  return result;
}

std::vector<Symmetry> symmetries_within(const std::vector<Symmetry>& group,
                                        const DrawFormat& format, const TierName& tier) {
  const WidePosition<1> bare = format.position(tier, 0);
  ONYX_ASSERT(group.empty() || group.front()(bare) == bare);
  std::vector<Symmetry> within;
  for (std::size_t i = 1; i < group.size(); ++i) {
    if (group[i](bare).stones == bare.stones) within.push_back(group[i]);
  }
  return within;
}

/// Returns the index of each code's image under a symmetry of the tier. Throws
/// std::invalid_argument if an image is not in `codes`.
std::vector<StateId> images_of(const Symmetry& symmetry, const DrawFormat& format,
                               const TierName& tier, const DrawCodes& codes) {
  std::vector<StateId> images;
  images.reserve(codes.size());
  for (const std::uint64_t code : codes) {
    const WidePosition<1> image = symmetry(format.position(tier, code));
    const auto number = number_of_code(codes, format.code_of(image));
    if (!number)
      throw std::invalid_argument("a draw is symmetric to a position that is not a draw");
    images.push_back(*number);
  }
  return images;
}

/// Returns the number of orbits of `count` objects under the group of the identity and `maps`.
std::uint64_t count_up_to(std::size_t count, const std::vector<std::vector<StateId>>& maps) {
  std::uint64_t least = 0;  // objects that are the first of their orbits
  for (std::size_t i = 0; i < count; ++i) {
    for (const auto& map : maps) ONYX_ASSERT(map[i] < count);
    least += std::ranges::all_of(maps, [&](const auto& map) { return map[i] >= i; }) ? 1 : 0;
  }
  return least;
}

class CycleSearch {
 public:
  explicit CycleSearch(std::size_t states) : met_by_(states, kNoClass) {}

  /// Returns the length in plies of a shortest cycle through the state, or `most` + 1 if all are
  /// longer. Searches only states of the same class.
  std::size_t plies(const StateGraph<1>& graph, const std::vector<StateId>& class_of, StateId start,
                    std::size_t most) {
    ONYX_ASSERT(class_of[start] != kNoClass);
    layer_ = {start};
    for (std::size_t ply = 1; ply <= most && !layer_.empty(); ++ply) {
      next_layer_.clear();
      for (const StateId state : layer_) {
        for (const StateId next : graph.successors(state)) {
          if (next == start) return ply;
          if (class_of[next] != class_of[start] || met_by_[next] == start) continue;
          met_by_[next] = start;
          next_layer_.push_back(next);
        }
      }
      layer_.swap(next_layer_);
    }
    return most + 1;
  }

 private:
  std::vector<StateId> met_by_;  ///< For each state, the start of the last search that met it.
  std::vector<StateId> layer_;
  std::vector<StateId> next_layer_;
};

struct Classes {
  explicit Classes(const SolvedGraph<1>& draws)
      : all(recurrent_classes(draws.graph, draws.outcomes)),
        class_of(draws.graph.state_count(), kNoClass) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const StateId state : all[i]) class_of[state] = static_cast<StateId>(i);
    }
  }

  std::vector<RecurrentClass> all;
  std::vector<StateId> class_of;  ///< For each state, an index into `all`, or kNoClass.
};

ClassCensus census_of_class(const StateGraph<1>& graph, const Classes& classes,
                            const RecurrentClass& states, CycleSearch& search) {
  ClassCensus census{states.size(), states.size(), {}};
  for (const StateId state : states) {
    const std::size_t plies = search.plies(graph, classes.class_of, state, census.plies);
    if (plies > census.plies) continue;
    const WidePosition<1> position = graph.position(state);
    const bool is_better = plies < census.plies || stones_of(position) > stones_of(census.position);
    if (is_better) census.position = position;
    census.plies = plies;
  }
  return census;
}

void count(const WidePosition<1>& position, bool is_on_cycle, const Unreachable<1>& unreachable,
           StonesCensus& census) {
  const bool is_right = has_side_due(position);
  const bool may_arise = is_right && unreachable.reason(position) == nullptr;
  const bool is_v = position.to_move == Player::V;
  census.add(
      {1, is_v, is_right, may_arise, is_on_cycle, is_on_cycle && is_v, is_on_cycle && is_right});
}

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

/// Returns the states of a shortest cycle through `state`, which must take `plies`; none if 0.
std::vector<StateId> cycle_of(const SolvedGraph<1>& solved, StateId state, std::size_t plies) {
  if (plies == 0) return {};
  ForcedCycle cycle = shortest_cycle(solved.graph, solved.outcomes, state);
  if (cycle.states.size() != plies) {
    throw std::logic_error("the census and the explorer find different shortest cycles");
  }
  return std::move(cycle.states);
}

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
        files_(run.folder, board_.size(), map_.midpoints()),
        unreachable_(board_, open_setup(board_)) {
    census_.size = board_.size();
    census_.midpoints = map_.midpoints();
    census_.tiers = map_.tier_count();
  }

  BoardCensus count() {
    const TierResults results(run_.folder, board_.size(), map_.midpoints());
    for (const TierName& name : map_.all()) {
      if (const auto result = results.load(name)) note(name, *result);
    }
    count_tiers();
    add_up();
    return std::move(census_);
  }

 private:
  void note(const TierName& name, const TierResult& result) {
    if (!result.draws_listed) {
      census_.unlisted_tiers += result.alike;
      census_.unlisted_draws += result.alike * result.draws();
      return;
    }
    if (result.draws() == 0) {
      census_.tiers_counted += result.alike;
      return;
    }
    // A tier whose file of draws is missing counts as unsolved, as in `onyx strong`.
    if (!files_.has(name, result.draws())) return;
    census_.with_draws.push_back({name, result.alike, result.alike_swapped, {}});
    draws_.push_back(result.draws());
  }

  void count_tiers() {
    const std::size_t all = census_.with_draws.size();
    std::atomic<std::size_t> done{0};
    parallel_for_each_index(Threads::all, all, [&](std::size_t i) {
      if (run_.interrupt.has_come()) return;
      CensusTier& tier = census_.with_draws[i];
      tier.census = census_of_tier(board_, task_.group, unreachable_, files_.format(), tier.name,
                                   files_.load(tier.name, draws_[i]));
      const std::size_t now = ++done;
      if (run_.progress) run_.progress(now, all);
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
  const DrawFiles files_;
  const Unreachable<1> unreachable_;
  BoardCensus census_;
  std::vector<std::uint64_t> draws_;  ///< For each tier of census_.with_draws, its number of draws.
};

}  // namespace

void StonesCensus::add(const StonesCensus& that, std::uint64_t times) {
  for (const auto& [name, count] : kStonesCounts) this->*count += times * that.*count;
}

TierCensus census_of_tier(const WideBoard<1>& board, const std::vector<Symmetry>& group,
                          const Unreachable<1>& unreachable, const DrawFormat& format,
                          const TierName& tier, const DrawCodes& codes) {
  const SolvedGraph<1> draws = draw_graph(board, format, tier, codes);
  const Classes classes(draws);
  const auto swap = std::ranges::find_if(group, &Symmetry::swaps_colours);
  TierCensus census;
  for (StateId state = 0; state < draws.graph.state_count(); ++state) {
    const WidePosition<1> position = draws.graph.position(state);
    const int stones = stones_of(position);
    const bool is_on_cycle = classes.class_of[state] != kNoClass;
    count(position, is_on_cycle, unreachable, census.by_stones[stones]);
    if (swap != group.end()) {
      count((*swap)(position), is_on_cycle, unreachable, census.by_stones_swapped[stones]);
    }
    (is_on_cycle ? census.on_cycles : census.off_cycles).emplace(stones, position);
  }

  CycleSearch search(draws.graph.state_count());
  for (const RecurrentClass& states : classes.all) {
    census.classes.push_back(census_of_class(draws.graph, classes, states, search));
  }

  std::vector<std::vector<StateId>> images;
  std::vector<std::vector<StateId>> class_images;
  for (const Symmetry& symmetry : symmetries_within(group, format, tier)) {
    const std::vector<StateId>& map = images.emplace_back(images_of(symmetry, format, tier, codes));
    std::vector<StateId>& class_map = class_images.emplace_back();
    for (const RecurrentClass& states : classes.all) {
      class_map.push_back(classes.class_of[map[states.front()]]);
    }
  }
  census.draws_up_to_symmetry = count_up_to(codes.size(), images);
  census.classes_up_to_symmetry = count_up_to(classes.all.size(), class_images);
  return census;
}

std::vector<SamplePosition> sample_of(const BoardCensus& census) {
  // The first key is the number of classes with this cycle length, so that rare lengths come first.
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
    const GraphSolution<1> solution = solve_graph<1>(board, std::span(&here.position, 1), quiet);
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

StonesCensus BoardCensus::total() const {
  StonesCensus total;
  for (const auto& [stones, census] : by_stones) total.add(census);
  return total;
}

BoardCensus census_of_board(const CensusRun& run) { return FolderCensus(run).count(); }

}  // namespace onyx
