// Results to standard output, everything else to standard error.
#pragma once

#include <fmt/core.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace onyx {

/// Text from outside (the name of a file or folder, the content of a file) for a line of output:
/// control characters, which could move a terminal's cursor or begin a new line, are escaped.
std::string shown(std::string_view name);
inline std::string shown(const std::filesystem::path& path) {
  return shown(std::string_view(path.native()));
}
inline std::string shown(const std::string& name) { return shown(std::string_view(name)); }
inline std::string shown(const char* name) { return shown(std::string_view(name)); }

/// The text as one word for a shell, quoted if needed, so that a displayed command can be pasted.
std::string shell_word(std::string_view text);

/// Writes a line to standard error, escaped with shown(). Never throws: if the line cannot be
/// written, nothing changes.
template <class... Arguments>
void notify(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string line = shown(fmt::format(format, std::forward<Arguments>(arguments)...)) + "\n";
  std::fputs(line.c_str(), stderr);
}

/// Prints a JSON result, over several lines. Bytes that are not valid UTF-8, as in file names, are
/// replaced; control characters are escaped.
void print_json(const nlohmann::ordered_json& json);
/// Prints a JSON result on one line.
void print_json_line(const nlohmann::ordered_json& json);

}  // namespace onyx
