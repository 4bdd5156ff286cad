// The pages that --help prints, in one form for all commands.
#pragma once

#include <cstddef>
#include <string>

namespace CLI {
class App;
}

namespace onyx {

/// The group of the options that every command takes; it is the last one of a page.
inline constexpr const char* kCommonOptions = "Common options";

/// For CLI::App::formatter_fn: usage, arguments, commands, options by their groups, and the footer,
/// wrapped to the width of the terminal. Behind the text of an option stand the words that it
/// takes, its default, and the options that it needs and those that it does not go with. A footer
/// is paragraphs between empty lines; a line that begins with a blank is kept as it is.
std::string help_page(const CLI::App& app, const std::string& name);

/// Columns of the terminal that standard output is, else COLUMNS of the environment, else 80. Never
/// more than 100, since nobody likes to read longer lines, nor fewer than 40.
std::size_t help_width();

}  // namespace onyx
