// Sight, compared with its definition (plain_sight.h) and with games whose sight is known.
#include "solver/sight/sight.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "core/wide_line.h"
#include "tests/sanitized.h"
#include "tests/solver/sight/plain_sight.h"

namespace onyx {
namespace {

struct Counts {
  int positions = 0;
  int moves = 0;
  int overlooking = 0;
  std::map<int, int> by_sight;
};

/// Compares all moves of random positions, for odd k up to `most`.
void compare(BoardSize size, int rounds, int free_points, int most, Counts& counts,
             test::Rng& rng) {
  const WideBoard<1> board(size);
  Sight<1> sight(board, 10);  // a table so small that entries are lost
  for (int round = 0; round < rounds; ++round) {
    const WidePosition<1> position =
        test::crowded_position(board, test::random_below(rng, free_points) + 1, 15, false, rng);
    const plain::Position plain = test::to_reference(board, position);
    ++counts.positions;
    for (int k = 1; k <= most; k += 2) {
      const std::optional<PlaceSet<1>> sighted = sight.sighted_moves(position, k);
      ASSERT_TRUE(sighted);
      ASSERT_TRUE(sighted->any()) << plain << ", k = " << k;
      for (const plain::Move& move : plain::legal_moves(plain)) {
        const Place place = parse_move(board, position, move.text());
        const bool expected = test::PlainSight::is_sighted(plain, move, k);
        ASSERT_EQ(sight.is_sighted(position, place, k), expected)
            << plain << ' ' << move.text() << ", k = " << k;
        ASSERT_EQ(sighted->has(place), expected) << plain << ' ' << move.text() << ", k = " << k;
        ++counts.moves;
        counts.overlooking += expected ? 0 : 1;
        counts.by_sight[k] += expected ? 0 : 1;
      }
    }
  }
}

TEST(Sight, IsAsDefined) {
  test::Rng rng(71);
  Counts counts;
  const int times = std::getenv("ONYX_ALL_GAMES") != nullptr ? 32 : 1;
  const int many = 150 / test::one_in(3) * times;
  compare({3, 3}, many, 9, 5, counts, rng);
  compare({3, 4}, many, 5, 7, counts, rng);
  compare({4, 4}, many, 5, 7, counts, rng);
  compare({4, 5}, many, 5, 7, counts, rng);
  compare({4, 5}, 40 * times, 10, 3, counts, rng);
  // For each k, some moves must overlook something, or the comparison shows nothing.
  for (const int k : {1, 3, 5, 7}) EXPECT_GT(counts.by_sight[k], 10) << k;
  RecordProperty("positions", counts.positions);
  RecordProperty("moves", counts.moves);
}

struct KnownGame {
  const char* record;
  int sight;
};

template <int W>
GameSight sight_of(const WideBoard<W>& board, const char* text, int most) {
  const Record record = parse_record(text);
  const WideLine<W> line = replay(board, parse_position(board, record.start), record.moves);
  Sight<W> sight(board);
  return sight_of_game<W>(sight, line.positions, line.moves, most);
}

TEST(Sight, OfGamesIntoRepetitions) {
  const WideBoard<1> small({4, 5});
  EXPECT_EQ(sight_of(small,
                     "open:4x5 B3 B4 D4 B2 D1 C3 C4* B4 A4 A5 A1 C3* B5* D5 C4 C1 A5 D2 A2 A3 B3* "
                     "A3 C2 B2*",
                     13)
                .sight,
            11);
  EXPECT_EQ(
      sight_of(small, "open:4x5 A4 B4 C4 A5 B5* B1 A5 D5 D1 C3 D3 A3 D4 D2 C2* D2 A1 B2", 9).sight,
      7);
  const WideBoard<1> mini({6, 6});
  EXPECT_EQ(sight_of(mini,
                     "standard:6x6 C2 E3 B1 B2* B6 F6 C5 B5* B1 A5 E6 E1 C2* B2 B3 A6 E2 A1 F2 F5 "
                     "E5 F1 C1 D4 C4 A2 B4 D5 C5 B6",
                     9)
                .sight,
            7);
  EXPECT_EQ(sight_of(mini,
                     "standard:6x6 F2 A2 B6 A6 C5 B5* E6 B2 C5 F6 B1 F5 C4 F1 D3 D4 E4 D5 E5 E3* "
                     "C2* B2 C1 A5 B4 A1 B3 B6 E4 E1 E2",
                     7)
                .sight,
            3);
}

TEST(Sight, OfAGameEndsWhereItRepeats) {
  const WideBoard<1> board({5, 5});
  // The game starts with its cycle of eight plies, so no move comes before the repetition.
  const char* const cycle = "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H ; B3 B4 C2 C3 D3 D2 C4 C3 B3";
  const Record record = parse_record(cycle);
  const WideLine<1> line = replay(board, parse_position(board, record.start), record.moves);
  EXPECT_EQ(plies_before_repetition(line.positions), 0U);
  Sight<1> sight(board);
  const GameSight found = sight_of_game<1>(sight, line.positions, line.moves, 9);
  EXPECT_EQ(found.sight, 9);
  EXPECT_FALSE(found.is_exact);
  const GameSight limited = sight_of_game<1>(sight, line.positions, line.moves, 9, 4);
  EXPECT_EQ(limited.sight, 3);
  EXPECT_TRUE(limited.is_exact);
}

TEST(Sight, HasNoAnswerBeyondItsNodes) {
  const WideBoard<1> board({6, 6});
  Sight<1> sight(board);
  sight.search().set_node_limit(50);
  const WidePosition<1> start = parse_position(board, "open:6x6");
  EXPECT_EQ(sight.is_sighted(start, board.geometry().point_at(2, 2), 13), std::nullopt);
  EXPECT_EQ(sight.sighted_moves(start, 13), std::nullopt);
}

}  // namespace
}  // namespace onyx
