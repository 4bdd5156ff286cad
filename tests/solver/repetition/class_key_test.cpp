// A class has one key, whichever of its positions, or of their symmetric images, is used to compute
// it. The key also follows from the cycle of a certificate alone.
#include <gtest/gtest.h>

#include <set>

#include "solver/certificate/certificate.h"
#include "solver/repetition/recurrence.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

template <int W>
std::set<std::string> keys_from(const WideBoard<W>& board, const WidePosition<W>& position) {
  const auto solved = test::solved_from(board, std::vector{position});
  const std::vector<Symmetry> group = symmetries_of(board.geometry());
  std::set<std::string> keys;
  for (const RecurrentClass& states : recurrent_classes(solved.graph, solved.outcomes)) {
    keys.insert(format_position(board, class_key(group, solved.graph, solved.outcomes, states)));
  }
  return keys;
}

TEST(ClassKey, IsTheSameFromEveryPositionOfTheClass) {
  for (const std::size_t i : {0U, 1U, 3U, 10U}) {
    test::with_position(test::kDraws.at(i), [&](const auto& board, const auto& position) {
      const auto solved = test::solved_from(board, std::vector{position});
      const std::vector<Symmetry> group = symmetries_of(board.geometry());
      for (const RecurrentClass& states : recurrent_classes(solved.graph, solved.outcomes)) {
        const auto key = class_key(group, solved.graph, solved.outcomes, states);
        EXPECT_EQ(key, canonical_form(group, key));
        const std::string text = format_position(board, key);
        for (const StateId state : {states.front(), states[states.size() / 2], states.back()}) {
          for (const Symmetry& symmetry : {group.front(), group.back()}) {
            const auto other = symmetry(solved.graph.position(state));
            EXPECT_TRUE(keys_from(board, other).contains(text)) << text;
          }
        }
      }
    });
  }
}

TEST(ClassKey, IsTheLeastOnTheCycleOfACertificateThatBeginsThere) {
  for (const std::string& text : test::kDraws) {
    test::with_position(
        text, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& position) {
          const std::vector<Symmetry> group = symmetries_of(board.geometry());
          for (const std::string& key : keys_from(board, position)) {
            const WidePosition<W> start = parse_position(board, key);
            const auto solved = test::solved_from(board, std::vector{start});
            const StateId root = solved.graph.roots.front();
            const ForcedCycle cycle = shortest_cycle(solved.graph, solved.outcomes, root);
            std::vector<WidePosition<W>> positions;
            for (const StateId state : cycle.states)
              positions.push_back(solved.graph.position(state));
            EXPECT_EQ(least_form<W>(group, positions), start) << key;
          }
        });
  }
}

TEST(ClassKey, MeasuresNoStateOfALargeClass) {
  constexpr StateId kStates = kMostMeasuredStates + 1;
  EXPECT_TRUE(measured_states(RecurrentClass(kStates)).empty());
  EXPECT_EQ(measured_states(RecurrentClass(kStates - 1)).size(), kMostMeasuredStates);
}

}  // namespace
}  // namespace onyx
