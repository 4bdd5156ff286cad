// The explorer and the values, compared with the slow full table of the plain engine: every
// position of boards up to 4x3, with either side to move, its value and its distance.
//
// The largest board takes a gigabyte and half a minute. So its mirror image 3x4 is tested only if
// ONYX_ALL_TABLES is set in the environment.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/sanitized.h"
#include "tests/solver/support.h"

namespace onyx {
namespace {

/// Numbers positions as plain::Table numbers its slots (plain/retrograde.h).
template <int W>
class Slots {
 public:
  explicit Slots(const WideBoard<W>& board) {
    std::uint64_t weight = 1;
    for (int i = 0; i < board.place_count(); ++i, weight *= 3) weights_.push_back(weight);
    colourings_ = weight;
  }

  std::uint64_t colourings() const { return colourings_; }
  std::uint64_t slot_of(const WidePosition<W>& position) const {
    std::uint64_t number = 0;
    position.of(Player::V).for_each([&](Place place) { number += weights_[place]; });
    position.of(Player::H).for_each([&](Place place) { number += 2 * weights_[place]; });
    return 2 * number + (position.to_move == Player::H ? 1 : 0);
  }

 private:
  std::vector<std::uint64_t> weights_;
  std::uint64_t colourings_ = 0;
};

/// Calls visit(position) for every colouring of the board, in the order of slots, V to move.
template <int W, class Visit>
void for_each_colouring(const WideBoard<W>& board, Visit&& visit) {
  WidePosition<W> position;
  while (true) {
    visit(position);
    Place place = 0;
    for (; place < board.place_count(); ++place) {
      // Counts up by one: empty, V, H, then carry to the next place.
      if (position.of(Player::V).has(place)) {
        position.of(Player::V).remove(place);
        position.of(Player::H).add(place);
        break;
      }
      if (!position.of(Player::H).has(place)) {
        position.of(Player::V).add(place);
        break;
      }
      position.of(Player::H).remove(place);
    }
    if (place == board.place_count()) return;
  }
}

template <int W>
void expect_full_table(const WideBoard<W>& board) {
  const plain::Table table(board.size().width, board.size().height);
  const Slots<W> slots(board);
  ASSERT_EQ(2 * slots.colourings(), table.slots());

  // The core and the table must agree on what is legal. Unfinished legal positions become roots.
  std::vector<WidePosition<W>> roots;
  std::uint64_t slot = 0;
  for_each_colouring(board, [&](WidePosition<W> position) {
    for (const Player player : test::kPlayers) {
      position.to_move = player;
      const plain::Entry entry = table.entry(slot);
      ASSERT_EQ(slots.slot_of(position), slot);
      ++slot;
      const bool legal = is_legal(board, position);
      ASSERT_EQ(legal, entry.value != plain::Value::kIllegal) << format_position(board, position);
      if (!legal) continue;
      const bool finished = entry == plain::Entry{plain::Value::kLoss, 0};
      ASSERT_EQ(is_finished(board, position), finished) << format_position(board, position);
      if (!finished) roots.push_back(position);
    }
  });
  ASSERT_EQ(slot, table.slots());

  const SolvedGraph<W> solved = test::solved_from(board, roots);
  const StateGraph<W>& graph = solved.graph;
  // The states are exactly the roots, each once, because moves lead only to legal positions.
  ASSERT_EQ(graph.state_count(), roots.size());
  ASSERT_EQ(graph.roots.size(), roots.size());
  std::vector<bool> met(table.slots());
  for (StateId state = 0; state < graph.state_count(); ++state) {
    const WidePosition<W> position = graph.position(state);
    const std::uint64_t at = slots.slot_of(position);
    ASSERT_FALSE(met[at]) << format_position(board, position);
    met[at] = true;
    const plain::Entry entry = table.entry(at);
    ASSERT_EQ(solved.outcomes[state], test::outcome_of(entry))
        << format_position(board, position) << " is " << entry;
    ASSERT_EQ(graph.is_leaf(state), (entry == plain::Entry{plain::Value::kWin, 1}))
        << format_position(board, position);
  }
  for (std::size_t i = 0; i < roots.size(); ++i) {
    ASSERT_EQ(graph.position(graph.roots[i]), roots[i]);
  }
}

class FullTable : public testing::TestWithParam<BoardSize> {};

TEST_P(FullTable, EveryPositionValueAndDistance) {
  with_board(GetParam(), [](const auto& board) { expect_full_table(board); });
}

std::vector<BoardSize> boards_of_full_tables() {
  std::vector<BoardSize> boards = {{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {2, 5}, {3, 3}};
  if (!test::kIsSanitized) boards.push_back({4, 3});
  if (std::getenv("ONYX_ALL_TABLES") != nullptr) boards.push_back({3, 4});
  return boards;
}

INSTANTIATE_TEST_SUITE_P(Boards, FullTable, testing::ValuesIn(boards_of_full_tables()),
                         test::name_of_shape);

}  // namespace
}  // namespace onyx
