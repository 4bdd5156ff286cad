// The one door to oneTBB's pipelines: items are taken one by one, worked on in parallel, and what
// comes of them is given on one by one, in the order in which they were taken.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/parallel.h"

namespace onyx {

/// What run_pipeline() does with slots, which it calls by their numbers, each turn of a slot after
/// the last one: take() says whether there was one more item for it.
void run_slots(std::size_t slots, const std::function<bool(std::size_t)>& take,
               const std::function<void(std::size_t)>& work,
               const std::function<void(std::size_t)>& give);

/// Calls `give(work(item))` for every item that `next` returns until it returns nothing; of these
/// calls only those of `work` overlap. At most `each` items a thread are under way. After an
/// exception in any of the three nothing more is begun nor given, and it is rethrown when all calls
/// have returned.
template <class Item, class Next, class Work, class Give>
void run_pipeline(std::size_t each, const Next& next, const Work& work, const Give& give) {
  struct Slot {
    std::optional<Item> item;
    std::optional<decltype(work(std::declval<const Item&>()))> result;
  };
  std::vector<Slot> slots(each * threads_allowed());
  run_slots(
      slots.size(),
      [&](std::size_t i) {
        slots[i].item = next();
        return slots[i].item.has_value();
      },
      [&](std::size_t i) { slots[i].result.emplace(work(*slots[i].item)); },
      [&](std::size_t i) { give(*slots[i].result); });
}

}  // namespace onyx
