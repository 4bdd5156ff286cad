// Tests which of several symmetric tiers is solved, which tier reads which slices, and which tiers
// must be solved again if slices are missing.
#include "solver/engine/tier_run/tier_map.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "solver/engine/tier_run/whole_board.h"
#include "tests/support.h"

namespace onyx {
namespace {

TierMap whole_map(BoardSize size) {
  const WideBoard<1> board(size);
  return map_of(whole_board_task(board));
}

class TierMaps : public testing::TestWithParam<BoardSize> {};

TEST_P(TierMaps, CoverEveryTierOnce) {
  const TierMap map = whole_map(GetParam());
  std::uint64_t covered = 0;
  for (const TierName& name : map.all()) {
    EXPECT_GT(map.alike(name), map.alike_swapped(name));
    EXPECT_EQ(map.to_solved(name)(name), name);
    covered += map.alike(name);
  }
  EXPECT_EQ(covered, map.tier_count());
}

TEST_P(TierMaps, EverySliceHasOneReader) {
  const TierMap map = whole_map(GetParam());
  std::set<SliceName> read;
  for (const TierName& name : map.all()) {
    for (const SliceName& slice : map.read_by(name)) {
      EXPECT_EQ(map.reader_of(slice), name);
      EXPECT_TRUE(read.insert(slice).second);
    }
    // read_by() must contain all slices that a TierRun reads through to_solved().
    const std::vector<SliceName> reads = map.read_by(name);
    for (std::size_t i = 0; i < map.midpoints(); ++i) {
      if (name.has(i)) continue;
      for (const Player player : test::kPlayers) {
        const TierName next = name.with(i, player);
        const TierSymmetry& symmetry = map.to_solved(next);
        const SliceName slice{symmetry(next), symmetry.midpoints[i]};
        EXPECT_TRUE(std::find(reads.begin(), reads.end(), slice) != reads.end());
      }
    }
  }
  std::set<SliceName> made;
  for (const TierName& name : map.all()) {
    for (const SliceName& slice : map.slices_of(name)) made.insert(slice);
  }
  EXPECT_EQ(read, made);
}

TEST_P(TierMaps, ExactlyTheMissingTiersAreSolved) {
  const TierMap map = whole_map(GetParam());
  const std::vector<TierName> all = map.all();
  const auto always = [](const auto&) { return true; };
  const auto never = [](const auto&) { return false; };
  EXPECT_TRUE(map.to_solve(always, always).empty());
  EXPECT_TRUE(map.to_solve(always, never).empty());
  EXPECT_EQ(map.to_solve(never, never), std::set<TierName>(all.begin(), all.end()));

  test::Rng rng(7);
  for (int round = 0; round < 20; ++round) {
    std::set<TierName> results;
    std::set<SliceName> slices;
    for (const TierName& name : all) {
      if (test::random_below(rng, 10) > 0) results.insert(name);
      for (const SliceName& slice : map.slices_of(name)) {
        if (test::random_below(rng, 10) > 2) slices.insert(slice);
      }
    }
    const std::set<TierName> wanted =
        map.to_solve([&](const TierName& name) { return results.contains(name); },
                     [&](const SliceName& slice) { return slices.contains(slice); });
    std::set<TierName> makers;  // the tiers that the missing slices come from
    for (const TierName& name : wanted) {
      for (const SliceName& slice : map.read_by(name)) {
        if (!slices.contains(slice)) makers.insert(slice.tier);
      }
    }
    for (const TierName& name : all) {
      EXPECT_EQ(wanted.contains(name), !results.contains(name) || makers.contains(name));
    }
  }
}

// Boards without symmetries, with the half turn, with the reflection, and with both.
INSTANTIATE_TEST_SUITE_P(Boards, TierMaps,
                         testing::Values(BoardSize{2, 2}, BoardSize{3, 4}, BoardSize{4, 2},
                                         BoardSize{3, 3}, BoardSize{4, 4}),
                         test::name_of_shape);

TEST(TierMaps, NamesAreReadable) {
  EXPECT_EQ(text_of({{0b001, 0b100}}, 4), "V0H0");
  EXPECT_EQ(text_of({}, 0), "");
}

}  // namespace
}  // namespace onyx
