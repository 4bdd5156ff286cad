#include "experiments/boards/estimate/proposal.h"

#include <algorithm>
#include <cmath>

namespace onyx {
namespace {

constexpr std::array kChanged = {0.05, 0.15, 0.35, 0.6};
constexpr double kAnyCycle = 0.1;  ///< How often a cycle is taken without regard to what is known.
constexpr std::array kEven = {0.1, 0.3, 0.6};  ///< Of each place's content.
constexpr double kAnywhere = 4;                ///< What all starts count beside those of the cycle.

/// 0: V's, 1: H's, 2: empty.
template <int W>
std::size_t content_of(const Position<W>& position, Place place) {
  return position.stones[0].has(place) ? 0 : position.stones[1].has(place) ? 1 : 2;
}

template <int W>
void set_content(Position<W>& position, Place place, std::size_t content) {
  for (PlaceSet<W>& stones : position.stones) stones.remove(place);
  if (content < 2) position.stones[content].add(place);
}

/// Calls visit(place) for the places that the cycle leaves open.
template <int W, class Visit>
void for_each_open(const Board<W>& board, const ShortCycle<W>& cycle, Visit&& visit) {
  ((board.points() | board.midpoints()) - cycle.fixed).for_each(visit);
}

}  // namespace

template <int W>
Proposal<W>::Proposal(const Board<W>& board, const std::vector<ShortCycle<W>>& cycles,
                      const std::vector<CycleStart<W>>& known)
    : board_(board), cycles_(cycles), known_(known), of_cycle_(cycles.size()) {
  std::sort(known_.begin(), known_.end());
  known_.erase(std::unique(known_.begin(), known_.end()), known_.end());
  begin_.assign(cycles.size() + 1, 0);
  for (const CycleStart<W>& one : known_) ++begin_[one.cycle + 1];
  for (std::size_t i = 0; i < cycles.size(); ++i) begin_[i + 1] += begin_[i];

  const auto places = static_cast<std::size_t>(board.place_count());
  anywhere_.assign(places, {1, 1, 1});
  std::vector<double> counts(places, 3);
  for (const CycleStart<W>& one : known_) {
    for_each_open(board, cycles[one.cycle], [&](Place place) {
      ++anywhere_[place][content_of(one.position, place)];
      ++counts[place];
    });
  }
  for (std::size_t place = 0; place < places; ++place) {
    for (double& value : anywhere_[place]) value /= counts[place];
  }
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    const std::size_t count = begin_[i + 1] - begin_[i];
    if (count == 0) continue;
    known_cycles_.push_back(i);
    of_cycle_[i].assign(places, {0, 0, 0});
    for_each_open(board, cycles[i], [&](Place place) {
      std::array<double, 3>& contents = of_cycle_[i][place];
      for (std::size_t k = begin_[i]; k < begin_[i + 1]; ++k) {
        ++contents[content_of(known_[k].position, place)];
      }
      for (std::size_t c = 0; c < 3; ++c) {
        contents[c] = (contents[c] + kAnywhere * anywhere_[place][c]) /
                      (static_cast<double>(count) + kAnywhere);
      }
    });
  }
}

template <int W>
Proposal<W> Proposal<W>::with(const std::vector<CycleStart<W>>& more) const {
  std::vector<CycleStart<W>> all = known_;
  all.insert(all.end(), more.begin(), more.end());
  return Proposal(board_, cycles_, all);
}

template <int W>
bool Proposal<W>::knows(const CycleStart<W>& start) const {
  return std::binary_search(known_.begin(), known_.end(), start);
}

template <int W>
CycleStart<W> Proposal<W>::draw(Random& random) const {
  if (!known_.empty() && below(random, 2) == 0) {
    const std::size_t cycle = known_cycle(random);
    const std::size_t count = begin_[cycle + 1] - begin_[cycle];
    const CycleStart<W>& near = known_[begin_[cycle] + below(random, count)];
    return {cycle, change_some(cycles_[cycle], near.position, random)};
  }
  const bool is_any = known_.empty() || fraction(random) < kAnyCycle;
  const std::size_t cycle = is_any ? below(random, cycles_.size()) : known_cycle(random);
  return {cycle, by_places(cycle, random)};
}

template <int W>
std::size_t Proposal<W>::known_cycle(Random& random) const {
  if (below(random, 2) == 0) return known_[below(random, known_.size())].cycle;
  return known_cycles_[below(random, known_cycles_.size())];
}

template <int W>
Position<W> Proposal<W>::change_some(const ShortCycle<W>& cycle, Position<W> position,
                                     Random& random) const {
  const double changed = kChanged[below(random, kChanged.size())];
  for_each_open(board_, cycle, [&](Place place) {
    if (fraction(random) >= changed) return;
    set_content(position, place, (content_of(position, place) + 1 + below(random, 2)) % 3);
  });
  return position;
}

template <int W>
Position<W> Proposal<W>::by_places(std::size_t cycle, Random& random) const {
  Position<W> position = cycles_[cycle].stones;
  const Contents& contents = of_cycle_[cycle].empty() ? anywhere_ : of_cycle_[cycle];
  const double even = kEven[below(random, kEven.size())];
  for_each_open(board_, cycles_[cycle], [&](Place place) {
    if (fraction(random) < even) return set_content(position, place, below(random, 3));
    const double value = fraction(random);
    const std::array<double, 3>& here = contents[place];
    set_content(position, place, value < here[0] ? 0 : value < here[0] + here[1] ? 1 : 2);
  });
  return position;
}

template <int W>
double Proposal<W>::probability(const CycleStart<W>& start) const {
  const ShortCycle<W>& cycle = cycles_[start.cycle];
  const auto all = static_cast<double>(cycles_.size());
  const auto known = static_cast<double>(known_.size());
  const std::size_t first = begin_[start.cycle];
  const std::size_t last = begin_[start.cycle + 1];
  const auto own = static_cast<double>(last - first);
  const double taken =
      own == 0 ? 0 : 0.5 * own / known + 0.5 / static_cast<double>(known_cycles_.size());
  std::array<double, kEven.size()> products;
  products.fill(1);
  const Contents& contents = of_cycle_[start.cycle].empty() ? anywhere_ : of_cycle_[start.cycle];
  for_each_open(board_, cycle, [&](Place place) {
    const double seen = contents[place][content_of(start.position, place)];
    for (std::size_t i = 0; i < kEven.size(); ++i) {
      products[i] *= (1 - kEven[i]) * seen + kEven[i] / 3;
    }
  });
  double places = 0;
  for (const double product : products) places += product / static_cast<double>(kEven.size());
  if (known_.empty()) return places / all;
  places *= kAnyCycle / all + (1 - kAnyCycle) * taken;
  if (own == 0) return 0.5 * places;
  const int open = board_.place_count() - cycle.fixed.count();
  // By the number of places that differ.
  std::vector<double> changes(static_cast<std::size_t>(open) + 1, 0);
  for (int d = 0; d <= open; ++d) {
    for (const double changed : kChanged) {
      changes[static_cast<std::size_t>(d)] +=
          std::pow(1 - changed, open - d) * std::pow(changed / 2, d);
    }
  }
  double near = 0;
  for (std::size_t i = first; i < last; ++i) {
    const Position<W>& other = known_[i].position;
    PlaceSet<W> differs;
    for (std::size_t k = 0; k < 2; ++k) {
      differs |= start.position.stones[k] ^ other.stones[k];
    }
    near += changes[static_cast<std::size_t>(differs.count())];
  }
  near *= taken / own / static_cast<double>(kChanged.size());
  return 0.5 * places + 0.5 * near;
}

#define ONYX_INSTANTIATE(W) template class Proposal<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
