// An HTML page printed to PDF by WeasyPrint, which knows what the pages ask for: page numbers,
// running heads, contents with page numbers, and bookmarks.
#pragma once

#include <cstddef>
#include <filesystem>

namespace onyx {

/// Prints `page` to `pdf`, which is complete or as before whatever happens; shows progress on the
/// way, which has about so many pages. Throws FileError if WeasyPrint is not found or fails; the
/// message says what to do. Returns false if it was interrupted.
bool print_to_pdf(const std::filesystem::path& page, const std::filesystem::path& pdf,
                  std::size_t expected_pages);

}  // namespace onyx
