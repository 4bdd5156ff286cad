// Reads the user's input: files, folders, and standard input as `-`.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace onyx {

/// Throws FileError, InputError for standard input, and std::bad_alloc if memory is too small.
std::string read_input(const std::string& name);

std::string name_of_input(const std::string& name);

struct TextLine {
  std::string_view text;
  std::size_t number;  ///< Counted from 1, over all lines.
};
/// Without blank lines and lines that begin with #. The text must outlive the result.
std::vector<TextLine> filled_lines(std::string_view text);

/// The named files, and those at any depth of named folders with one of the endings; sorted. Throws
/// FileError for a missing path or an unreadable folder.
std::set<std::filesystem::path> named_files(const std::vector<std::string>& paths,
                                            const std::vector<std::string_view>& endings);

}  // namespace onyx
