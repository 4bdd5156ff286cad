// The map of a strategy's moves, held against the standard library's.
#include "solver/proof_number/move_map.h"

#include <gtest/gtest.h>

#include <unordered_map>

#include "tests/support.h"

namespace onyx::proof_number {
namespace {

template <int W>
PackedPosition<W> position_number(std::uint64_t number) {
  PackedPosition<W> position{};
  position.words.front() = number;
  position.words.back() ^= number << 7;
  return position;
}

template <int W>
std::unordered_map<PackedPosition<W>, std::uint16_t, PackedHash<W>> content_of(
    const MoveMap<W>& moves) {
  std::unordered_map<PackedPosition<W>, std::uint16_t, PackedHash<W>> content;
  moves.for_each([&](const PackedPosition<W>& position, const StrategyMove& move) {
    EXPECT_TRUE(content.emplace(position, move.rank).second);
  });
  return content;
}

/// While it grows from nothing to a mapped array.
template <int W>
void expect_like_a_map(std::uint64_t count) {
  MoveMap<W> moves;
  std::unordered_map<PackedPosition<W>, std::uint16_t, PackedHash<W>> expected;
  EXPECT_EQ(moves.find(position_number<W>(0)), nullptr);
  EXPECT_THROW(static_cast<void>(moves.at(position_number<W>(0))), std::out_of_range);
  test::Rng rng(4);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto position = position_number<W>(rng() % count);
    const StrategyMove move{Place{3}, static_cast<std::uint16_t>(i)};
    const bool is_new = expected.emplace(position, move.rank).second;
    const auto [found, was_added] = moves.try_emplace(position, move);
    ASSERT_EQ(was_added, is_new);
    ASSERT_EQ(found->rank, expected.at(position));
  }
  EXPECT_EQ(moves.size(), expected.size());
  EXPECT_EQ(content_of(moves), expected);
  for (std::uint64_t number = 0; number < count; ++number) {
    const auto position = position_number<W>(number);
    const StrategyMove* const found = moves.find(position);
    ASSERT_EQ(found != nullptr, expected.contains(position)) << number;
  }

  const MoveMap<W> copy = moves;
  EXPECT_EQ(content_of(copy), expected);
  const auto entries = moves.release();
  EXPECT_EQ(moves.size(), 0U);
  EXPECT_EQ(moves.find(position_number<W>(1)), nullptr);
  ASSERT_EQ(entries.size(), expected.size());
  for (const auto& entry : entries) EXPECT_EQ(expected.at(entry.position), entry.move.rank);
  EXPECT_TRUE(moves.try_emplace(position_number<W>(1)).second) << "it can be used again";
}

TEST(MoveMap, IsLikeAMap) {
  expect_like_a_map<1>(1'600'000);
  expect_like_a_map<2>(5000);
  expect_like_a_map<10>(5000);
}

}  // namespace
}  // namespace onyx::proof_number
