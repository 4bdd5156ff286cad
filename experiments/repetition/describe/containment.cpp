#include "experiments/repetition/describe/containment.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "core/notation.h"

namespace onyx {
namespace {

template <int W>
bool contains(const Position<W>& large, const Position<W>& small) {
  return large.to_move == small.to_move && (small.stones[0] - large.stones[0]).empty() &&
         (small.stones[1] - large.stones[1]).empty();
}

template <int W>
std::vector<std::vector<std::size_t>> contained_on(const Board<W>& board,
                                                   const std::vector<CyclePositions>& cycles) {
  std::vector<std::vector<Position<W>>> positions(cycles.size());
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    for (const std::string& text : cycles[i]) positions[i].push_back(parse_position(board, text));
  }
  std::vector<std::vector<std::size_t>> contained(cycles.size());
  tbb::parallel_for(std::size_t{0}, cycles.size(), [&](std::size_t i) {
    for (std::size_t j = 0; j < cycles.size(); ++j) {
      const auto has = [&](const Position<W>& small) {
        return std::any_of(positions[i].begin(), positions[i].end(),
                           [&](const Position<W>& large) { return contains(large, small); });
      };
      if (i != j && std::any_of(positions[j].begin(), positions[j].end(), has)) {
        contained[i].push_back(j);
      }
    }
  });
  return contained;
}

}  // namespace

std::vector<std::vector<std::size_t>> contained_cycles(const std::vector<CyclePositions>& cycles) {
  if (cycles.empty()) return {};
  return with_board(board_size_of(cycles.front().front()),
                    [&](const auto& board) { return contained_on(board, cycles); });
}

std::vector<bool> least_cycles(const std::vector<std::vector<std::size_t>>& contained) {
  std::vector<bool> least(contained.size());
  for (std::size_t i = 0; i < contained.size(); ++i) least[i] = contained[i].empty();
  return least;
}

}  // namespace onyx
