// Encodes the moves of compact certificates to bytes and decodes them.
#include "solver/certificate/move_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "core/legality.h"
#include "core/moves.h"
#include "tests/solver/support.h"

namespace onyx::compact {
namespace {

using Random = std::mt19937;

std::uint32_t below(std::uint32_t limit, Random& random) {
  return static_cast<std::uint32_t>(random() % limit);
}

/// With this many answers, a carry sometimes propagates through 0xff bytes.
TEST(RangeCoder, GivesBackItsAnswersInAsManyBitsAsTheyAreWorth) {
  struct Answer {
    bool is_yes;
    std::uint32_t chance;
    std::uint32_t number, count;  // if count > 0, the answer is `number`, which is below `count`
  };
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<Answer> answers(random() % 2000);
    RangeEncoder encoder;
    double bits = 0;
    for (Answer& answer : answers) {
      if (random() % 4 == 0) {
        answer.count = 1 + below(580, random);
        answer.number = below(answer.count, random);
        bits += std::log2(answer.count);
        encoder.put_one_of(answer.number, answer.count);
        continue;
      }
      answer.chance = below(4, random) == 0 ? 65'520 : 1 + below(65'535, random);
      answer.is_yes = random() % 65'536 < answer.chance;
      const double likely = answer.chance / 65536.0;
      bits -= std::log2(answer.is_yes ? likely : 1 - likely);
      encoder.put(answer.is_yes, answer.chance);
    }
    const std::string bytes = encoder.finish();
    EXPECT_LE(static_cast<double>(bytes.size()), 1.01 * bits / 8 + 5);
    RangeDecoder decoder(bytes);
    for (const Answer& answer : answers) {
      if (answer.count > 0) {
        ASSERT_EQ(decoder.take_one_of(answer.count), answer.number);
      } else {
        ASSERT_EQ(decoder.take(answer.chance), answer.is_yes);
      }
    }
    EXPECT_NO_THROW(decoder.finish());
  }
}

TEST(RangeCoder, ThrowsAtBytesThatAreCutOffOrLeftOver) {
  EXPECT_THROW(RangeDecoder(std::string_view("abc")), Damage);
  EXPECT_THROW(RangeDecoder(std::string_view("\xff\xff\xff\xff")), Damage);
  const std::string zeros(6, '\0');
  RangeDecoder decoder(zeros);
  EXPECT_THROW(decoder.finish(), Damage);
}

/// Writes the moves of random games and expects to read the same moves.
template <int W>
void expect_the_same_moves(const WideBoard<W>& board, int games, Random& random) {
  struct Step {
    WidePosition<W> position;
    proof_number::Way way;
    Place move;
  };
  std::vector<Step> steps;
  for (int game = 0; game < games; ++game) {
    WidePosition<W> now = open_setup(board);
    proof_number::Way way;
    while (!is_finished(board, now) && steps.size() < 5'000) {
      std::vector<Place> moves;
      placements(board, now).for_each([&](Place place) { moves.push_back(place); });
      // Mostly play one of the first two moves, so that the model can guess some moves.
      const std::size_t most =
          random() % 8 == 0 ? moves.size() : std::min<std::size_t>(2, moves.size());
      const Place move = moves[random() % most];
      steps.push_back({now, way, move});
      way = {move, random() % 2 == 0 ? std::optional(moves[0]) : std::nullopt};
      now = successor(board, now, move);
    }
  }
  MoveModel<W> writer(board);
  RangeEncoder encoder;
  for (const Step& step : steps) writer.put(encoder, step.position, step.way, step.move);
  const std::string bytes = encoder.finish();
  MoveModel<W> reader(board);
  RangeDecoder decoder(bytes);
  for (const Step& step : steps) {
    ASSERT_EQ(reader.take(decoder, step.position, step.way), step.move);
  }
  EXPECT_NO_THROW(decoder.finish());
  EXPECT_GT(steps.size(), 1'000U);
}

TEST(MoveModel, ReadsWhatItWrote) {
  Random random(2);
  expect_the_same_moves(WideBoard<1>({3, 3}), 400, random);
  expect_the_same_moves(WideBoard<1>({6, 6}), 200, random);
  expect_the_same_moves(WideBoard<4>({12, 12}), 40, random);
  expect_the_same_moves(WideBoard<10>({20, 20}), 20, random);
}

WidePosition<1> after_first_move(const WideBoard<1>& board, Place place) {
  return successor(board, open_setup(board), place);
}

TEST(MoveModel, RefusesAMoveThatIsNotLegal) {
  const WideBoard<1> board({3, 3});
  const WidePosition<1> position = after_first_move(board, 4);
  MoveModel<1> model(board);
  RangeEncoder encoder;
  EXPECT_THROW(model.put(encoder, position, {}, Place{4}), std::invalid_argument);
  EXPECT_THROW(model.put(encoder, position, {}, Place{60}), std::invalid_argument);
}

/// A repeated answer to the same reply must soon cost almost no bytes.
TEST(MoveModel, LearnsWhatComesAgain) {
  const WideBoard<1> board({6, 6});
  const WidePosition<1> position = after_first_move(board, 7);
  MoveModel<1> model(board);
  RangeEncoder encoder;
  for (int i = 0; i < 10'000; ++i) model.put(encoder, position, {Place{7}, {}}, Place{14});
  EXPECT_LT(encoder.finish().size(), 50U);
}

}  // namespace
}  // namespace onyx::compact
