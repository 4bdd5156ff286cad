#include "experiments/boards/census/census_sample.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

#include "core/notation.h"
#include "experiments/support/version.h"
#include "solver/certificate/from_graph.h"
#include "solver/engine/graph/solve_graph.h"
#include "solver/referee/referee.h"
#include "solver/repetition/recurrence.h"

namespace onyx {
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

/// The cycle of a state, if it is on one: the certificate should go round it.
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
  // The rarity of the kind's cycles comes first; then the kind.
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

}  // namespace onyx
