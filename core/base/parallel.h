// A parallel loop and the number of threads, without oneTBB's large headers. parallel_each.h has a
// loop over work that creates more work.
#pragma once

#include <cstddef>

#include "core/base/assert.h"

namespace onyx {

/// Whether an engine uses all of TBB's threads. Use one thread for each of many small problems, and
/// all threads for a large problem. Results never depend on this choice.
enum class Threads { one, all };

std::size_t threads_allowed();

void split_into_ranges(std::size_t count, std::size_t grain,
                       void (*call)(const void* body, std::size_t begin, std::size_t end),
                       const void* body);

/// Calls body(begin, end) for disjoint ranges that cover [0, count): one range for Threads::one or
/// if `count` <= `grain`, otherwise ranges of at least `grain` / 2 indices.
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

/// Calls body(index) for each index below `count`, in the ranges of parallel_for().
template <class Body>
void parallel_for_each_index(Threads threads, std::size_t count, std::size_t grain,
                             const Body& body) {
  parallel_for(threads, count, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}
template <class Body>
void parallel_for_each_index(Threads threads, std::size_t count, const Body& body) {
  parallel_for_each_index(threads, count, 1, body);
}

}  // namespace onyx
