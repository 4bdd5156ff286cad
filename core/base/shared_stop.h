// A Stop for several threads. All threads count steps; at intervals, one thread checks the limits.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "core/base/assert.h"
#include "core/base/stop.h"

namespace onyx {

class SharedStop {
 public:
  /// Checks the limits once every `between_looks` steps. `stop` must outlive this.
  SharedStop(const Stop& stop, std::uint64_t between_looks)
      : stop_(stop), between_looks_(between_looks) {
    ONYX_ASSERT(between_looks > 0);
  }

  /// Counts a step. When a check is due, and no other thread is checking, calls how_far() to get a
  /// Reached, reports progress, and checks all limits except the work limit.
  template <class HowFar>
  void step(const HowFar& how_far) {
    if (steps_.fetch_add(1, std::memory_order_relaxed) % between_looks_ != 0) return;
    const std::unique_lock lock(looking_, std::try_to_lock);
    if (!lock) return;
    const Reached reached = how_far();
    if (stop_.progress) stop_.progress(reached);
    if (reached.bytes > stop_.bytes) end(End::memory_limit);
    if (const auto why = stop_.met()) end(*why);
  }
  std::uint64_t steps() const { return steps_.load(std::memory_order_relaxed); }

  void end(End why) {
    ONYX_ASSERT(why != End::complete);
    end_.store(why, std::memory_order_relaxed);
  }
  End why() const { return end_.load(std::memory_order_relaxed); }
  bool is_over() const { return why() != End::complete; }

 private:
  const Stop& stop_;
  const std::uint64_t between_looks_;
  std::mutex looking_;
  std::atomic<std::uint64_t> steps_{0};
  std::atomic<End> end_{End::complete};
};

}  // namespace onyx
