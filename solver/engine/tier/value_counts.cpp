#include "solver/engine/tier/value_counts.h"

#include <cstddef>

namespace onyx {

ValueCounts& ValueCounts::operator+=(const ValueCounts& that) {
  wins += that.wins;
  losses += that.losses;
  draws += that.draws;
  illegal += that.illegal;
  return *this;
}

ValueCounts CountsBySide::both() const {
  ValueCounts sum = to_move[0];
  return sum += to_move[1];
}

CountsBySide CountsBySide::times(std::uint64_t straight, std::uint64_t swapped) const {
  CountsBySide result;
  for (std::size_t side = 0; side < 2; ++side) {
    const ValueCounts& own = to_move[side];
    const ValueCounts& other = to_move[1 - side];
    result.to_move[side] = {straight * own.wins + swapped * other.wins,
                            straight * own.losses + swapped * other.losses,
                            straight * own.draws + swapped * other.draws,
                            straight * own.illegal + swapped * other.illegal};
  }
  return result;
}

CountsBySide& CountsBySide::operator+=(const CountsBySide& that) {
  for (std::size_t side = 0; side < 2; ++side) to_move[side] += that.to_move[side];
  return *this;
}

}  // namespace onyx
