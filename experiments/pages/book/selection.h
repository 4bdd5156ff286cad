// Selects the puzzles of a collection that go into a book.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "experiments/puzzles/puzzle.h"

namespace onyx {

/// A puzzle is selected if it has one of the themes, one of the boards and a difficulty in the
/// range. An empty list accepts everything.
struct Selection {
  std::vector<Theme> themes;
  std::vector<BoardSize> boards;
  int least_difficulty = 1;
  int most_difficulty = 5;
  std::optional<std::size_t> count;  ///< At most this number of them, drawn at random.
  std::uint64_t seed = 1;
};

/// The result depends on the set of puzzles and the selection only, not on the order of `puzzles`.
/// The order of the result has no meaning.
std::vector<Puzzle> selected(std::vector<Puzzle> puzzles, const Selection& selection);

}  // namespace onyx
