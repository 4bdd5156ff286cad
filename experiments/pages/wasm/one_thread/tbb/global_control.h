// Replaces oneTBB in programs of one thread.
#pragma once

#include <cstddef>

namespace tbb {

struct global_control {
  enum parameter { max_allowed_parallelism };
  static std::size_t active_value(parameter) { return 1; }
};

}  // namespace tbb
