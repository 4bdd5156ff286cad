// Finds where a line of play repeats itself.
#pragma once

#include <vector>

#include "core/line.h"

namespace onyx {

/// The position after ply `from` returns after ply `to`, and not in between. Play then repeats the
/// positions since `from` up to ply `until`, which is at least `to`. Plies are counted from 1, so
/// ply 0 is the start.
struct Repetition {
  std::size_t from = 0;
  std::size_t to = 0;
  std::size_t until = 0;

  friend bool operator==(const Repetition&, const Repetition&) = default;
};

/// All repetitions, ordered by `to`. A cycle that is played several times in a row counts as one.
/// O(plies) expected.
std::vector<Repetition> repetitions_in(const Line& line);

/// "the position after ply 133 returns after ply 141"
std::string describe(const Repetition& repetition);

}  // namespace onyx
