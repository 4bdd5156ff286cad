// Replaces oneTBB in programs of one thread: a range is never split.
#pragma once

#include <cstddef>

namespace tbb {

template <class Value>
class blocked_range {
 public:
  blocked_range(Value begin, Value end, std::size_t = 1) : begin_(begin), end_(end) {}
  Value begin() const { return begin_; }
  Value end() const { return end_; }
  bool empty() const { return !(begin_ < end_); }

 private:
  Value begin_;
  Value end_;
};

}  // namespace tbb
