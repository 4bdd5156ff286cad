// The one door to oneTBB's loops: a parallel for, or the same loop on the calling thread; and how
// many threads there are for it. oneTBB's headers, which are large, are in parallel.cpp only.
// (parallel_each.h: a loop over work that leads to more.)
#pragma once

#include <cstddef>

#include "core/base/assert.h"

namespace onyx {

/// Whether an engine spreads its work over TBB's threads. Many small problems are better solved
/// one a thread; one large problem with all threads. Results never depend on it.
enum class Threads { one, all };

/// How many threads oneTBB may use.
std::size_t threads_allowed();

/// What parallel_for() does with several threads: call(body, begin, end) for each range.
void split_into_ranges(std::size_t count, std::size_t grain,
                       void (*call)(const void* body, std::size_t begin, std::size_t end),
                       const void* body);

/// Calls body(begin, end) for disjoint ranges that cover [0, count), each of about `grain` indices
/// or more, and returns when all have returned. `grain` is at least 1.
template <class Body>
void parallel_for(Threads threads, std::size_t count, std::size_t grain, const Body& body) {
  ONYX_ASSERT(grain >= 1);
  if (threads == Threads::one || count <= grain) {
    if (count > 0) body(std::size_t{0}, count);
    return;
  }
  split_into_ranges(
      count, grain,
      [](const void* erased, std::size_t begin, std::size_t end) {
        (*static_cast<const Body*>(erased))(begin, end);
      },
      &body);
}

}  // namespace onyx
