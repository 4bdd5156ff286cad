// Makes a book of puzzles as one HTML page for print: contents, rules with diagrams, puzzles,
// hints, solutions, indexes. The page needs no other file and no script. Page numbers, running
// heads and bookmarks use CSS for paged media; paper.h prints the page.
#pragma once

#include <string>
#include <vector>

#include "experiments/pages/book/book_entry.h"
#include "experiments/pages/book/paper.h"

namespace onyx {

struct BookSettings {
  std::string title;
  Paper paper = kPapers[0];
  int per_page = 4;  ///< 1, 2, 4 or 6.
};

/// Takes the entries that book_entries() returns; there must be at least one.
std::string book_html(const std::vector<BookEntry>& entries, const BookSettings& settings);

}  // namespace onyx
