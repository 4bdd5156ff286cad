// An HTML page printed to PDF by a browser that is installed: Chromium or Chrome, without a window.
#pragma once

#include <filesystem>

namespace onyx {

/// Prints `page` to `pdf`, which is complete or as before whatever happens. Throws FileError if no
/// browser is found or it fails; the message says what to do instead.
void print_to_pdf(const std::filesystem::path& page, const std::filesystem::path& pdf);

}  // namespace onyx
