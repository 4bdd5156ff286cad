// Reads the user's input: files, folders, and standard input, which is named `-`.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace onyx {

/// Throws FileError, InputError if `-` cannot be read, and std::bad_alloc.
std::string read_input(const std::string& name);

std::string name_of_input(const std::string& name);

struct TextLine {
  std::string_view text;
  std::size_t number;  ///< Counted from 1, skipped lines included.
};
/// Returns the lines that are not blank and do not begin with #. The text must outlive the result.
std::vector<TextLine> filled_lines(std::string_view text);

/// Returns the named files and, from named folders, all files at any depth with one of the endings;
/// sorted. Throws FileError for a missing path or an unreadable folder.
std::set<std::filesystem::path> named_files(const std::vector<std::string>& paths,
                                            const std::vector<std::string_view>& endings);

}  // namespace onyx
