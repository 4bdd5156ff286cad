// Replaces oneTBB in programs of one thread: plain loops.
#pragma once

#include "tbb/blocked_range.h"

namespace tbb {

template <class Value, class Body>
void parallel_for(const blocked_range<Value>& range, const Body& body) {
  if (!range.empty()) body(range);
}

template <class Index, class Body>
void parallel_for(Index first, Index last, const Body& body) {
  for (Index i = first; i < last; ++i) body(i);
}

}  // namespace tbb
