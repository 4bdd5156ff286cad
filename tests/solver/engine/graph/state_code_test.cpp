// Encodes and decodes positions without loss, and numbers them despite collisions.
#include "solver/engine/graph/state_code.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/base/local_table.h"
#include "core/notation.h"
#include "tests/support.h"

namespace onyx {
namespace {

TEST(NarrowCode, FitsBoardsUpTo5x5) {
  for (const BoardSize size : {BoardSize{2, 2}, {5, 5}, {4, 6}, {3, 8}, {2, 10}}) {
    EXPECT_TRUE(NarrowCode::fits(Geometry(size))) << size.width << "x" << size.height;
  }
  for (const BoardSize size : {BoardSize{6, 5}, {6, 6}, {3, 9}, {20, 20}}) {
    EXPECT_FALSE(NarrowCode::fits(Geometry(size))) << size.width << "x" << size.height;
  }
}

TEST(NarrowCode, IsExactOnEveryBoardThatFits) {
  test::Rng rng(11);
  for (int width = 2; width <= 20; ++width) {
    for (int height = 2; height <= 20; ++height) {
      const BoardSize size{width, height};
      if (place_count(size) > 63 || !NarrowCode::fits(Geometry(size))) continue;
      const WideBoard<1> board(size);
      const NarrowCode code(board);
      std::map<std::uint64_t, WidePosition<1>> by_word;
      for (int i = 0; i < 500; ++i) {
        WidePosition<1> position;  // any colouring, legal or not
        for (Place place = 0; place < board.place_count(); ++place) {
          const auto colour = rng() % 3;
          if (colour < 2) position.stones[colour].add(place);
        }
        position.to_move = rng() % 2 == 0 ? Player::V : Player::H;
        const std::uint64_t word = code.encode(position);
        ASSERT_EQ(code.decode(word), position);
        ASSERT_EQ(by_word.try_emplace(word, position).first->second, position);
      }
    }
  }
}

TEST(LocalTable, FindsEveryNumberDespiteCollisions) {
  // Few different tags make lines of the table overflow; the last spread covers nearly all tags.
  for (const std::uint32_t spread : {1U, 3U, 1000U, 0xffff'fffeU}) {
    test::Rng rng(spread);
    LocalTable table;
    std::multimap<std::uint32_t, std::uint32_t> expected;
    for (std::uint32_t number = 0; number < 3000; ++number) {
      const auto tag = static_cast<std::uint32_t>(rng() % spread) + 1;
      table.reserve(number + 1);
      LocalTable::Slot slot = table.find(tag);
      while (table.number_in(slot, UINT32_MAX) != UINT32_MAX) slot = table.find_next(tag, slot);
      table.set(slot, tag, number);
      expected.emplace(tag, number);
    }
    for (auto entry = expected.begin(); entry != expected.end();) {
      const auto end = expected.upper_bound(entry->first);
      std::set<std::uint32_t> numbers;
      for (auto i = entry; i != end; ++i) numbers.insert(i->second);
      std::set<std::uint32_t> found;
      LocalTable::Slot slot = table.find(entry->first);
      for (std::uint32_t number; (number = table.number_in(slot, UINT32_MAX)) != UINT32_MAX;) {
        EXPECT_TRUE(found.insert(number).second);
        slot = table.find_next(entry->first, slot);
      }
      EXPECT_EQ(found, numbers);
      entry = end;
    }
  }
}

}  // namespace
}  // namespace onyx
