// Compares legal moves, captures, connections, crosses and printed positions of the referee's bit
// board with the plain engine.
#include "solver/referee/bit_board.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "tests/plain/rules.h"

namespace onyx::referee {
namespace {

template <int N>
class Both {
 public:
  Both(int width, int height)
      : board_(static_cast<std::size_t>(width), static_cast<std::size_t>(height)) {
    // plain::places() lists places in the order of the bit board's place numbers.
    for (const plain::Place& place : plain::places(width, height)) {
      const std::size_t number = numbers_.size();
      numbers_[plain::name(place)] = number;
      places_.push_back(place);
    }
    EXPECT_EQ(places_.size(), board_.places);
  }

  Stones<N> stones_of(const plain::Position& position) const {
    Stones<N> stones;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const char stone = position.at(places_[i]);
      if (stone != '.') stones.of[index_of(stone)].add(i);
    }
    return stones;
  }

  void expect_same(const plain::Position& position) const {
    const Stones<N> stones = stones_of(position);
    EXPECT_EQ(print(board_, stones, position.side), plain::to_text(position));
    EXPECT_EQ(board_.has_cross(stones), plain::has_cross(position));
    for (const char player : {'V', 'H'}) {
      EXPECT_EQ(board_.connected(stones, player), plain::connected(position, player));
    }
  }

  void expect_same_moves(const plain::Position& position) const {
    const Stones<N> stones = stones_of(position);
    Set<N> moves = board_.moves(stones);
    const Set<N> connecting = board_.connecting(stones, position.side);
    for (const plain::Move& move : plain::legal_moves(position)) {
      const std::size_t place = numbers_.at(move.place);
      ASSERT_TRUE(moves.has(place)) << move.place;
      moves.remove(place);
      const plain::Position next = plain::play(position, move);
      EXPECT_EQ(board_.after(stones, position.side, place), stones_of(next)) << move.place;
      EXPECT_EQ(connecting.has(place), plain::connected(next, position.side)) << move.place;
    }
    EXPECT_FALSE(moves.any()) << "a move that is not legal";
  }

 private:
  const Board<N> board_;
  std::vector<plain::Place> places_;
  std::map<std::string, std::size_t> numbers_;
};

template <int N>
void play_games(int width, int height, int games) {
  const Both<N> both(width, height);
  std::mt19937 random(static_cast<unsigned>(width * 100 + height));
  for (int game = 0; game < games; ++game) {
    plain::Position position = plain::open_setup(width, height);
    // Long games have many captures, but may never end, so the plies are limited.
    for (int ply = 0; ply < 3 * width * height; ++ply) {
      both.expect_same(position);
      const auto moves = plain::legal_moves(position);
      if (moves.empty()) break;
      both.expect_same_moves(position);
      if (testing::Test::HasFailure()) {
        FAIL() << width << 'x' << height << " after " << ply << " plies of game " << game;
      }
      position = plain::play(position, moves[random() % moves.size()]);
    }
  }
}

TEST(BitBoard, KnowsTheSameRulesAsThePlainEngine) {
  play_games<1>(2, 2, 20);
  play_games<1>(3, 5, 10);
  play_games<1>(4, 5, 10);
  play_games<1>(6, 6, 4);
  play_games<2>(5, 4, 4);
  play_games<2>(8, 9, 1);
  play_games<10>(3, 3, 4);
  play_games<10>(12, 11, 1);
}

/// Uses random colourings, because games never lead to crosses or connect both players.
TEST(BitBoard, SeesCrossesAndConnectionsInAnyColouring) {
  std::mt19937 random(7);
  for (const auto& [width, height] : {std::pair{2, 2}, {4, 3}, {5, 5}, {3, 7}}) {
    const Both<1> both(width, height);
    for (int i = 0; i < 300; ++i) {
      plain::Position position = plain::open_setup(width, height);
      for (const plain::Place& place : plain::places(width, height)) {
        position.at(place) = "VHVH."[random() % (place.midpoint ? 40 : 5) % 5];
        if (place.midpoint && random() % 4 != 0) position.at(place) = '.';
      }
      both.expect_same(position);
    }
  }
}

}  // namespace
}  // namespace onyx::referee
