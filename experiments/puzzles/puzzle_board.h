// The boards of puzzles: up to 127 places, in at most two 64-bit words. Square boards go up to 9x9.
#pragma once

#include <stdexcept>
#include <type_traits>

#include "core/moves.h"

namespace onyx {

inline constexpr int kMostPuzzlePlaces = 127;

/// For code that need not be fast. Composers and verifiers use the narrowest board instead, because
/// on 6x6 two words take nearly twice as long as one.
using PuzzleBoard = WideBoard<2>;
using PuzzlePosition = WidePosition<2>;
using PuzzleSet = PlaceSet<2>;

#define ONYX_FOR_EACH_PUZZLE_WIDTH(X) X(1) X(2)

/// Calls use(board) with the narrowest board type for the size. Throws std::invalid_argument for
/// sizes that are invalid or too large.
template <class Use>
decltype(auto) with_puzzle_board(BoardSize size, Use&& use) {
  // clang 14 crashes if the lambda computes this type.
  using Result = std::invoke_result_t<Use&, const WideBoard<1>&>;
  return with_board(size, [&]<int W>(const WideBoard<W>& board) -> Result {
    if constexpr (W <= 2) {
      return use(board);
    } else {
      throw std::invalid_argument("the board is too large for puzzles");
    }
  });
}

}  // namespace onyx
