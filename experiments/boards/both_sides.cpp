#include "experiments/boards/both_sides.h"

#include <fmt/core.h>

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/parallel.h"
#include "core/notation.h"
#include "solver/tier/bits.h"

namespace onyx {
namespace {

constexpr std::size_t kColouringsAtATime = 100'000;

/// The colouring whose ternary digit i is the stone on cell i: 0 for none, 1 for V's, 2 for H's.
Colouring colouring_of(std::uint64_t number, std::size_t cells) {
  Colouring colouring;
  for (std::size_t cell = 0; cell < cells; ++cell, number /= 3) {
    if (number % 3 > 0) colouring.stones[number % 3 - 1] |= CellSet{1} << cell;
  }
  return colouring;
}

/// The colouring of the next number.
void advance(Colouring& colouring) {
  for (CellSet cell = 1;; cell <<= 1) {
    if ((colouring.stones[0] & cell) != 0) {
      colouring.stones[0] ^= cell;
      colouring.stones[1] |= cell;
      return;
    }
    if ((colouring.stones[1] & cell) == 0) {
      colouring.stones[0] |= cell;
      return;
    }
    colouring.stones[1] ^= cell;
  }
}

}  // namespace

BothSidesCounts& BothSidesCounts::operator+=(const BothSidesCounts& that) {
  mover += that.mover;
  v += that.v;
  h += that.h;
  other += that.other;
  drawn += that.drawn;
  if (zugzwang.empty()) zugzwang = that.zugzwang;
  return *this;
}

template <int W>
BothSidesCounts counts_of_both_sides(const Board<W>& board, const SolvedTier<W>& tier) {
  const std::size_t cells = tier.cells.places.size();
  const std::size_t colourings = tier::power_of_3(static_cast<int>(cells));
  BothSidesCounts sum;
  std::size_t zugzwang = colourings;  // the least number of one
  std::mutex mutex;
  const auto count = [&](std::size_t begin, std::size_t end) {
    BothSidesCounts part;
    std::size_t found = colourings;
    Colouring colouring = colouring_of(begin, cells);
    for (std::size_t number = begin; number < end; ++number) {
      if (number > begin) advance(colouring);
      // Where somebody is connected, one of the two is illegal.
      const std::optional<Value> v = tier.solver.value(colouring, Player::V);
      const std::optional<Value> h = v ? tier.solver.value(colouring, Player::H) : std::nullopt;
      if (!v || !h) continue;
      if (*v == Value::draw || *h == Value::draw) {
        ++part.drawn;
      } else if (*v == *h) {
        ++(*v == Value::win ? part.mover : part.other);
        if (*v == Value::loss) found = std::min(found, number);
      } else {
        ++(*v == Value::win ? part.v : part.h);
      }
    }
    const std::scoped_lock lock(mutex);
    sum += part;
    zugzwang = std::min(zugzwang, found);
  };
  parallel_for(Threads::all, colourings, kColouringsAtATime, count);
  const std::uint64_t straight = tier.alike - tier.alike_swapped;
  const std::uint64_t swapped = tier.alike_swapped;
  BothSidesCounts all{tier.alike * sum.mover,
                      straight * sum.v + swapped * sum.h,
                      straight * sum.h + swapped * sum.v,
                      tier.alike * sum.other,
                      tier.alike * sum.drawn,
                      {}};
  if (zugzwang < colourings) {
    const Colouring first = colouring_of(zugzwang, cells);
    all.zugzwang = format_position(board, tier.position(first, Player::V));
  }
  return all;
}

nlohmann::ordered_json as_json_object(const BothSidesCounts& counts) {
  nlohmann::ordered_json json;
  json["mover"] = counts.mover;
  json["V"] = counts.v;
  json["H"] = counts.h;
  json["other"] = counts.other;
  json["drawn"] = counts.drawn;
  if (!counts.zugzwang.empty()) json["zugzwang"] = counts.zugzwang;
  return json;
}

std::string text_of(const BothSidesCounts& counts) {
  return fmt::format(
      "placings of stones, by who wins with either side to move:\n"
      "{:>14}  whoever is to move\n{:>14}  V in both cases\n{:>14}  H in both cases\n"
      "{:>14}  whoever is not to move{}\n{:>14}  nobody in one case or both\n",
      counts.mover, counts.v, counts.h, counts.other,
      counts.zugzwang.empty() ? "" : ", as in " + counts.zugzwang, counts.drawn);
}

#define ONYX_INSTANTIATE(W) \
  template BothSidesCounts counts_of_both_sides(const Board<W>&, const SolvedTier<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
