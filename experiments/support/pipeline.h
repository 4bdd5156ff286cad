// The only use of oneTBB's pipelines: items are taken one by one, processed in parallel, and their
// results handed on one by one, in the order of the items.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/parallel.h"

namespace onyx {

/// The part of run_pipeline() that sees only slot numbers. Slots are reused, but never for two
/// items at once; take(slot) returns whether there was another item.
void run_slots(std::size_t slots, const std::function<bool(std::size_t)>& take,
               const std::function<void(std::size_t)>& work,
               const std::function<void(std::size_t)>& give);

/// Calls `give(work(item))` for every item that `next` returns until it returns nothing; only the
/// calls of `work` overlap. At most `each` items per thread are in progress. After an exception in
/// any of the three no new call starts; the exception is rethrown when all running calls have
/// returned.
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
