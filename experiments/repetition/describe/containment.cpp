#include "experiments/repetition/describe/containment.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/notation.h"
#include "core/symmetry.h"

namespace onyx {
namespace {

template <int W>
bool contains(const WidePosition<W>& large, const WidePosition<W>& small) {
  return large.to_move == small.to_move && (small.stones[0] - large.stones[0]).empty() &&
         (small.stones[1] - large.stones[1]).empty();
}

template <int W>
std::vector<std::vector<std::size_t>> contained_on(const WideBoard<W>& board,
                                                   const std::vector<CyclePositions>& cycles) {
  const std::vector<Symmetry> group = symmetries_of(board.geometry());
  std::vector<std::vector<WidePosition<W>>> positions(cycles.size());
  std::vector<std::vector<WidePosition<W>>> images(cycles.size());
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    for (const std::string& text : cycles[i]) {
      positions[i].push_back(parse_position(board, text));
      for (const Symmetry& symmetry : group) images[i].push_back(symmetry(positions[i].back()));
    }
  }
  const auto lies_in = [&](std::size_t inner, std::size_t outer) {
    return std::any_of(images[inner].begin(), images[inner].end(), [&](const auto& small) {
      return std::any_of(positions[outer].begin(), positions[outer].end(),
                         [&](const auto& large) { return contains(large, small); });
    });
  };
  std::vector<std::vector<std::size_t>> contained(cycles.size());
  parallel_for(Threads::all, cycles.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j < cycles.size(); ++j) {
        if (i != j && lies_in(j, i)) contained[i].push_back(j);
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
