#pragma once

#include "experiments/support/options.h"

namespace onyx {

/// The name of the group of options that comes last on every help page.
inline constexpr const char* kCommonOptions = "Common options";

/// Returns a help page for CLI::App::formatter_fn, wrapped to the terminal's width. Each option's
/// text ends with its choices, default, needed and excluded options, and "Required" if it is. In
/// footers, empty lines separate paragraphs, and lines that begin with a blank are not wrapped.
std::string help_page(const CLI::App& app, const std::string& name);

}  // namespace onyx
