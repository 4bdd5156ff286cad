// Tiers distributed over several ranks, compared with the engine that keeps them in one process.
#include "solver/engine/tier/distributed/distributed_tier.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <numeric>

#include "core/base/packed_bytes.h"
#include "core/notation.h"
#include "solver/engine/tier/distributed/exchange.h"
#include "solver/engine/tier_run/whole_board.h"
#include "solver/repetition/arena.h"
#include "tests/solver/engine/tier/tier_facts.h"
#include "tests/solver/local_peers.h"
#include "tests/support.h"

namespace onyx::test {
namespace {

/// Calls body(engine) on rank 0; threads act as the other ranks.
template <class Body>
void with_ranks(int cell_count, int ranks, const Body& body,
                const ShouldStop& should_helpers_stop = kNever,
                std::size_t batch = PartSweeps::kBatch) {
  PostOffice office;
  std::vector<std::thread> helpers;
  for (int rank = 1; rank < ranks; ++rank) {
    helpers.emplace_back([&, rank] {
      LocalPeers peers(office, rank, ranks);
      help_with_tiers(cell_count, peers, Threads::one, should_helpers_stop, batch);
    });
  }
  LocalPeers peers(office, 0, ranks);
  DistributedTier engine(cell_count, peers, Threads::one, batch);
  body(engine);
  engine.finish();
  for (std::thread& helper : helpers) helper.join();
}

/// Checks for each number of ranks that facts and slices equal those of TierSolver. Returns the
/// number of drawn colourings.
std::uint64_t expect_equal(const WideBoard<1>& board, const TierTask<1>& task,
                           const std::vector<int>& rank_counts,
                           std::size_t batch = PartSweeps::kBatch) {
  const auto cells = static_cast<int>(task.cells.size());
  TierSolver solver(cells, Threads::one);
  AllSlices expected(task, board);
  const std::vector<TierFacts> facts = facts_of(board, task, solver, expected);
  for (const int ranks : rank_counts) {
    const auto compare = [&](DistributedTier& engine) {
      AllSlices found(task, board);
      EXPECT_EQ(facts_of(board, task, engine, found), facts) << ranks;
      expect_equal_slices(found, expected);
      std::uint64_t questions = 0;
      for (const TierCost& cost : engine.costs()) questions += cost.questions;
      EXPECT_EQ(questions > 0, engine.split().digit_count > 0);
    };
    with_ranks(cells, ranks, compare, kNever, batch);
  }
  std::uint64_t drawn = 0;
  for (const TierFacts& tier : facts) drawn += tier.drawn.size();
  return drawn;
}

TEST(DistributedTier, EqualsTheTierInOneMemoryBitForBit) {
  for (const BoardSize size : {BoardSize{2, 2}, {2, 3}, {3, 3}, {2, 5}}) {
    const WideBoard<1> board(size);
    expect_equal(board, whole_board_task(board), {1, 2, 3, 4, 7});
  }
  const WideBoard<1> board({3, 4});
  expect_equal(board, whole_board_task(board), {7});
}

TEST(DistributedTier, IsTheSameInManyBatches) {
  const WideBoard<1> board({2, 5});
  for (const std::size_t batch : {1U, 2U, 7U}) {
    expect_equal(board, whole_board_task(board), {2, 3, 7}, batch);
  }
}

TEST(DistributedTier, IsTheSameWhereThereAreDraws) {
  const WideBoard<1> board({5, 5});
  for (const char* text :
       {"HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H", "1VHHH/HVHVV/V1V1V/VV1VV/HHHVH DE12:H,AB23:V H"}) {
    const WidePosition<1> root = parse_position(board, text);
    const TierTask<1> task = arena_task(board, root, arena_of(board, root));
    EXPECT_GT(expect_equal(board, task, {1, 3, 7}), 0U) << text;
  }
}

TierSlice random_slice(const SlicePacking& packing, int low_count,
                       const std::array<int, 4>& corners, Rng& rng) {
  const tier::Bits low = low_corners_empty(low_count, corners);
  TierSlice slice;
  slice.entries.resize(packing.entries());
  for (std::size_t i = 0; i < packing.entries(); ++i) {
    for (tier::Bits* bits : {&slice.entries[i].win, &slice.entries[i].loss}) {
      for (std::size_t word = 0; word < tier::kWords; ++word) {
        bits->words[word] = (std::uint64_t{rng()} << 32 ^ rng()) & low.words[word];
      }
    }
  }
  return slice;
}

void on_ranks(int ranks, const std::function<void(Peers&)>& body) {
  PostOffice office;
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&, rank] {
      LocalPeers peers(office, rank, ranks);
      body(peers);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

bool same_entries(const tier::Known* a, const tier::Known* b, std::size_t count) {
  return count == 0 || std::memcmp(a, b, count * sizeof(tier::Known)) == 0;
}

/// Some packed blocks lie within one chunk, others extend over several chunks.
TEST(DistributedTier, PacksSlicesAsOneRankDoes) {
  constexpr int kCells = 15;
  Rng rng(1);
  // Packing needs no symmetry of a board, so a cyclic shift of the cells serves as one.
  CellSymmetry shift{{}, true};
  for (int cell = 0; cell < kCells; ++cell) shift.image.push_back((cell + 4) % kCells);
  for (const std::array<int, 4>& corners :
       {std::array{0, 1, 2, 3}, {0, 1, 5, 6}, {5, 6, 7, 8}, {11, 12, 13, 14}, {2, 6, 9, 14}}) {
    const SlicePacking packing(kCells, corners);
    const TierSlice whole = random_slice(packing, tier::kLowCells, corners, rng);
    const PackedSlice expected = packed(packing, whole, Threads::one);
    std::array<int, 4> image_corners = corners;
    for (int& corner : image_corners) corner = shift.image[static_cast<std::size_t>(corner)];
    const SlicePacking image_packing(kCells, image_corners);
    const TierSlice image = random_slice(image_packing, tier::kLowCells, image_corners, rng);
    const PackedSlice packed_image = packed(image_packing, image, Threads::one);
    const TierSlice from_image = slice_from_image(image, corners, shift, Threads::one);
    for (const int ranks : {1, 2, 3, 5, 16}) {
      const TierSplit split(kCells, ranks);
      const SplitSlice parts(split, corners);
      on_ranks(ranks, [&](Peers& peers) {
        BigArray<tier::Known> own;
        own.resize(parts.count_of_rank(static_cast<std::size_t>(peers.rank())));
        const auto for_each_chunk = [&](const auto& visit) {
          for (const std::size_t chunk : split.chunks_of(peers.rank())) {
            if (parts.count(chunk) == 0) continue;
            visit(parts.first(chunk), parts.first_of_rank(chunk), parts.count(chunk));
          }
        };
        for_each_chunk([&](std::size_t first, std::size_t of_rank, std::size_t count) {
          std::memcpy(own.data() + of_rank, whole.entries.data() + first,
                      count * sizeof(tier::Known));
        });
        PackedSlice found = packed_together(peers, split, corners, own, Threads::one);
        EXPECT_EQ(found.sizes.empty(), peers.rank() != 0);
        broadcast(peers, found);
        EXPECT_EQ(found.sizes, expected.sizes);
        EXPECT_EQ(found.frames, expected.frames);
        const BigArray<tier::Known> again =
            unpacked_part(split, peers.rank(), corners, found, nullptr, Threads::one);
        ASSERT_EQ(again.size(), own.size());
        EXPECT_TRUE(same_entries(again.data(), own.data(), own.size()));
        const BigArray<tier::Known> imaged =
            unpacked_part(split, peers.rank(), corners, packed_image, &shift, Threads::one);
        for_each_chunk([&](std::size_t first, std::size_t of_rank, std::size_t count) {
          EXPECT_TRUE(
              same_entries(imaged.data() + of_rank, from_image.entries.data() + first, count));
        });
      });
    }
  }
}

TEST(DistributedTier, SharesTheWorkAmongAllRanks) {
  for (const int ranks : {1, 2, 3, 4, 7, 16, 64}) {
    const TierSplit split(16, ranks);
    EXPECT_GE(split.chunk_count, static_cast<std::size_t>(ranks));
    std::vector<std::uint64_t> blocks(static_cast<std::size_t>(ranks));
    std::vector<std::uint64_t> of_largest_group(blocks.size());
    const PartOrder order(TierSplit(16, 1), 0);
    std::size_t largest = 0;
    for (std::size_t group = 0; group + 1 < order.group_begin.size(); ++group) {
      const auto size_of = [&](std::size_t g) {
        return order.group_begin[g + 1] - order.group_begin[g];
      };
      if (size_of(group) > size_of(largest)) largest = group;
    }
    std::uint64_t in_largest = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      const auto at = static_cast<std::size_t>(rank);
      const PartOrder part(split, rank);
      EXPECT_EQ(part.places.size(), split.chunks_of(rank).size() * split.chunk_blocks);
      EXPECT_LE(part.places.size(), split.most_blocks());
      ASSERT_EQ(part.group_begin.size(), order.group_begin.size());
      blocks[at] = part.places.size();
      of_largest_group[at] = part.group_begin[largest + 1] - part.group_begin[largest];
      in_largest += of_largest_group[at];
    }
    EXPECT_EQ(std::accumulate(blocks.begin(), blocks.end(), std::uint64_t{0}), order.places.size());
    EXPECT_EQ(in_largest, order.group_begin[largest + 1] - order.group_begin[largest]);
    EXPECT_LE(static_cast<double>(*std::max_element(blocks.begin(), blocks.end())) * ranks,
              1.2 * static_cast<double>(order.places.size()));
    EXPECT_LE(
        static_cast<double>(*std::max_element(of_largest_group.begin(), of_largest_group.end())) *
            ranks,
        1.5 * static_cast<double>(in_largest))
        << ranks;
  }
}

TEST(DistributedTier, StopsOnAllRanksAndContinues) {
  const BoardSize size{3, 4};
  const WideBoard<1> board(size);
  const TierTask<1> task = whole_board_task(board);
  std::atomic<bool> is_stopped{true};
  for (const bool on_helper : {false, true}) {
    is_stopped = true;
    with_ranks(
        12, 3,
        [&](DistributedTier& engine) {
          MemorySlices slices;
          const auto run = [&](const ShouldStop& should_stop) {
            TierRun<1, TierEngine> tiers(board, task, engine, Threads::one);
            CountsBySide counts;
            const bool is_complete =
                tiers.run([&](const SolvedTier<1, TierEngine>& tier) { counts += tier.counts(); },
                          slices, {}, should_stop);
            if (is_complete) {
              EXPECT_EQ(counts.both(), (ValueCounts{12878541, 10108398, 0, 5710875}));
            }
            return is_complete;
          };
          // Unless a helper stops, rank 0 stops in the middle of a tier.
          int asked = 0;
          EXPECT_FALSE(run([&] { return !on_helper && ++asked > 100; }));
          EXPECT_FALSE(engine.is_broken());
          is_stopped = false;
          EXPECT_TRUE(run(kNever));
        },
        [&] { return on_helper && is_stopped; });
  }
}

TEST(DistributedTier, SurvivesADamagedSlice) {
  class Damaged final : public SliceStore {
   public:
    void put(const SliceName&, HandedDown) override {}
    const TierSlice& get(const SliceName&) override { throw std::logic_error("not packed"); }
    const PackedSlice& get_packed(const SliceName&) override {
      throw std::runtime_error("damaged");
    }
    void refuse(const SliceName&) override { throw std::logic_error("was not given"); }
    void drop(const SliceName&) override {}
    std::uint64_t bytes() const override { return 0; }
  };
  const WideBoard<1> board({3, 3});
  const TierTask<1> task = whole_board_task(board);
  with_ranks(9, 2, [&](DistributedTier& engine) {
    TierRun<1, TierEngine> run(board, task, engine, Threads::one);
    Damaged damaged;
    const auto ignore = [](const SolvedTier<1, TierEngine>&) {};
    EXPECT_THROW(run.run(ignore, damaged, {}, kNever), std::runtime_error);
    EXPECT_FALSE(engine.is_broken());
    AllSlices slices(task, board);
    EXPECT_TRUE(run.run(ignore, slices, {}, kNever));
  });
}

/// A forged slice may have valid checksums, so the rank that unpacks it must detect the fault.
TEST(DistributedTier, SurvivesASliceWithWrongContents) {
  class Forged final : public SliceStore {
   public:
    explicit Forged(AllSlices& slices) : slices_(slices) {}
    void put(const SliceName& name, HandedDown slice) override {
      slices_.put(name, std::move(slice));
    }
    const TierSlice& get(const SliceName& name) override { return slices_.get(name); }
    const PackedSlice& get_packed(const SliceName& name) override {
      slice_ = slices_.get_packed(name);
      if (name.midpoint != 2) return slice_;
      const std::string other(7, 'x');
      slice_ = slice_of_frames({compressed(other.data(), other.size())});
      return slice_;
    }
    void refuse(const SliceName& name) override {
      EXPECT_EQ(name.midpoint, 2U);
      throw std::runtime_error("refused");
    }
    void drop(const SliceName&) override {}
    std::uint64_t bytes() const override { return 0; }

   private:
    AllSlices& slices_;
    PackedSlice slice_;
  };
  const WideBoard<1> board({3, 4});
  const TierTask<1> task = whole_board_task(board);
  with_ranks(12, 3, [&](DistributedTier& engine) {
    TierRun<1, TierEngine> run(board, task, engine, Threads::one);
    AllSlices slices(task, board);
    Forged forged(slices);
    const auto ignore = [](const SolvedTier<1, TierEngine>&) {};
    EXPECT_THROW(run.run(ignore, forged, {}, kNever), std::runtime_error);
    EXPECT_FALSE(engine.is_broken());
    EXPECT_TRUE(run.run(ignore, slices, {}, kNever));
  });
}

}  // namespace
}  // namespace onyx::test
