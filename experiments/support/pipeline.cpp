#include "experiments/support/pipeline.h"

#include <tbb/parallel_pipeline.h>

namespace onyx {

// Items leave in the order in which they enter, so slots can be reused in turn. oneTBB gets only
// slot numbers, because version 2021.8 may lose items in progress after an exception.
void run_slots(std::size_t slots, const std::function<bool(std::size_t)>& take,
               const std::function<void(std::size_t)>& work,
               const std::function<void(std::size_t)>& give) {
  std::size_t taken = 0;
  const auto next = [&](tbb::flow_control& control) {
    const std::size_t slot = taken++ % slots;
    if (!take(slot)) control.stop();
    return slot;
  };
  const auto work_on = [&](std::size_t slot) {
    work(slot);
    return slot;
  };
  using tbb::filter_mode;
  tbb::parallel_pipeline(
      slots, tbb::make_filter<void, std::size_t>(filter_mode::serial_in_order, next) &
                 tbb::make_filter<std::size_t, std::size_t>(filter_mode::parallel, work_on) &
                 tbb::make_filter<std::size_t, void>(filter_mode::serial_in_order, give));
}

}  // namespace onyx
