// Replaces oneTBB in programs of one thread: holds a single object.
#pragma once

namespace tbb {

template <class Value>
class enumerable_thread_specific {
 public:
  enumerable_thread_specific() = default;
  template <class Make>
  explicit enumerable_thread_specific(const Make& make) : value_(make()) {}

  Value& local() { return value_; }
  Value* begin() { return &value_; }
  Value* end() { return &value_ + 1; }

 private:
  Value value_;
};

}  // namespace tbb
