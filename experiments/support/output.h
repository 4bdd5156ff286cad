// Results to standard output, everything else to standard error.
#pragma once

#include <fmt/core.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace onyx {

/// Text from outside (the name of a file or folder, what a file says) for a line of output: control
/// characters, which could move the cursor of a terminal or begin a line, are escaped.
std::string shown(std::string_view name);
inline std::string shown(const std::filesystem::path& path) {
  return shown(std::string_view(path.native()));
}
inline std::string shown(const std::string& name) { return shown(std::string_view(name)); }
inline std::string shown(const char* name) { return shown(std::string_view(name)); }

/// The same as one word for a shell, so that a command which is shown can be pasted: in quotes
/// where it needs them.
std::string shell_word(std::string_view text);

/// A line on standard error, all of it shown(). That it cannot be written changes nothing, so it
/// never throws.
template <class... Arguments>
void notify(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string line = shown(fmt::format(format, std::forward<Arguments>(arguments)...)) + "\n";
  std::fputs(line.c_str(), stderr);
}

/// A JSON result, over several lines. Bytes that are no UTF-8, as in names of files, are replaced;
/// control characters are escaped.
void print_json(const nlohmann::ordered_json& json);
/// The same on one line.
void print_json_line(const nlohmann::ordered_json& json);

}  // namespace onyx
