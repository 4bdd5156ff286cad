#include "experiments/pages/book/line_diagrams.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/notation.h"

namespace onyx {
namespace {

/// A rest of at most this number of moves is named beneath a diagram instead of getting its own.
constexpr std::size_t kShortTail = 2;
/// A diagram with at least this number of moves ends at a capture if more than a short
/// tail follows.
constexpr std::size_t kManyMoves = 5;

/// The diagram in progress.
class Page {
 public:
  Page(const PuzzleBoard& board, const PuzzlePosition& position, std::size_t first)
      : board_(&board), taken_(position.occupied()) {
    diagram_.picture = printed(board, position);
    diagram_.first = first;
  }

  bool has_room(Place place) const { return !taken_.has(place); }

  void add(const PuzzlePosition& before, Place place, std::size_t number) {
    diagram_.last = number;
    if (has_room(place)) {
      taken_.add(place);
      diagram_.picture.stones.push_back({place, before.to_move, static_cast<int>(number), false});
    } else {
      const PrintedStone& there = stone_on(place);
      diagram_.notes.push_back(fmt::format("{} at {}", number,
                                           there.number > 0
                                               ? std::to_string(there.number)
                                               : format_place(board_->geometry(), place)));
    }
    captured_by(*board_, before, place).for_each([&](Place gone) {
      stone_on(gone).is_captured = true;
    });
  }

  LineDiagram finished() { return std::move(diagram_); }

 private:
  PrintedStone& stone_on(Place place) {
    return *std::ranges::find(diagram_.picture.stones, place, &PrintedStone::place);
  }

  const PuzzleBoard* board_;
  PuzzleSet taken_;
  LineDiagram diagram_;
};

}  // namespace

std::vector<LineDiagram> line_diagrams(const PuzzleBoard& board, const PuzzlePosition& position,
                                       const std::vector<Place>& line) {
  std::vector<LineDiagram> diagrams;
  PuzzlePosition now = position;
  Page page(board, now, 1);
  bool was_capture = false;
  std::size_t moves = 0;  // on the page
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool is_tail = line.size() - i <= kShortTail;
    const bool turns = !page.has_room(line[i]) || (was_capture && moves >= kManyMoves);
    if (moves > 0 && turns && !is_tail) {
      diagrams.push_back(page.finished());
      page = Page(board, now, i + 1);
      moves = 0;
    }
    page.add(now, line[i], i + 1);
    ++moves;
    was_capture = captured_by(board, now, line[i]).any();
    now = successor(board, now, line[i]);
  }
  diagrams.push_back(page.finished());
  return diagrams;
}

}  // namespace onyx
