// Adds missing parts of libc++ 14 for single-threaded programs. Must be included first.
#pragma once

#include <array>
#include <atomic>
#include <compare>

namespace std {

/// Needed for defaulted comparisons of classes that contain an array.
template <class Value, size_t N>
constexpr auto operator<=>(const array<Value, N>& a, const array<Value, N>& b)
    -> decltype(a[0] <=> b[0]) {
  for (size_t i = 0; i < N; ++i) {
    if (const auto order = a[i] <=> b[i]; order != 0) return order;
  }
  return decltype(a[0] <=> b[0])::equivalent;
}

template <class Value>
class atomic_ref {
 public:
  explicit atomic_ref(Value& value) : value_(value) {}

  Value load(memory_order = memory_order_seq_cst) const { return value_; }
  void store(Value value, memory_order = memory_order_seq_cst) const { value_ = value; }
  Value exchange(Value value, memory_order = memory_order_seq_cst) const {
    const Value before = value_;
    value_ = value;
    return before;
  }
  template <class Difference>
  Value fetch_add(Difference by, memory_order = memory_order_seq_cst) const {
    const Value before = value_;
    value_ = static_cast<Value>(value_ + static_cast<Value>(by));
    return before;
  }
  template <class Difference>
  Value fetch_sub(Difference by, memory_order = memory_order_seq_cst) const {
    const Value before = value_;
    value_ = static_cast<Value>(value_ - static_cast<Value>(by));
    return before;
  }
  bool compare_exchange_strong(Value& expected, Value desired,
                               memory_order = memory_order_seq_cst) const {
    if (value_ == expected) {
      value_ = desired;
      return true;
    }
    expected = value_;
    return false;
  }

 private:
  Value& value_;
};

}  // namespace std
