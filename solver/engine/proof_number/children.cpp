#include "solver/engine/proof_number/children.h"

#include <algorithm>

#include "core/base/assert.h"

namespace onyx::proof_number {

template <int W>
Sums sum_up(std::span<const Child<W>> children, bool is_or) {
  ONYX_ASSERT(!children.empty());
  std::uint64_t total = 0;
  Number least = kInfinite;
  std::uint64_t least_seeming = UINT64_MAX;
  std::uint64_t rival = kInfinite;
  Sums sums;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Child<W>& child = children[i];
    const Number mine = least_of(child.numbers, is_or);
    const Number added = summed_in(child.numbers, is_or);
    if (mine == 0) {
      sums.numbers = numbers_of(0, kInfinite, is_or);
      sums.chosen = i;
      return sums;
    }
    if (added == 0) continue;
    total += added;
    least = std::min(least, mine);
    const std::uint64_t seeming = std::uint64_t{mine} * (1U + child.others);
    if (seeming < least_seeming) {
      rival = least_seeming;
      least_seeming = seeming;
      sums.chosen = i;
    } else {
      rival = std::min(rival, seeming);
    }
  }
  if (total == 0) {
    sums.numbers = numbers_of(kInfinite, 0, is_or);
    return sums;
  }
  ONYX_ASSERT(sums.chosen < children.size() && least_seeming < UINT64_MAX);
  const Number sum = capped_sum(total, 0);
  sums.numbers = numbers_of(least, sum, is_or);
  sums.others = sum - std::min(sum, summed_in(children[sums.chosen].numbers, is_or));
  sums.rival = static_cast<Number>(std::min<std::uint64_t>(rival, kInfinite));
  return sums;
}

Numbers thresholds_for(const Numbers& chosen, const Sums& sums, Numbers thresholds, bool is_or,
                       bool has_tolerance) {
  Number least = least_of(thresholds, is_or);
  if (sums.rival < kInfinite) {
    const Number tolerance = has_tolerance ? sums.rival / 4 : 0;
    least = std::min(least, capped_sum(sums.rival, tolerance + 1));
  }
  Number sum = summed_in(thresholds, is_or);
  if (sum < kInfinite) sum -= std::min(sum, sums.others);
  // With several threads the chosen child may not have the least number. It must be searched even
  // so, hence thresholds above its own numbers.
  return numbers_of(std::max(least, least_of(chosen, is_or) + 1),
                    std::max(sum, summed_in(chosen, is_or) + 1), is_or);
}

template <int W>
Knowledge knowledge_from(std::span<const Child<W>> children, const Sums& sums, bool is_or,
                         std::uint16_t left_out_plies) {
  ONYX_ASSERT(sums.chosen < children.size());
  Knowledge knowledge;
  knowledge.numbers = sums.numbers;
  knowledge.move = children[sums.chosen].move;
  if (!sums.numbers.is_solved()) return knowledge;
  // The winner hurries, the loser delays. A repetition has no plies: the winner avoids it, the
  // loser seeks it.
  const bool mover_wins = is_or == sums.numbers.is_proved();
  const auto badness = [&](const Child<W>& child) {
    const int plies = child.plies == 0 ? 1 << 16 : child.plies;
    return mover_wins ? plies : -plies;
  };
  const Child<W>* shown = &children[sums.chosen];
  for (const Child<W>& child : children) {
    const bool agrees =
        sums.numbers.is_proved() ? child.numbers.is_proved() : child.numbers.is_disproved();
    if (agrees && badness(child) < badness(*shown)) shown = &child;
  }
  knowledge.plies = shown->plies == 0 ? std::uint16_t{0} : one_ply_more(shown->plies);
  if (!mover_wins && knowledge.plies > 0) {
    knowledge.plies = std::max(knowledge.plies, left_out_plies);
  }
  knowledge.move = shown->move;
  return knowledge;
}

#define ONYX_INSTANTIATE(W)                                                             \
  template Sums sum_up(std::span<const Child<W>>, bool is_or);                          \
  template Knowledge knowledge_from(std::span<const Child<W>>, const Sums&, bool is_or, \
                                    std::uint16_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
