#pragma once

#include <string>

namespace CLI {
class App;
}

namespace onyx {

/// The name of the last group of options on every page.
inline constexpr const char* kCommonOptions = "Common options";

/// A page for CLI::App::formatter_fn, wrapped to the width of the terminal. The text of an option
/// is followed by its choices, default, needs and exclusions. In the footer, empty lines separate
/// paragraphs, and lines that begin with a blank are not wrapped.
std::string help_page(const CLI::App& app, const std::string& name);

}  // namespace onyx
