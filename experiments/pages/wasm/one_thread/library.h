// Adds missing parts of libc++ 14 for single-threaded programs. Must be included first.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <compare>
#include <functional>
#include <iterator>

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

// The std::ranges algorithms that the project uses in the browser.
namespace std::ranges {

template <class Range, class Test>
bool all_of(const Range& range, Test test) {
  return std::all_of(std::begin(range), std::end(range), test);
}
template <class Range, class Test>
auto count_if(const Range& range, Test test) {
  return std::count_if(std::begin(range), std::end(range), test);
}
template <class Range, class Test>
auto find_if_not(const Range& range, Test test) {
  return std::find_if_not(std::begin(range), std::end(range), test);
}

/// Compares elements by their keys.
template <class Key>
auto by_key(const Key& key) {
  return [&](const auto& a, const auto& b) { return std::invoke(key, a) < std::invoke(key, b); };
}
template <class Range, class Key>
void stable_sort(Range&& range, std::less<>, Key key) {
  std::stable_sort(std::begin(range), std::end(range), by_key(key));
}
template <class Range, class Less>
auto min_element(const Range& range, Less less) {
  return std::min_element(std::begin(range), std::end(range), less);
}
template <class Range, class Key>
auto min_element(Range&& range, std::less<>, Key key) {
  return std::min_element(std::begin(range), std::end(range), by_key(key));
}

}  // namespace std::ranges
