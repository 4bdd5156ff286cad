// All that an engine finds of the tiers of a task, to compare engines.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <map>
#include <set>
#include <vector>

#include "solver/tier_run/tier_run.h"

namespace onyx::test {

constexpr auto kNever = [] { return false; };

/// Slices in memory, none of which is dropped.
class AllSlices final : public SliceStore {
 public:
  void put(const SliceName& name, TierSlice slice) override { slices_[name] = std::move(slice); }
  const TierSlice& get(const SliceName& name) override { return slices_.at(name); }
  void drop(const SliceName&) override {}
  std::uint64_t bytes() const override { return 0; }
  const std::map<SliceName, TierSlice>& all() const { return slices_; }

 private:
  std::map<SliceName, TierSlice> slices_;
};

struct TierFacts {
  CountsBySide counts;
  std::set<std::array<std::uint32_t, 3>> drawn;

  friend bool operator==(const TierFacts&, const TierFacts&) = default;
};

/// All tiers of a task: what is known of them, and all slices.
inline std::vector<TierFacts> facts_of(const Board<1>& board, const TierTask<1>& task,
                                       TierEngine& engine, AllSlices& slices) {
  TierRun<1, TierEngine> run(board, task, engine, Threads::one);
  std::vector<TierFacts> facts;
  EXPECT_TRUE(run.run(
      [&](const SolvedTier<1, TierEngine>& tier) {
        TierFacts& here = facts.emplace_back();
        here.counts = tier.solver.counts();
        tier.solver.for_each_drawn([&](const Colouring& colouring, Player to_move) {
          here.drawn.insert({colouring.stones[0], colouring.stones[1],
                             static_cast<std::uint32_t>(index_of(to_move))});
        });
        EXPECT_EQ(here.drawn.size(), here.counts.both().draws);
      },
      slices, {}, kNever));
  return facts;
}

inline void expect_equal_slices(const AllSlices& found, const AllSlices& expected) {
  ASSERT_EQ(found.all().size(), expected.all().size());
  for (const auto& [name, slice] : expected.all()) {
    const TierSlice& other = found.all().at(name);
    ASSERT_EQ(other.entries.size(), slice.entries.size());
    EXPECT_EQ(std::memcmp(other.entries.data(), slice.entries.data(),
                          slice.entries.size() * sizeof(tier::Known)),
              0);
  }
}

}  // namespace onyx::test
