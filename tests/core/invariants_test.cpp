// Tests facts 1 to 6 of core/README.md in random games of the core, on boards of many shapes.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/symmetry.h"
#include "tests/sanitized.h"
#include "tests/support.h"

namespace onyx {
namespace {

class Facts : public testing::TestWithParam<BoardSize> {
 protected:
  /// Calls use(board, game) for random games from every setup; large boards get fewer games.
  template <class Use>
  void for_each_game(unsigned seed, Use&& use) {
    test::Rng rng(seed);
    with_board(GetParam(), [&](const auto& board) {
      const int rounds = (10 + 10000 / board.place_count()) / test::one_in(3);
      for (const auto& setup : test::setups_of(board)) {
        for (int round = 0; round < rounds; ++round) {
          use(board, test::random_game(board, setup, 6 * board.place_count(), rng));
        }
      }
    });
  }
};

TEST_P(Facts, OneMidpointStonesStay) {
  int grown = 0;
  for_each_game(1, [&]<int W>(const WideBoard<W>& board, const std::vector<WidePosition<W>>& game) {
    for (std::size_t ply = 1; ply < game.size(); ++ply) {
      for (const Player player : test::kPlayers) {
        const PlaceSet<W> before = game[ply - 1].of(player) & board.midpoints();
        const PlaceSet<W> after = game[ply].of(player) & board.midpoints();
        ASSERT_TRUE(after.contains(before)) << format_position(board, game[ply]);
        if (after != before) ++grown;
      }
    }
  });
  // Only 2x2 has no midpoints.
  EXPECT_EQ(grown > 0, midpoint_count(GetParam()) > 0);
}

TEST_P(Facts, TwoNoCross) {
  // Captures prevent crosses, so the games must contain captures.
  int captures = 0;
  for_each_game(2, [&]<int W>(const WideBoard<W>& board, const std::vector<WidePosition<W>>& game) {
    for (std::size_t ply = 0; ply < game.size(); ++ply) {
      ASSERT_EQ(find_cross(board, game[ply]), board.place_count())
          << format_position(board, game[ply]);
      if (ply > 0 && !game[ply].occupied().contains(game[ply - 1].occupied())) ++captures;
    }
  });
  EXPECT_EQ(captures > 0, midpoint_count(GetParam()) > 0);
}

TEST_P(Facts, ThreeNeverBothConnectedAndNeverStuck) {
  int finished = 0;
  for_each_game(3, [&]<int W>(const WideBoard<W>& board, const std::vector<WidePosition<W>>& game) {
    for (std::size_t ply = 0; ply < game.size(); ++ply) {
      const WidePosition<W>& position = game[ply];
      const bool v = is_connected(board, position.of(Player::V), Player::V);
      const bool h = is_connected(board, position.of(Player::H), Player::H);
      ASSERT_FALSE(v && h) << format_position(board, position);
      // Only the player who moved last can be connected.
      ASSERT_FALSE(position.to_move == Player::V ? v : h) << format_position(board, position);
      ASSERT_EQ(is_finished(board, position), v || h);
      ASSERT_EQ(legal_moves(board, position).empty(), v || h) << format_position(board, position);
      ASSERT_EQ(defect_of(board, position), "");
      if (v || h) ++finished;
    }
  });
  EXPECT_GT(finished, 0);
}

TEST_P(Facts, ThreeFullBoardsHaveOneWinner) {
  test::Rng rng(4);
  with_board(GetParam(), [&]<int W>(const WideBoard<W>& board) {
    int full = 0;
    const int rounds = 20 + 4000 / board.place_count();
    for (int round = 0; round < rounds || full == 0; ++round) {
      ASSERT_LT(round, 100 * rounds);
      // Random stones may form crosses, which are illegal, so put a stone on the midpoint of each.
      WidePosition<W> position;
      for (const Place point : test::list(board.points())) {
        position.of(test::random_of<Player>({Player::V, Player::H}, rng)).add(point);
      }
      for (Place cross; (cross = find_cross(board, position)) < board.place_count();) {
        position.of(test::random_of<Player>({Player::V, Player::H}, rng)).add(cross);
      }
      ++full;
      const bool v = is_connected(board, position.of(Player::V), Player::V);
      const bool h = is_connected(board, position.of(Player::H), Player::H);
      ASSERT_NE(v, h) << format_position(board, position);
    }
  });
}

TEST_P(Facts, FourTheStonesTellTheMover) {
  for_each_game(5, [&]<int W>(const WideBoard<W>& board, const std::vector<WidePosition<W>>& game) {
    for (const WidePosition<W>& position : game) {
      const int lead = position.of(Player::V).count() - position.of(Player::H).count();
      ASSERT_EQ(position.to_move == Player::V, lead % 2 == 0) << format_position(board, position);
      ASSERT_TRUE(has_side_due(position)) << format_position(board, position);
      WidePosition<W> turned = position;
      turned.to_move = other(position.to_move);
      ASSERT_FALSE(has_side_due(turned)) << format_position(board, position);
    }
  });
}

/// Depth-first search of play from a position; visits each position once. A move back to a
/// position on the current line closes a cycle.
template <int W>
class CycleSearch {
 public:
  CycleSearch(const WideBoard<W>& board, std::size_t limit) : board_(board), limit_(limit) {}

  int run(const WidePosition<W>& start) {
    visit(start);
    return found_;
  }

 private:
  void visit(const WidePosition<W>& position) {
    if (ply_of_.size() >= limit_) return;
    ply_of_[position] = static_cast<int>(line_.size());
    line_.push_back(position);
    for (const Place move : test::list(legal_moves(board_, position))) {
      const WidePosition<W> next = successor(board_, position, move);
      moves_.push_back(move);
      const auto met = ply_of_.find(next);
      if (met == ply_of_.end()) {
        visit(next);
      } else if (met->second >= 0) {
        check(static_cast<std::size_t>(met->second));
      }
      moves_.pop_back();
    }
    line_.pop_back();
    ply_of_[position] = -1;
  }

  /// Checks fact 5 for the cycle that begins at ply `first` of the line.
  void check(std::size_t first) {
    ++found_;
    SCOPED_TRACE(format_position(board_, line_[first]));
    std::array<int, 2> placed{};
    std::array<int, 2> lost{};
    for (std::size_t ply = first; ply < moves_.size(); ++ply) {
      const Player mover = line_[ply].to_move;
      EXPECT_FALSE(board_.geometry().is_midpoint(moves_[ply]));
      ++placed[static_cast<std::size_t>(index_of(mover))];
      lost[static_cast<std::size_t>(index_of(other(mover)))] +=
          captured_by(board_, line_[ply], moves_[ply]).count();
    }
    const auto plies = static_cast<int>(moves_.size() - first);
    EXPECT_EQ(plies % 4, 0);
    EXPECT_EQ(placed[0], placed[1]);
    EXPECT_EQ(lost[0], lost[1]);
    EXPECT_EQ((lost[0] + lost[1]) / 2 * 2, plies);  // pairs captured are half of the plies
  }

  const WideBoard<W>& board_;
  const std::size_t limit_;
  std::vector<WidePosition<W>> line_;
  std::vector<Place> moves_;
  std::map<WidePosition<W>, int> ply_of_;  ///< Ply on the current line; -1 after the search.
  int found_ = 0;
};

TEST_P(Facts, FiveCyclesAreAsStated) {
  test::Rng rng(6);
  with_board(GetParam(), [&]<int W>(const WideBoard<W>& board) {
    int found = 0;
    const int rounds = board.place_count() > 150 ? 20 : 200;
    for (int round = 0; round < rounds; ++round) {
      CycleSearch<W> search(board, 400);
      found += search.run(test::crowded_position(board, 3 + round % 6, 10, false, rng));
    }
    EXPECT_EQ(found > 0, midpoint_count(GetParam()) > 0) << found;
  });
}

template <int W>
void expect_same_game(const WideBoard<W>& board, const WideBoard<W>& target,
                      const Symmetry& symmetry, const WidePosition<W>& position) {
  SCOPED_TRACE(format_position(board, position));
  const WidePosition<W> image = symmetry(position);
  ASSERT_EQ(defect_of(target, image).empty(), defect_of(board, position).empty());
  ASSERT_EQ(is_finished(target, image), is_finished(board, position));
  const PlaceSet<W> moves = legal_moves(board, position);
  ASSERT_EQ(legal_moves(target, image), symmetry(moves));
  for (const Place move : test::list(moves)) {
    const Place twin = symmetry.image[move];
    ASSERT_EQ(captured_by(target, image, twin), symmetry(captured_by(board, position, move)));
    ASSERT_EQ(successor(target, image, twin), symmetry(successor(board, position, move)));
  }
  if (!is_finished(board, position) && defect_of(board, position).empty()) {
    ASSERT_EQ(winning_moves(target, image), symmetry(winning_moves(board, position)));
  }
}

TEST_P(Facts, SixMovesCommuteWithSymmetries) {
  test::Rng rng(7);
  with_board(GetParam(), [&]<int W>(const WideBoard<W>& board) {
    const WideBoard<W> reflected({board.size().height, board.size().width});
    const Symmetry reflection = diagonal_reflection(board.geometry());
    const auto group = symmetries_of(board.geometry());
    for (int round = 0; round < 5 + 5000 / board.place_count(); ++round) {
      for (const WidePosition<W>& position :
           {test::random_game(board, open_setup(board), 3 * board.place_count(), rng).back(),
            test::random_game(board, open_setup(board), board.place_count() / 3, rng).back(),
            test::crowded_position(board, 5, 15, round % 2 == 0, rng),
            test::random_colouring(board, 50, rng)}) {
        expect_same_game(board, reflected, reflection, position);
        for (const Symmetry& symmetry : group) expect_same_game(board, board, symmetry, position);
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Boards, Facts, testing::ValuesIn(test::kShapes), test::name_of_shape);

}  // namespace
}  // namespace onyx
