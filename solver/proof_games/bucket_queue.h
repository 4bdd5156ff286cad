// A priority queue for small integer priorities, lowest first.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/assert.h"

namespace onyx {

template <class Item>
class BucketQueue {
 public:
  void push(const Item& item, int priority) {
    ONYX_ASSERT(priority >= 0);
    const auto bucket = static_cast<std::size_t>(priority);
    if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
    buckets_[bucket].push_back(item);
    least_ = std::min(least_, bucket);
    ++size_;
  }
  /// Removes and returns item pick(n) of the n items of lowest priority; nothing if empty.
  template <class Pick>
  std::optional<Item> pop(const Pick& pick) {
    for (; least_ < buckets_.size(); ++least_) {
      std::vector<Item>& items = buckets_[least_];
      if (items.empty()) continue;
      std::swap(items[pick(items.size())], items.back());
      const Item item = items.back();
      items.pop_back();
      --size_;
      return item;
    }
    return std::nullopt;
  }
  std::size_t size() const { return size_; }
  int least() const { return static_cast<int>(least_); }

 private:
  std::vector<std::vector<Item>> buckets_;
  std::size_t least_ = 0;
  std::size_t size_ = 0;
};

}  // namespace onyx
