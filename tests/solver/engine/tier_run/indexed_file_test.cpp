// A damaged index must not make a reader read much more than a block can take.
#include "solver/engine/tier_run/indexed_file.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace onyx::tier {
namespace {

TEST(IndexedFile, ReadsNoMoreThanABlockCanTake) {
  std::size_t most_read = 0;
  const SourceFile zeros{UINT64_C(1) << 40, [&](std::uint64_t, std::size_t count, char* to) {
                           most_read = std::max(most_read, count);
                           std::fill_n(to, count, '\0');
                         }};
  std::string content(40, '\0');
  EXPECT_FALSE(unpack(zeros, {0, 4096, 100'000'000, 0}, content));
  EXPECT_LE(most_read, 1000U);
}

}  // namespace
}  // namespace onyx::tier
