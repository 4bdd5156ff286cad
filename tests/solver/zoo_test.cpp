// Solves every position of tests/zoo/zoo.txt, and compares value and distance with the file.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "tests/sanitized.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

struct Animal {
  int line;
  std::string position;
  std::string value;  ///< As in the file: "draw", "V wins 7".
};

std::vector<Animal> read_zoo() {
  std::ifstream file(std::string(ONYX_TEST_DIR) + "/zoo/zoo.txt");
  std::vector<Animal> zoo;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t equals = line.find(" = ");
    if (equals == std::string::npos) {
      ADD_FAILURE() << "line " << number << " has no value";
      continue;
    }
    zoo.push_back({number, line.substr(0, equals), line.substr(equals + 3)});
  }
  return zoo;
}

std::string text_of(Outcome outcome, Player mover) {
  if (outcome.is_draw()) return "draw";
  const Player winner = outcome.value() == Value::win ? mover : other(mover);
  return std::string(1, letter_of(winner)) + " wins " + std::to_string(outcome.distance());
}

template <int W>
Outcome outcome_of(const WideBoard<W>& board, const WidePosition<W>& position) {
  if (is_finished(board, position)) return Outcome::decided_in(0);
  const SolvedGraph<W> solved = test::solved_from(board, std::vector{position});
  return solved.outcomes[solved.graph.roots[0]];
}

TEST(Zoo, HasTheStatedValues) {
  const std::vector<Animal> zoo = read_zoo();
  EXPECT_GE(zoo.size(), 50U);
  std::set<std::string> different;
  for (const Animal& animal : zoo) {
    SCOPED_TRACE("line " + std::to_string(animal.line));
    EXPECT_TRUE(different.insert(animal.position).second) << "given twice";
    test::with_position(animal.position, [&](const auto& board, const auto& position) {
      EXPECT_EQ(text_of(outcome_of(board, position), position.to_move), animal.value);
    });
  }
}

// Checks that the file has correct values, for positions that the plain engine solves quickly.
TEST(Zoo, AgreesWithThePlainEngine) {
  int compared = 0;
  for (const Animal& animal : read_zoo()) {
    if (animal.line % test::one_in(2) != 0) continue;
    SCOPED_TRACE("line " + std::to_string(animal.line));
    test::with_position(animal.position, [&](const auto& board, const auto& position) {
      if (board.place_count() > 60) return;
      const plain::Position start = test::to_reference(board, position);
      try {
        const plain::Entry entry = plain::solve_from(start, 3000).at(start);
        EXPECT_EQ(text_of(test::outcome_of(entry), position.to_move), animal.value);
        ++compared;
      } catch (const std::length_error&) {
      }
    });
  }
  EXPECT_GE(compared, 25 / test::one_in(3));
}

}  // namespace
}  // namespace onyx
