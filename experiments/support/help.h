// The pages that --help prints, in one form for all commands.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace onyx {

/// The group of the options that every command takes; a help page lists it last.
inline constexpr const char* kCommonOptions = "Common options";

/// For CLI::App::formatter_fn: usage, arguments, commands, options by group, and the footer,
/// wrapped to the width of the terminal. An option's text is followed by the words it takes, its
/// default, the options it needs, and the options it excludes. In the footer, empty lines separate
/// paragraphs; a line that begins with a blank is kept as it is.
std::string help_page(const CLI::App& app, const std::string& name);

}  // namespace onyx
