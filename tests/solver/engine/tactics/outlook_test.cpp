// Outlooks, compared with their plain definitions: every move is played, and every reply.
#include "solver/engine/tactics/outlook.h"

#include <gtest/gtest.h>

#include "core/notation.h"
#include "solver/engine/proof_number/look_ahead.h"
#include "tests/sanitized.h"
#include "tests/support.h"

namespace onyx::proof_number {
namespace {

template <int W>
bool wins_now(const WideBoard<W>& board, const WidePosition<W>& position) {
  return winning_moves(board, position).any();
}

template <int W>
bool loses_in_2(const WideBoard<W>& board, const WidePosition<W>& position) {
  if (wins_now(board, position)) return false;
  const auto moves = test::list(placements(board, position));
  return std::all_of(moves.begin(), moves.end(),
                     [&](Place move) { return wins_now(board, successor(board, position, move)); });
}

template <int W>
bool wins_in_3(const WideBoard<W>& board, const WidePosition<W>& position) {
  if (wins_now(board, position)) return false;
  const auto moves = test::list(placements(board, position));
  return std::any_of(moves.begin(), moves.end(), [&](Place move) {
    return loses_in_2(board, successor(board, position, move));
  });
}

/// Counts that show whether the test covered all cases.
struct Seen {
  int wins_in_1 = 0;
  int losses_in_2 = 0;
  int wins_in_3 = 0;
  int losses_in_4 = 0;
  int forced = 0;
  int captures_among_forced = 0;
  int fewer_by_forks = 0;
};

template <int W>
void expect_as_defined(const WideBoard<W>& board, const WidePosition<W>& position, Seen& seen) {
  const std::string text = format_position(board, position);
  const Outlook<W> outlook = outlook_of(board, position);
  Techniques no_forks;
  no_forks.forks = false;
  const Outlook<W> plain = outlook_of(board, position, no_forks);

  if (wins_now(board, position)) {
    ++seen.wins_in_1;
    EXPECT_EQ(outlook.forecast, Forecast::win) << text;
    EXPECT_EQ(outlook.plies, 1) << text;
    EXPECT_TRUE(is_finished(board, successor(board, position, outlook.move))) << text;
    return;
  }
  // Without forks, the sensible moves are those after which the other side cannot connect at once.
  const PlaceSet<W> legal = placements(board, position);
  PlaceSet<W> sensible;
  legal.for_each([&](Place move) {
    if (!wins_now(board, successor(board, position, move))) sensible.add(move);
  });
  EXPECT_EQ(plain.forecast, sensible.empty() ? Forecast::loss : Forecast::open) << text;
  EXPECT_EQ(plain.moves, sensible) << text;
  if (sensible.empty()) {
    ++seen.losses_in_2;
    EXPECT_EQ(outlook.forecast, Forecast::loss) << text;
    EXPECT_EQ(outlook.plies, 2) << text;
    return;
  }
  if (sensible != legal) {
    ++seen.forced;
    sensible.for_each([&](Place move) {
      if (sensible.count() > 1 && captured_by(board, position, move).any()) {
        ++seen.captures_among_forced;
      }
    });
  }
  if (wins_in_3(board, position)) {
    ++seen.wins_in_3;
    EXPECT_EQ(outlook.forecast, Forecast::win) << text;
    EXPECT_EQ(outlook.plies, 3) << text;
    EXPECT_TRUE(loses_in_2(board, successor(board, position, outlook.move))) << text;
    return;
  }
  // After a move that is excluded because of a fork, the opponent must win within three plies.
  EXPECT_TRUE(sensible.contains(outlook.moves)) << text;
  EXPECT_EQ(outlook.forecast, outlook.moves.empty() ? Forecast::loss : Forecast::open) << text;
  (sensible - outlook.moves).for_each([&](Place move) {
    ++seen.fewer_by_forks;
    EXPECT_TRUE(wins_in_3(board, successor(board, position, move)))
        << text << ' ' << format_place(board.geometry(), move);
  });
  if (outlook.moves.empty()) {
    ++seen.losses_in_4;
    EXPECT_EQ(outlook.plies, 4) << text;
  }
}

TEST(ProofNumberOutlook, IsAsDefined) {
  test::Rng rng(41);
  Seen seen;
  for (const BoardSize size : {BoardSize{3, 3}, {4, 4}, {5, 4}, {5, 5}, {6, 6}, {3, 7}, {9, 7}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      // Reachable positions, and crowded ones, which have more captures.
      for (int i = 0; i < 60; ++i) {
        for (const WidePosition<W>& position :
             test::random_game(board, open_setup(board), 90, rng)) {
          const int free = placements(board, position).count();
          if (free > 13 || is_finished(board, position)) continue;
          expect_as_defined(board, position, seen);
        }
      }
      for (int i = 0; i < 250; ++i) {
        const auto position =
            test::crowded_position(board, 4 + test::random_below(rng, 7), 8, false, rng);
        if (!is_finished(board, position)) expect_as_defined(board, position, seen);
      }
    });
  }
  EXPECT_GT(seen.wins_in_1, 500);
  EXPECT_GT(seen.losses_in_2, 50);
  EXPECT_GT(seen.wins_in_3, 100);
  EXPECT_GT(seen.losses_in_4, 20);
  EXPECT_GT(seen.forced, 200);
  EXPECT_GT(seen.captures_among_forced, 10);
  EXPECT_GT(seen.fewer_by_forks, 500);
}

// Outlooks of successors must equal outlooks computed from scratch, whatever the order of moves.
TEST(ProofNumberOutlook, LookingAheadGivesEqualOutlooks) {
  test::Rng rng(42);
  int compared = 0;
  int decided = 0;
  const auto expect_same = [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position,
                                      LookAhead<W>& ahead) {
    const Outlook<W> own = ahead.from(position);
    const Outlook<W> own_afresh = outlook_of(board, position);
    const std::string text = format_position(board, position);
    EXPECT_EQ(own.forecast, own_afresh.forecast) << text;
    EXPECT_EQ(own.moves, own_afresh.moves) << text;
    auto moves = test::list(placements(board, position) - winning_moves(board, position));
    std::shuffle(moves.begin(), moves.end(), rng);
    for (const Place move : moves) {
      const WidePosition<W> next = successor(board, position, move);
      const Outlook<W> found = ahead.after(move, next);
      const Outlook<W> afresh = outlook_of(board, next);
      const std::string after = text + " after " + format_place(board.geometry(), move);
      EXPECT_EQ(found.forecast, afresh.forecast) << after;
      EXPECT_EQ(found.plies, afresh.plies) << after;
      EXPECT_EQ(found.move, afresh.move) << after;
      EXPECT_EQ(found.moves, afresh.moves) << after;
      ++compared;
      if (afresh.plies > 0) ++decided;
    }
  };
  for (const BoardSize size : {BoardSize{4, 4}, {5, 5}, {6, 6}, {9, 7}, {12, 12}}) {
    with_board(size, [&]<int W>(const WideBoard<W>& board) {
      Techniques techniques;
      techniques.connections = false;
      LookAhead<W> ahead(board, techniques);
      for (int i = 0; i < 40; i += test::one_in(2)) {
        for (const WidePosition<W>& position :
             test::random_game(board, open_setup(board), 90, rng)) {
          if (!is_finished(board, position)) expect_same(board, position, ahead);
        }
        const auto crowded =
            test::crowded_position(board, 4 + test::random_below(rng, 9), 8, false, rng);
        if (!is_finished(board, crowded)) expect_same(board, crowded, ahead);
      }
    });
  }
  EXPECT_GT(compared, 20'000 / test::one_in(2));
  EXPECT_GT(decided, 2'000 / test::one_in(2));
}

}  // namespace
}  // namespace onyx::proof_number
