// Tiers over several ranks, against the engine that has them in one memory.
#include "solver/tier/distributed/distributed_tier.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/notation.h"
#include "solver/repetition/arena.h"
#include "solver/tier_run/whole_board.h"
#include "tests/solver/local_peers.h"
#include "tests/solver/tier/tier_facts.h"

namespace onyx::test {
namespace {

/// Calls body(engine) on rank 0, while threads help.
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

/// The same facts and the same slices as in one memory, for each of these numbers of ranks. Returns
/// how many colourings are drawn.
std::uint64_t expect_equal(const Board<1>& board, const TierTask<1>& task,
                           const std::vector<int>& rank_counts,
                           std::size_t batch = PartSweeps::kBatch) {
  const auto cells = static_cast<int>(task.cells.size());
  TierSolver solver(cells, Threads::one);
  AllSlices expected;
  const std::vector<TierFacts> facts = facts_of(board, task, solver, expected);
  for (const int ranks : rank_counts) {
    const auto compare = [&](DistributedTier& engine) {
      AllSlices found;
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

TEST(DistributedTier, IsBitForBitTheOneInOneMemory) {
  for (const BoardSize size : {BoardSize{2, 2}, {2, 3}, {3, 3}, {2, 5}}) {
    const Board<1> board(size);
    expect_equal(board, whole_board_task(board), {1, 2, 3, 4, 7});
  }
  const Board<1> board({3, 4});
  expect_equal(board, whole_board_task(board), {7});
}

TEST(DistributedTier, IsTheSameInManyBatches) {
  const Board<1> board({2, 5});
  for (const std::size_t batch : {1U, 2U, 7U}) {
    expect_equal(board, whole_board_task(board), {2, 3, 7}, batch);
  }
}

TEST(DistributedTier, IsTheSameWhereThereAreDraws) {
  const Board<1> board({5, 5});
  for (const char* text :
       {"HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H", "1VHHH/HVHVV/V1V1V/VV1VV/HHHVH DE12:H,AB23:V H"}) {
    const Position<1> root = parse_position(board, text);
    const TierTask<1> task = arena_task(board, root, arena_of(board, root));
    EXPECT_GT(expect_equal(board, task, {1, 3, 7}), 0U) << text;
  }
}

TEST(DistributedTier, HasAllRanksShareTheWork) {
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
      EXPECT_EQ(part.places.size(), split.blocks_of(rank));
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

TEST(DistributedTier, StopsOnAllRanksAndGoesOn) {
  const BoardSize size{3, 4};
  const Board<1> board(size);
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
          // On rank 0 in the middle of a tier.
          int asked = 0;
          EXPECT_FALSE(run([&] { return !on_helper && ++asked > 100; }));
          EXPECT_FALSE(engine.is_broken());
          is_stopped = false;
          EXPECT_TRUE(run(kNever));
        },
        [&] { return on_helper && is_stopped; });
  }
}

TEST(DistributedTier, IsNotBrokenByASliceThatIsDamaged) {
  class Damaged final : public SliceStore {
   public:
    void put(const SliceName&, TierSlice) override {}
    const TierSlice& get(const SliceName&) override { throw std::runtime_error("damaged"); }
    void drop(const SliceName&) override {}
    std::uint64_t bytes() const override { return 0; }
  };
  const Board<1> board({3, 3});
  const TierTask<1> task = whole_board_task(board);
  with_ranks(9, 2, [&](DistributedTier& engine) {
    TierRun<1, TierEngine> run(board, task, engine, Threads::one);
    Damaged damaged;
    const auto ignore = [](const SolvedTier<1, TierEngine>&) {};
    EXPECT_THROW(run.run(ignore, damaged, {}, kNever), std::runtime_error);
    EXPECT_FALSE(engine.is_broken());
    AllSlices slices;
    EXPECT_TRUE(run.run(ignore, slices, {}, kNever));
  });
}

}  // namespace
}  // namespace onyx::test
