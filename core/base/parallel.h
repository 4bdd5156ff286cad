// The one door to oneTBB's loops: a parallel for, or the same loop on the calling thread; and how
// many threads it has for them.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <atomic>
#include <cstddef>

namespace onyx {

/// Whether an engine spreads its work over TBB's threads. Many small problems are better solved
/// one a thread; one large problem with all threads. Results never depend on it.
enum class Threads { one, all };

/// How many threads oneTBB may use.
inline std::size_t threads_allowed() {
  return tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
}

/// Calls body(begin, end) for disjoint ranges that cover [0, count), each of about `grain` indices
/// or more, and returns when all have returned.
template <class Body>
void parallel_for(Threads threads, std::size_t count, std::size_t grain, const Body& body) {
  if (threads == Threads::one || count <= grain) {
    if (count > 0) body(std::size_t{0}, count);
    return;
  }
  // The atomic flags repeat the fork and join that TBB does anyway. They cost nothing, and without
  // them ThreadSanitizer, which cannot see into the TBB library, would report races.
  std::atomic<int> started{0};
  std::atomic<int> finished{0};
  started.store(1, std::memory_order_release);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                    [&](const tbb::blocked_range<std::size_t>& range) {
                      static_cast<void>(started.load(std::memory_order_acquire));
                      body(range.begin(), range.end());
                      finished.fetch_add(1, std::memory_order_release);
                    });
  static_cast<void>(finished.load(std::memory_order_acquire));
}

}  // namespace onyx
