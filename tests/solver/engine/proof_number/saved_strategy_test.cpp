// Strategies that are written in several runs, with a file in between.
#include <gtest/gtest.h>

#include "solver/engine/proof_number/saved_search.h"
#include "solver/engine/proof_number/winning_strategy.h"
#include "tests/sanitized.h"
#include "tests/solver/engine/proof_number/expect_whole.h"
#include "tests/solver/support.h"

namespace onyx::proof_number {
namespace {

template <int W>
std::string saved(const WideBoard<W>& board, const StrategyMoves<W>& strategy,
                  const WidePosition<W>& root) {
  return test::bytes_written(
      [&](const WriteAt& write_at) { save_strategy(strategy, root, board.size(), write_at); });
}

/// 4x5 after A3: H wins, by a strategy of about two thousand moves. The table has this result.
class SavedStrategy : public testing::Test {
 protected:
  static constexpr Player kOwner = Player::H;

  SavedStrategy()
      : board_({4, 5}),
        root_(parse_position(board_, "4/4/V3/4/4 - H")),
        table_(std::uint64_t{1} << 26),
        searcher_(board_, table_) {
    const FoundValue<1> value = find_value(searcher_, root_, {});
    EXPECT_EQ(value.winner, kOwner);
  }

  /// Writes the strategy, interrupted after more than `most_looks` progress reports.
  Proof<1> written(int most_looks, StrategyDraft<1> draft = {}) {
    return written_by(searcher_, most_looks, std::move(draft));
  }
  Proof<1> written_by(Searcher<1>& searcher, int most_looks, StrategyDraft<1> draft) {
    std::atomic<bool> interrupt{false};
    int looks = 0;
    Stop stop;
    stop.interrupt = &interrupt;
    stop.progress = [&](const Reached& reached) {
      if (reached.phase != Reached::Phase::searching) interrupt = ++looks > most_looks;
    };
    return winning_strategy(searcher, root_, kOwner, stop, std::move(draft));
  }

  void expect_whole(StrategyMoves<1> strategy) {
    test::expect_whole(board_, root_, std::move(strategy));
  }

  std::optional<MoveTable<1>> loaded(const std::string& bytes) {
    return load_strategy(board_, root_, kOwner, test::source_of(bytes));
  }

  const WideBoard<1> board_;
  const WidePosition<1> root_;
  ProofTable<1> table_;
  Searcher<1> searcher_;
};

TEST_F(SavedStrategy, ContinuesAfterAnInterruption) {
  Searcher<1> by_two(board_, table_, 2);
  StrategyDraft<1> draft;
  int pieces = 1;
  Proof<1> found = written(1);
  for (; found.end == End::interrupted && pieces < 50; ++pieces) {
    draft.begun = loaded(saved(board_, found.strategies.front(), root_)).value();
    EXPECT_EQ(draft.begun.size(), found.strategies.front().moves.size());
    std::size_t open = 0;
    draft.begun.for_each([&](const auto&, const StrategyMove& entry) {
      if (entry.move == kNoMove) ++open;
    });
    EXPECT_GT(draft.begun.size(), open) << "nothing was gained";
    found = written_by(by_two, pieces, std::move(draft));
  }
  EXPECT_EQ(found.end, End::complete);
  EXPECT_GT(pieces, 1);
  expect_whole(std::move(found.strategies.front()));
}

TEST_F(SavedStrategy, IsSavedWhileItIsWritten) {
  StrategyDraft<1> draft;
  std::string last;
  draft.save = [&](const StrategyMoves<1>& strategy) { last = saved(board_, strategy, root_); };
  EXPECT_EQ(written(1000, std::move(draft)).end, End::complete);
  ASSERT_FALSE(last.empty());
  draft = {};
  draft.begun = loaded(last).value();
  EXPECT_GT(draft.begun.size(), 0U);
  Proof<1> found = written(1000, std::move(draft));
  EXPECT_EQ(found.end, End::complete);
  expect_whole(std::move(found.strategies.front()));
}

TEST_F(SavedStrategy, BelongsToOnePositionAndOneSide) {
  const Proof<1> found = written(1);
  const std::string bytes = saved(board_, found.strategies.front(), root_);
  const SourceFile file = test::source_of(bytes);
  EXPECT_TRUE(loaded(bytes).has_value());
  EXPECT_THROW(load_strategy(board_, root_, kOwner, file, 1000), std::bad_alloc);
  EXPECT_FALSE(load_strategy(board_, root_, other(kOwner), file).has_value());
  const WidePosition<1> next = successor(board_, root_, placements(board_, root_).lowest());
  EXPECT_FALSE(load_strategy(board_, next, kOwner, file).has_value());
  const WideBoard<1> turned({5, 4});
  EXPECT_THROW(load_strategy(turned, open_setup(turned), kOwner, file), Damage);
}

TEST_F(SavedStrategy, IsRefusedIfDamagedAnywhere) {
  const std::string bytes = saved(board_, written(1).strategies.front(), root_);
  test::Rng rng(9);
  for (int i = 0; i < 30; ++i) {
    const auto at = static_cast<std::size_t>(
        i < 8 ? 8 * i : test::random_below(rng, static_cast<int>(bytes.size())));
    EXPECT_THROW(loaded(bytes.substr(0, at)), Damage) << at;
    std::string altered = bytes;
    altered[at] = static_cast<char>(altered[at] ^ 0x10);
    EXPECT_THROW(loaded(altered), Damage) << at;
  }
  EXPECT_THROW(loaded(bytes + "x"), Damage);
}

// Adds 64 to each move, so that the low six bits are still a legal move. Without a check, a set of
// places would be read out of range, which only sanitizers notice.
TEST_F(SavedStrategy, IsRefusedIfAMoveIsOffTheBoard) {
  Proof<1> honest = written(1);
  honest.strategies.front().moves.for_each([&](const auto&, StrategyMove& entry) {
    if (entry.move != kNoMove) entry.move = static_cast<Place>(entry.move + 64);
  });
  EXPECT_THROW(loaded(saved(board_, honest.strategies.front(), root_)), Damage);
}

/// The checksums are valid, but some moves are wrong. Illegal moves, and moves that let the loser
/// win at once, are refused. Other wrong moves are detected or replaced, so the result is valid.
TEST_F(SavedStrategy, WrongMovesAreNotTrusted) {
  test::Rng rng(5);
  int refused = 0;
  int mended = 0;
  for (int i = 0; i < 20 / test::one_in(2); ++i) {
    Proof<1> honest = written(1);
    MoveTable<1>& moves = honest.strategies.front().moves;
    const int lies = i % 4 == 0 ? 200 : 1;
    for (int lie = 0; lie < lies; ++lie) {
      auto slots = moves.slots();
      auto& slot =
          slots[static_cast<std::size_t>(test::random_below(rng, static_cast<int>(slots.size())))];
      slot.move.move = static_cast<Place>(test::random_below(rng, board_.place_count()));
    }
    StrategyDraft<1> draft;
    try {
      draft.begun = loaded(saved(board_, honest.strategies.front(), root_)).value();
      Proof<1> found = written(1000, std::move(draft));
      EXPECT_EQ(found.end, End::complete);
      expect_whole(std::move(found.strategies.front()));
      ++mended;
    } catch (const Damage&) {
      ++refused;
    } catch (const WrongTable&) {
      continue;  // the wrong moves were detected
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(mended, 0);
}

}  // namespace
}  // namespace onyx::proof_number
