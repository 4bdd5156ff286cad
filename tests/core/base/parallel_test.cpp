// Parallel work in which an item can add more items.
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "core/base/parallel_each.h"

namespace onyx {
namespace {

/// Each item is a number that adds its two children in a binary heap.
TEST(ParallelForEach, VisitsAllThatIsAdded) {
  constexpr int kLast = 5000;
  for (const int threads : {1, 3}) {
    std::vector<std::atomic<int>> visits(kLast + 1);
    parallel_for_each(threads, std::vector<int>{1}, [&](int number, const auto& add) {
      ++visits[static_cast<std::size_t>(number)];
      for (const int child : {2 * number, 2 * number + 1}) {
        if (child <= kLast) add(child);
      }
      return true;
    });
    for (std::size_t i = 1; i <= kLast; ++i) ASSERT_EQ(visits[i], 1) << i;
  }
}

TEST(ParallelForEach, OneThreadGoesDepthFirst) {
  std::vector<int> order;
  parallel_for_each(1, std::vector<int>{1}, [&](int number, const auto& add) {
    order.push_back(number);
    if (number < 4) {
      add(2 * number);
      add(2 * number + 1);
    }
    return true;
  });
  EXPECT_EQ(order, (std::vector<int>{1, 3, 7, 6, 2, 5, 4}));
}

/// Every item returns false, so each thread must start at most one of the many items.
TEST(ParallelForEach, StartsNoItemAfterTheEnd) {
  for (const int threads : {1, 3}) {
    std::atomic<int> begun{0};
    parallel_for_each(threads, std::vector<int>(100'000, 1), [&](int, const auto&) {
      ++begun;
      return false;
    });
    EXPECT_GE(begun, 1);
    EXPECT_LE(begun, threads);
    parallel_for_each(threads, std::vector<int>(), [&](int, const auto&) { return ++begun > 0; });
    EXPECT_LE(begun, threads);
  }
}

/// The loop must stop when an item returns false or throws; otherwise this test would never end.
TEST(ParallelForEach, StopsWhenToldTo) {
  for (const int threads : {1, 3}) {
    std::atomic<int> count{0};
    parallel_for_each(threads, std::vector<int>{1}, [&](int number, const auto& add) {
      add(number);
      return ++count < 1000;
    });
    EXPECT_GE(count, 1000);
    count = 0;
    EXPECT_THROW(parallel_for_each(threads, std::vector<int>{1},
                                   [&](int number, const auto& add) {
                                     add(number);
                                     add(number);
                                     if (++count == 1000) throw std::runtime_error("enough");
                                     return true;
                                   }),
                 std::runtime_error);
  }
}

}  // namespace
}  // namespace onyx
