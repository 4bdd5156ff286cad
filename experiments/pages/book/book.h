// A book of puzzles as one HTML page, made for print: contents, rules with diagrams, puzzles,
// hints, solutions, indexes. It needs no other file and no script. Page numbers, running heads and
// bookmarks are asked for in the language of paged media (CSS), which pdf.h prints.
#pragma once

#include <string>
#include <vector>

#include "experiments/pages/book/book_entry.h"
#include "experiments/pages/book/paper.h"

namespace onyx {

struct BookSettings {
  std::string title;
  Paper paper = kPapers[0];
  int per_page = 4;  ///< is_per_page.
};

/// The entries as book_entries gives them.
std::string book_html(const std::vector<BookEntry>& entries, const BookSettings& settings);

/// About how many pages that has, for those who wait for them.
std::size_t expected_pages(const std::vector<BookEntry>& entries, const BookSettings& settings);

}  // namespace onyx
