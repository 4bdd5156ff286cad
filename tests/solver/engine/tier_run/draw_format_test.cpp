// Files of draws: the documented format is written and read, and all damage is detected.
#include "solver/engine/tier_run/draw_format.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>

#include "tests/solver/support.h"

namespace onyx {
namespace {

using test::Rng;

const TierName kTier{{0b001010, 0b010000}};

SourceFile draws_in(const std::string& file) {
  return {file.size(), [&file](std::uint64_t offset, std::size_t count, char* to) {
            ASSERT_LE(offset + count, file.size());
            file.copy(to, count, offset);
          }};
}

std::string file_of(const DrawFormat& format, const TierName& tier, const DrawCodes& codes) {
  std::string file;
  format.write(tier, codes, [&](std::uint64_t offset, std::string_view content) {
    if (file.size() < offset + content.size()) file.resize(offset + content.size());
    file.replace(offset, content.size(), content);
  });
  return file;
}

/// Returns why read() refuses the file, or "". If check_head() refuses it, so must read().
std::string damage_of(const DrawFormat& format, const TierName& tier, std::uint64_t draws,
                      const std::string& file) {
  std::string in_head;
  try {
    format.check_head(tier, draws, draws_in(file));
  } catch (const Damage& damage) {
    in_head = damage.what();
  }
  try {
    static_cast<void>(format.read(tier, draws, draws_in(file)));
  } catch (const Damage& damage) {
    EXPECT_TRUE(in_head.empty() || in_head == damage.what());
    return damage.what();
  }
  EXPECT_EQ(in_head, "");
  return "";
}

/// Returns adjacent and distant codes, with either side to move.
DrawCodes random_codes(std::size_t count, Rng& rng) {
  DrawCodes codes;
  while (codes.size() < count) {
    std::uint64_t code = (std::uint64_t{rng()} << 32 ^ rng()) & (kSideBit | ((1ULL << 40) - 1));
    for (int run = test::random_below(rng, 4) + 1; run > 0; --run) codes.push_back(code++);
  }
  codes.resize(count);
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  return codes;
}

TEST(DrawFiles, RoundTrip) {
  const DrawFormat format({4, 5}, "test");
  Rng rng(1);
  for (const std::size_t count : {1U, 2U, 1000U, 65536U, 65537U, 200000U}) {
    const DrawCodes codes = random_codes(count, rng);
    const std::string file = file_of(format, kTier, codes);
    EXPECT_EQ(format.read(kTier, codes.size(), draws_in(file)), codes);
    // Another version of the program must be able to read the file.
    EXPECT_EQ(damage_of(DrawFormat({4, 5}, "next"), kTier, codes.size(), file), "");
  }
}

TEST(DrawFiles, FollowTheDocumentedFormat) {
  const DrawFormat format({4, 5}, "test");
  const DrawCodes codes = {5, 7, 1000, kSideBit | 3};
  const std::string file = file_of(format, kTier, codes);
  EXPECT_EQ(file.substr(0, 8), "OnyxDrw1");
  const auto number = [&](std::size_t at) { return get_number<std::uint32_t>(file, at); };
  const std::vector<std::uint32_t> head = {4, 5, 0b001010, 0b010000, 4, 0, 65536, 1};
  for (std::size_t i = 0; i < head.size(); ++i) EXPECT_EQ(number(8 + 4 * i), head[i]) << i;
  EXPECT_EQ(file.substr(80, 5), std::string("test\0", 5));
  std::string content(32, '\0');
  ASSERT_EQ(ZSTD_decompress(content.data(), 32, file.data() + 144, number(136)), 32U);
  EXPECT_EQ(file.size(), 144 + number(136));
  const auto at = [&](std::size_t i) { return get_number<std::uint64_t>(content, 8 * i); };
  EXPECT_EQ((DrawCodes{at(0), at(1), at(2), at(3)}), (DrawCodes{5, 2, 993, kSideBit + 3 - 1000}));
}

TEST(DrawFiles, DetectDamage) {
  const DrawFormat format({4, 5}, "test");
  Rng rng(2);
  const DrawCodes codes = random_codes(50, rng);
  const std::string file = file_of(format, kTier, codes);
  const std::uint64_t draws = codes.size();
  ASSERT_EQ(damage_of(format, kTier, draws, file), "");
  for (std::size_t at = 0; at < file.size(); ++at) {
    std::string altered = file;
    altered[at] = static_cast<char>(altered[at] ^ (1 << test::random_below(rng, 8)));
    EXPECT_NE(damage_of(format, kTier, draws, altered), "") << at;
    EXPECT_NE(damage_of(format, kTier, draws, file.substr(0, at)), "") << at;
  }
  EXPECT_EQ(damage_of(format, kTier, draws, file + '\0'), "it is too long");
  std::string altered = file;
  altered.back() = static_cast<char>(altered.back() ^ 1);
  EXPECT_EQ(damage_of(format, kTier, draws, altered), "the checksum of block 0 of 1 is wrong");
  // With so many draws, rounding up the number of blocks would overflow to zero.
  EXPECT_EQ(damage_of(format, kTier, UINT64_MAX, file_of(format, kTier, {})), "it is cut short");
  // A wrong number of draws, sound files of other tiers or boards, and codes in a wrong order.
  EXPECT_NE(damage_of(format, kTier, draws - 1, file), "");
  EXPECT_NE(damage_of(format, kTier.with(0, Player::V), draws, file), "");
  EXPECT_NE(damage_of(DrawFormat({5, 4}, "test"), kTier, draws, file), "");
  for (const DrawCodes& wrong : {DrawCodes{7, 5}, DrawCodes{5, 5}}) {
    EXPECT_EQ(damage_of(format, kTier, 2, file_of(format, kTier, wrong)),
              "block 0 of 1 is not in order");
  }
}

TEST(DrawFiles, CodesArePositions) {
  Rng rng(3);
  for (const BoardSize size : {BoardSize{2, 2}, BoardSize{4, 5}, BoardSize{5, 5}}) {
    const WideBoard<1> board(size);
    const DrawFormat format(size, "test");
    const int points = board.geometry().point_count();
    for (int i = 0; i < 200; ++i) {
      const WidePosition<1> position = test::crowded_position(
          board, test::random_below(rng, points + 1), test::random_below(rng, 101), true, rng);
      TierName tier;
      for (std::size_t player = 0; player < 2; ++player) {
        tier.owned[player] =
            static_cast<std::uint32_t>(position.stones[player].words()[0] >> points);
      }
      EXPECT_EQ(format.position(tier, format.code_of(position)), position);
    }
  }
}

}  // namespace
}  // namespace onyx
