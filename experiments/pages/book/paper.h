// Paper sizes, the grid of puzzles on a page, and printing. Lengths are in millimetres.
#pragma once

#include <array>
#include <filesystem>
#include <string_view>

namespace onyx {

struct Paper {
  std::string_view name;  ///< The name on the command line, such as "a4".
  double width;
  double height;
  double inner_margin;  ///< Towards the spine: left on odd pages, right on even pages.
  double outer_margin;
  double top_margin;  ///< Includes the running head.
  double bottom_margin;
  double font;  ///< Size of the text, in points.
};

inline constexpr std::array kPapers{
    Paper{"a4", 210, 297, 19, 15, 19, 17, 10.5},
    Paper{"a5", 148, 210, 15, 11, 15, 13, 9},
    Paper{"letter", 215.9, 279.4, 20, 16, 18, 16, 10.5},
};

struct PageGrid {
  double text_width;
  double text_height;
  double cell_width;
  double cell_height;
  double diagram_width;  ///< Maximum width of a diagram.
  double diagram_height;
  double notes;  ///< Height left in a cell for handwritten notes; 0 if too small.
};

PageGrid page_grid(const Paper& paper, int per_page);

/// Prints an HTML page with WeasyPrint. `pdf` is written completely or not at all. Throws FileError
/// if WeasyPrint is missing or fails. Returns false if interrupted.
bool print_to_pdf(const std::filesystem::path& page, const std::filesystem::path& pdf);

}  // namespace onyx
