// The map of a strategy's moves, compared with the standard library's map.
#include "solver/engine/proof_number/move_table.h"

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

struct Expected {
  std::uint16_t rank = 0;
  int visits = 0;
};
template <int W>
using Content = std::unordered_map<PackedPosition<W>, Expected, PackedHash<W>>;

/// Checks that for_each() visits each entry exactly once.
template <int W>
void expect_content(const MoveTable<W>& moves, Content<W>& expected, int visits_before) {
  std::size_t count = 0;
  moves.for_each([&](const PackedPosition<W>& position, const StrategyMove& move) {
    Expected& entry = expected.at(position);
    ASSERT_EQ(entry.rank, move.rank);
    ASSERT_EQ(entry.visits++, visits_before);
    ++count;
  });
  EXPECT_EQ(count, expected.size());
}

/// Grows a table from nothing; if `count` is large, its array becomes memory-mapped.
template <int W>
void expect_like_a_map(std::uint64_t count) {
  MoveTable<W> moves;
  Content<W> expected;
  EXPECT_EQ(moves.find(position_number<W>(0)), nullptr);
  EXPECT_THROW(static_cast<void>(moves.at(position_number<W>(0))), std::out_of_range);
  test::Rng rng(4);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto position = position_number<W>(rng() % count);
    const StrategyMove move{Place{3}, static_cast<std::uint16_t>(i)};
    const auto [entry, is_new] = expected.try_emplace(position, Expected{move.rank});
    const auto [found, was_added] = moves.try_emplace(position, move);
    ASSERT_EQ(was_added, is_new);
    ASSERT_EQ(found->rank, entry->second.rank);
  }
  EXPECT_EQ(moves.size(), expected.size());
  expect_content(moves, expected, 0);
  for (std::uint64_t number = 0; number < count; ++number) {
    const auto position = position_number<W>(number);
    const StrategyMove* const found = moves.find(position);
    ASSERT_EQ(found != nullptr, expected.contains(position)) << number;
    if (found != nullptr) {
      ASSERT_EQ(found->rank, expected.at(position).rank);
    }
  }

  const MoveTable<W> copy = moves;
  expect_content(copy, expected, 1);
}

TEST(MoveTable, AgreesWithTheMapOfTheLibrary) {
  expect_like_a_map<1>(1'300'000);
  expect_like_a_map<2>(5000);
  expect_like_a_map<10>(5000);
}

/// Kept entries must be found, removed entries must not, and later entries must find room.
template <int W>
void expect_kept(std::uint64_t count, std::uint64_t keep_one_in) {
  MoveTable<W> moves;
  const auto rank_of = [](std::uint64_t number) { return static_cast<std::uint16_t>(number + 1); };
  for (std::uint64_t i = 0; i < count; ++i) {
    moves.try_emplace(position_number<W>(i), {Place{3}, rank_of(i)});
  }
  std::uint64_t asked = 0;
  moves.keep_if([&](const typename MoveTable<W>::Entry& entry) {
    ++asked;
    return (entry.move.rank - 1) % keep_one_in == 0;
  });
  EXPECT_EQ(asked, count);
  EXPECT_EQ(moves.size(), (count + keep_one_in - 1) / keep_one_in);
  for (std::uint64_t i = 0; i < 2 * count; ++i) {
    const bool is_there = i < count && i % keep_one_in == 0;
    const auto [entry, is_new] = moves.try_emplace(position_number<W>(i), {Place{3}, rank_of(i)});
    ASSERT_EQ(is_new, !is_there) << i;
    ASSERT_EQ(entry->rank, rank_of(i));
  }
  EXPECT_EQ(moves.size(), 2 * count);
  for (std::uint64_t i = 0; i < 2 * count; ++i) {
    ASSERT_EQ(moves.at(position_number<W>(i)).rank, rank_of(i));
  }
}

TEST(MoveTable, RemovesEntriesInPlace) {
  for (const std::uint64_t one_in : {1U, 2U, 7U, 100'000U}) {
    expect_kept<1>(30'000, one_in);
    expect_kept<2>(5000, one_in);
  }
  MoveTable<1> empty;
  empty.keep_if([](const auto&) { return true; });
  EXPECT_EQ(empty.size(), 0U);
}

}  // namespace
}  // namespace onyx::proof_number
