// Decides when a long run saves its work.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>

#include "core/base/assert.h"
#include "core/base/stop.h"

namespace onyx {

/// Schedules saves at regular intervals, but less often if saving would take over 10% of the time.
class SaveSchedule {
 public:
  using Clock = Stop::Clock;
  SaveSchedule() = default;
  SaveSchedule(Clock::duration between, std::function<void()> save)
      : between_(between), next_(Clock::now() + between), save_(std::move(save)) {}

  bool is_due(Clock::time_point now) const { return save_ && now >= next_; }
  void save() {
    ONYX_ASSERT(save_ != nullptr);
    const auto start = Clock::now();
    save_();
    const auto end = Clock::now();
    next_ = end + std::max(between_, kWorkPerSave * (end - start));
  }

 private:
  static constexpr int kWorkPerSave = 9;
  Clock::duration between_{};
  Clock::time_point next_;
  std::function<void()> save_;
};

}  // namespace onyx
