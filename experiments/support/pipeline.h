// A oneTBB pipeline: serial, ordered input and output, with parallel work in between.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/parallel.h"

namespace onyx {

/// The untyped part of run_pipeline(). take(slot) returns false if no item is left.
void run_slots(std::size_t slots, const std::function<bool(std::size_t)>& take,
               const std::function<void(std::size_t)>& work,
               const std::function<void(std::size_t)>& give);

/// Calls `give(work(item))` for each item until `next` returns nothing. Only `work` runs in
/// parallel. Holds at most `each` items per thread. After an exception, starts no new call, waits
/// for the running calls, and rethrows the exception.
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
