// The baseline of bench_strong: a whole board solved the straightforward way.
//
// One byte a slot: colouring * 2 + side to move, where a colouring is a number to base 3 with a
// digit for each place, points first, then midpoints. Every pass visits every open slot, looks up
// what its moves lead to, and decides it if it can; passes go on until one decides nothing. All
// that a plain table can have for little is in it: sets of stones by table look-up instead of digit
// by digit, an order in which most slots are decided in the first pass (fuller boards first), the
// first winning move ends a slot, what a pass has decided counts at once, huge pages, all threads.
// The order alone doubles its speed: a table that counts upwards needs 21 passes on 3x5 instead of
// 11, and does 20 million slots a second on the two threads on which this one does 43.
#pragma once

#include <cstdint>

#include "core/base/big_array.h"
#include "solver/tier/tier_solver.h"

namespace onyx {

class BaselineTable {
 public:
  /// Throws std::bad_alloc. At most 31 places.
  explicit BaselineTable(BoardSize size);

  std::uint64_t slots() const { return values_.size(); }
  int passes() const { return passes_; }
  ValueCounts counts() const;

 private:
  BigArray<std::uint8_t> values_;
  int passes_ = 0;
};

}  // namespace onyx
