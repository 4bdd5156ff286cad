// Collects all results of an engine for the tiers of a task, to compare engines.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <vector>

#include "solver/engine/tier_run/tier_run.h"

namespace onyx::test {

constexpr auto kNever = [] { return false; };

/// Keeps all slices in memory, even dropped ones.
class AllSlices final : public SliceStore {
 public:
  explicit AllSlices(const TierTask<1>& task, const WideBoard<1>& board)
      : cells_(static_cast<int>(task.cells.size())), corners_(corners_of(board, task)) {}

  void put(const SliceName& name, HandedDown slice) override { slices_[name] = std::move(slice); }
  const TierSlice& get(const SliceName& name) override {
    return std::get<TierSlice>(slices_.at(name));
  }
  const PackedSlice& get_packed(const SliceName& name) override {
    return std::get<PackedSlice>(slices_.at(name));
  }
  void refuse(const SliceName&) override { throw std::logic_error("refused"); }
  void drop(const SliceName&) override {}
  std::uint64_t bytes() const override { return 0; }

  std::map<SliceName, PackedSlice> packed() const {
    std::map<SliceName, PackedSlice> all;
    for (const auto& [name, slice] : slices_) {
      if (const auto* whole = std::get_if<TierSlice>(&slice)) {
        const SlicePacking packing(cells_, corners_.at(name.midpoint));
        all[name] = onyx::packed(packing, *whole, Threads::one);
      } else {
        all[name] = std::get<PackedSlice>(slice);
      }
    }
    return all;
  }

 private:
  const int cells_;
  const std::vector<std::array<int, 4>> corners_;
  std::map<SliceName, HandedDown> slices_;
};

struct TierFacts {
  CountsBySide counts;
  std::set<std::array<std::uint32_t, 3>> drawn;

  friend bool operator==(const TierFacts&, const TierFacts&) = default;
};

/// Solves all tiers of a task; puts all their slices into `slices`.
inline std::vector<TierFacts> facts_of(const WideBoard<1>& board, const TierTask<1>& task,
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
  const auto a = found.packed();
  const auto b = expected.packed();
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [name, slice] : b) {
    EXPECT_EQ(a.at(name).sizes, slice.sizes);
    EXPECT_EQ(a.at(name).frames, slice.frames);
  }
}

}  // namespace onyx::test
