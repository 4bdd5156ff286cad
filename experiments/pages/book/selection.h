// Which puzzles of a collection go into a book.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// A puzzle is taken if it has one of the themes, one of the boards and a difficulty in the range;
/// lists that are empty ask for nothing.
struct Selection {
  std::vector<Theme> themes;
  std::vector<BoardSize> boards;
  int least_difficulty = 1;
  int most_difficulty = 5;
  std::optional<std::size_t> count;  ///< So many of them at most, drawn by lot.
  std::uint64_t seed = 1;
};

/// The order of the puzzles given does not matter: the same puzzles and the same selection give the
/// same ones, in an order of no meaning.
std::vector<Puzzle> selected(std::vector<Puzzle> puzzles, const Selection& selection);

}  // namespace onyx
