// A slow, complete table of a small board, for tests only. It has the value and distance of every
// valid position, found by sweeps over all positions.
//
// Slots: places are numbered as in places(), points by row from A1, then midpoints by row. A
// colouring is the ternary number whose digit i (of weight 3^i) is 0 if place i is empty, 1 for V,
// 2 for H. Slot 2 * number is the colouring with V to move; slot 2 * number + 1 is the colouring
// with H to move. Invalid positions have slots, too. Time and memory grow with 3^places: 3x4 has
// 28.7 million slots.
//
// The sweeps use their own digits and geometry, so the table also checks rules.h independently.

#ifndef ONYX_TESTS_PLAIN_RETROGRADE_H_
#define ONYX_TESTS_PLAIN_RETROGRADE_H_

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <vector>

#include "tests/plain/rules.h"

namespace onyx::plain {

// The value for the side to move.
enum class Value : std::uint8_t { kIllegal, kWin, kLoss, kDraw };

struct Entry {
  Value value = Value::kIllegal;
  // Plies to the end under best play: the winner's shortest, the loser's longest. 0 for a finished
  // game; also 0, without meaning, for a draw or an invalid position.
  int distance = 0;

  bool operator==(const Entry&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Entry& entry);  // for test messages

struct Counts {
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  std::uint64_t draws = 0;
  std::uint64_t illegal = 0;

  bool operator==(const Counts&) const = default;
};

class Table {
 public:
  static constexpr int kMaxPlaces = 17;  // two bytes per slot: half a gigabyte

  // Computes the whole table. Throws std::invalid_argument for more than kMaxPlaces places.
  Table(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }

  std::uint64_t slots() const { return values_.size(); }
  std::uint64_t slot(const Position& position) const;
  Position position(std::uint64_t slot) const;

  Entry entry(std::uint64_t slot) const;
  Entry lookup(const Position& position) const { return entry(slot(position)); }

  Counts counts() const;           // for both sides to move
  Counts counts(char side) const;  // 'V' or 'H' to move
  int longest_distance() const;    // over all valid positions

  // Calls `visit` for each valid position, in the order of slots.
  void for_each_valid(const std::function<void(const Position&, const Entry&)>& visit) const;

 private:
  int width_;
  int height_;
  std::vector<Place> places_;
  std::vector<Value> values_;
  std::vector<std::uint8_t> distances_;
};

// Retrograde analysis by rules.h alone, on a board of any size: the entries of `start` and all
// positions reachable from it. These may include draws, which boards small enough for a Table lack.
// Throws std::length_error for more than `limit` positions.
std::map<Position, Entry> solve_from(const Position& start, std::size_t limit);

// Whether the side to move can connect within `plies` plies (odd), by exhaustive search. The game
// must not be over.
bool connects_within(const Position& position, int plies);

}  // namespace onyx::plain

#endif  // ONYX_TESTS_PLAIN_RETROGRADE_H_
