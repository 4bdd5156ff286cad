// The pages that --help prints.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace onyx {

/// The last group of options on every page.
inline constexpr const char* kCommonOptions = "Common options";

/// For CLI::App::formatter_fn; wrapped to the width of the terminal. An option's text is followed
/// by its choices, default, needs and exclusions. In the footer, empty lines separate paragraphs;
/// lines that begin with a blank are not wrapped.
std::string help_page(const CLI::App& app, const std::string& name);

}  // namespace onyx
