// A slow and complete table of a small board, for tests only: the value and the distance of every
// valid position, found by repeated sweeps over all positions.
//
// Slots. The places of the board are numbered as in places(): points by row from A1, then midpoints
// by row. A colouring is the ternary number whose digit i (of weight 3^i) is 0 if place i is empty,
// 1 for V, 2 for H; slot 2 * number is that colouring with V to move, slot 2 * number + 1 with H to
// move. The table has every slot, including those of invalid positions. Time and memory grow with
// 3^places: 3x4 has 28.7 million slots.
//
// The sweeps use their own arrays of digits and their own geometry, so the table is also an
// independent check of rules.h.

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
  // Plies to the end under best play (winner shortest, loser longest); 0 for a finished game, and
  // also for a draw and for an invalid position, where it has no meaning.
  int distance = 0;

  bool operator==(const Entry&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Entry& entry);  // for messages of tests

struct Counts {
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  std::uint64_t draws = 0;
  std::uint64_t illegal = 0;

  bool operator==(const Counts&) const = default;
};

class Table {
 public:
  static constexpr int kMaxPlaces = 17;  // two bytes a slot: half a gigabyte

  // Computes everything. Throws std::invalid_argument if the board has more than kMaxPlaces places.
  Table(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }

  std::uint64_t slots() const { return values_.size(); }
  std::uint64_t slot(const Position& position) const;
  Position position(std::uint64_t slot) const;

  Entry entry(std::uint64_t slot) const;
  Entry lookup(const Position& position) const { return entry(slot(position)); }

  Counts counts() const;           // over both sides to move
  Counts counts(char side) const;  // 'V' or 'H' to move
  int longest_distance() const;    // the largest over all valid positions

  // Calls `visit` for each valid position, in the order of slots.
  void for_each_valid(const std::function<void(const Position&, const Entry&)>& visit) const;

 private:
  int width_;
  int height_;
  std::vector<Place> places_;
  std::vector<Value> values_;
  std::vector<std::uint8_t> distances_;
};

// Retrograde analysis by rules.h alone, for a board of any size: the entries of `start` and of all
// positions reachable from it. It can find draws, which do not occur on boards small enough for a
// Table. Throws std::length_error beyond `limit` positions.
std::map<Position, Entry> solve_from(const Position& start, std::size_t limit);

// Whether the side to move connects within `plies` plies (an odd number), by exhaustive search. The
// game must not be over.
bool connects_within(const Position& position, int plies);

}  // namespace onyx::plain

#endif  // ONYX_TESTS_PLAIN_RETROGRADE_H_
