// When a long run writes down what it would otherwise lose.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>

#include "core/base/stop.h"

namespace onyx {

/// Every so often; where saving itself takes long, less often, so that a tenth of the time goes
/// there at most.
class SaveSchedule {
 public:
  using Clock = Stop::Clock;

  /// Never.
  SaveSchedule() = default;
  SaveSchedule(Clock::duration between, std::function<void()> save)
      : between_(between), next_(Clock::now() + between), save_(std::move(save)) {}

  bool is_due(Clock::time_point now) const { return save_ && now >= next_; }
  void save() {
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
