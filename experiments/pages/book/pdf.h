// Prints an HTML page to PDF with WeasyPrint, which supports what the pages need: page numbers,
// running heads, contents with page numbers, and bookmarks.
#pragma once

#include <filesystem>

namespace onyx {

/// Prints `page` to `pdf`. Whatever happens, `pdf` is either complete or as before. Throws
/// FileError if WeasyPrint is not found or fails; the message says what to do. Returns false if
/// interrupted.
bool print_to_pdf(const std::filesystem::path& page, const std::filesystem::path& pdf);

}  // namespace onyx
