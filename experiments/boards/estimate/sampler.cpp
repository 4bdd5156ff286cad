#include "experiments/boards/estimate/sampler.h"

#include <algorithm>

#include "core/legality.h"

namespace onyx {
namespace {

/// Of known starts, one in so many draws is looked at, on the average.
constexpr double kDrawsOfKnown = 5000;

/// Calls visit(start, positions) for the draws of which it is not seen at once that they are no
/// class, with the positions that their cycle leads through, as long as it returns true; whether it
/// always did, and nothing stopped it.
template <int W, class Visit>
bool for_each_open_draw(const Proposal<W>& proposal, const Basin<W>& basin, std::uint64_t draws,
                        Random& random, const Stop& stop, Visit&& visit) {
  std::array<Position<W>, kShortCycle> positions;
  for (std::uint64_t i = 0; i < draws; ++i) {
    const CycleStart<W> start = proposal.draw(random);
    if (!is_legal(proposal.board(), start.position) ||
        !proposal.cycles()[start.cycle].runs_from(proposal.board(), start.position, positions)) {
      continue;
    }
    const auto is_decided = [&](const Position<W>& position) {
      return basin.is_decided_at_once(position);
    };
    if (std::any_of(positions.begin(), positions.end(), is_decided)) continue;
    if (stop.met() || !visit(start, positions)) return false;
  }
  return true;
}

}  // namespace

template <int W>
Sample draw_sample(const Proposal<W>& proposal, Basin<W>& basin, std::uint64_t draws, Random random,
                   const Stop& stop) {
  // What is likelier than once in so many draws is looked at only so seldom, and counts for more.
  const auto known = static_cast<double>(std::max<std::size_t>(proposal.known(), 1));
  const double most = kDrawsOfKnown * known;
  Sample sample;
  const bool is_whole = for_each_open_draw(
      proposal, basin, draws, random, stop,
      [&](const CycleStart<W>& start, const std::array<Position<W>, kShortCycle>& positions) {
        const double weight = 1 / proposal.probability(start);
        const double chance = fraction(random);
        if (weight < most && chance >= weight / most) return true;
        const BasinGuess guess = basin.share_of(positions, random, stop);
        sample.explored += guess.explored;
        sample.given_up += guess.left_undecided;
        sample.hits += guess.is_class ? 1 : 0;
        sample.repeating += std::max(weight, most) * guess.draws / static_cast<double>(draws);
        sample.undecided += std::max(weight, most) * guess.given_up / static_cast<double>(draws);
        return !guess.is_cut_short;
      });
  sample.is_cut_short = !is_whole;
  return sample;
}

template <int W>
StartsFound<W> find_starts(const Proposal<W>& proposal, Basin<W>& basin, std::uint64_t draws,
                           Random random, const Stop& stop) {
  StartsFound<W> found;
  found.is_cut_short = !for_each_open_draw(
      proposal, basin, draws, random, stop,
      [&](const CycleStart<W>& start, const std::array<Position<W>, kShortCycle>& positions) {
        if (proposal.knows(start)) return true;
        BasinGuess guess;
        if (!basin.class_of(positions, stop, guess).empty()) found.starts.push_back(start);
        return !guess.is_cut_short;
      });
  return found;
}

#define ONYX_INSTANTIATE(W)                                                                    \
  template Sample draw_sample<W>(const Proposal<W>&, Basin<W>&, std::uint64_t, Random,         \
                                 const Stop&);                                                 \
  template StartsFound<W> find_starts<W>(const Proposal<W>&, Basin<W>&, std::uint64_t, Random, \
                                         const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
