// Blocks of binary files: a false size in a block's head must not make a reader read too much.
#include "core/base/packed_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace onyx {
namespace {

/// A file of `bytes` bytes: `head`, then zeros. Records the size of the largest single read.
struct LargeFile {
  SourceFile source() {
    return {bytes, [this](std::uint64_t offset, std::size_t count, char* to) {
              most_read = std::max(most_read, count);
              std::fill_n(to, count, '\0');
              if (offset < head.size()) head.copy(to, count, offset);
            }};
  }

  std::string head;
  std::uint64_t bytes;
  std::size_t most_read = 0;
};

BlockEntries read_entries(const SourceFile& file, std::size_t most) {
  return read_block(
      file, 0, most, [](std::size_t entries) { return 4 * entries; }, 0);
}

TEST(PackedBytes, BlocksRoundTrip) {
  const std::string entries = "twelve bytes";
  const std::string block = block_of(entries, 3);
  LargeFile file{block, block.size()};
  const BlockEntries read = read_entries(file.source(), 3);
  EXPECT_EQ(read.bytes, entries);
  EXPECT_EQ(read.end, block.size());
  EXPECT_THROW(read_entries(file.source(), 2), Damage) << "more entries than there may be";
}

TEST(PackedBytes, ReadsNoMoreThanABlockCanTake) {
  std::string head(kBlockHeadBytes, '\0');
  put_number(head, 0, UINT32_C(100'000'000));
  put_number(head, 4, UINT32_C(10));
  LargeFile file{head, UINT64_C(1) << 40};
  EXPECT_THROW(read_entries(file.source(), 10), Damage);
  EXPECT_LE(file.most_read, 1000U);
  put_number(head, 4, UINT32_MAX);
  LargeFile more{head, UINT64_C(1) << 40};
  EXPECT_THROW(read_entries(more.source(), 10), Damage);
  EXPECT_LE(more.most_read, 1000U);
}

}  // namespace
}  // namespace onyx
