// In place of oneTBB, where there is one thread.
#pragma once

#include <cstddef>

namespace tbb {

struct global_control {
  enum parameter { max_allowed_parallelism };
  static std::size_t active_value(parameter) { return 1; }
};

}  // namespace tbb
