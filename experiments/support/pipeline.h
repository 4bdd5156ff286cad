// The one door to oneTBB's pipelines: items are taken one by one, worked on in parallel, and what
// comes of them is given on one by one, in the order in which they were taken.
#pragma once

#include <tbb/parallel_pipeline.h>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/parallel.h"

namespace onyx {

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
  // Items end in the order in which they were taken, so the slot of the oldest is free when the
  // last one is in use. oneTBB sees addresses only: after an exception oneTBB 2021.8 loses, now and
  // then, what is under way.
  std::vector<Slot> slots(each * threads_allowed());
  std::size_t taken = 0;
  const auto take = [&](tbb::flow_control& control) {
    Slot& slot = slots[taken++ % slots.size()];
    slot.item = next();
    if (!slot.item) control.stop();
    return &slot;
  };
  const auto work_on = [&](Slot* slot) {
    slot->result.emplace(work(*slot->item));
    return slot;
  };
  using tbb::filter_mode;
  tbb::parallel_pipeline(
      slots.size(), tbb::make_filter<void, Slot*>(filter_mode::serial_in_order, take) &
                        tbb::make_filter<Slot*, Slot*>(filter_mode::parallel, work_on) &
                        tbb::make_filter<Slot*, void>(filter_mode::serial_in_order,
                                                      [&](Slot* slot) { give(*slot->result); }));
}

}  // namespace onyx
