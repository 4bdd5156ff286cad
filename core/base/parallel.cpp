#include "core/base/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <atomic>

namespace onyx {

std::size_t threads_allowed() {
  return tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
}

void split_into_ranges(std::size_t count, std::size_t grain,
                       void (*call)(const void* body, std::size_t begin, std::size_t end),
                       const void* body) {
  // The atomics repeat TBB's own synchronisation at fork and join, at almost no cost. Without
  // them, ThreadSanitizer, which cannot see into the TBB library, would report races.
  std::atomic<int> started{0};
  std::atomic<int> finished{0};
  started.store(1, std::memory_order_release);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                    [&](const tbb::blocked_range<std::size_t>& range) {
                      static_cast<void>(started.load(std::memory_order_acquire));
                      call(body, range.begin(), range.end());
                      finished.fetch_add(1, std::memory_order_release);
                    });
  static_cast<void>(finished.load(std::memory_order_acquire));
}

}  // namespace onyx
