#include "experiments/pages/book/paper.h"

#include <algorithm>

namespace onyx {

std::optional<Paper> paper_named(std::string_view name) {
  const auto* const paper = std::ranges::find(kPapers, name, &Paper::name);
  if (paper == kPapers.end()) return std::nullopt;
  return *paper;
}

bool is_per_page(int puzzles) {
  return puzzles == 1 || puzzles == 2 || puzzles == 4 || puzzles == 6;
}

PageGrid page_grid(const Paper& paper, int per_page) {
  constexpr double kGap = 4;         // between diagrams
  constexpr double kLeastNotes = 9;  // less would not hold a line of writing
  const int columns = per_page >= 4 ? 2 : 1;
  const int rows = per_page / columns;
  // Height for number and stars above the diagram, demand and hints below it, and some space.
  const double words = 1.95 * paper.font;
  PageGrid grid{};
  grid.text_width = paper.width - paper.inner_margin - paper.outer_margin;
  grid.text_height = paper.height - paper.top_margin - paper.bottom_margin;
  // Slightly less than the page, so that rounding cannot push the last cells off it.
  grid.cell_width = (grid.text_width - 0.5) / columns;
  grid.cell_height = (grid.text_height - 0.5) / rows;
  grid.diagram_width = grid.cell_width - kGap;
  grid.diagram_height = std::min(grid.diagram_width, grid.cell_height - words);
  grid.notes = grid.cell_height - words - grid.diagram_height;
  if (grid.notes < kLeastNotes) grid.notes = 0;
  return grid;
}

}  // namespace onyx
