#include "core/base/assert.h"

#include <gtest/gtest.h>

#include <utility>

namespace onyx {
namespace {

#ifdef ONYX_ASSERTS

TEST(Assert, NamesTheConditionAndItsPlace) {
  EXPECT_DEATH(ONYX_ASSERT(1 + 1 == 3), "assert_test.cpp:[0-9]+: assertion failed: 1 \\+ 1 == 3");
}

#endif

TEST(Assert, EvaluatesOnceOrNotAtAll) {
  int count = 0;
  ONYX_ASSERT(++count == 1);
  ONYX_ASSERT(std::pair<int, int>{1, 2}.first == 1);
#ifdef ONYX_ASSERTS
  EXPECT_EQ(count, 1);
#else
  EXPECT_EQ(count, 0);
#endif
}

}  // namespace
}  // namespace onyx
