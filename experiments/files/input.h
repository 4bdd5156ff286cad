// Reads what a user names: files, one by one or by their folders, and standard input as `-`.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace onyx {

/// The whole content. Throws FileError, or InputError for standard input; std::bad_alloc if the
/// content is larger than the memory.
std::string read_input(const std::string& name);

/// The name for messages: "standard input" for `-`.
std::string name_of_input(const std::string& name);

struct TextLine {
  std::string_view text;  ///< Without the end of the line.
  std::size_t number;     ///< Counted from 1, over all lines.
};
/// The lines of `text`, except blank ones and those that begin with #. The text must outlive them.
std::vector<TextLine> filled_lines(std::string_view text);

/// The named files, and all files in the named folders, recursively, whose names end in one of the
/// endings; sorted. Throws FileError for a path that does not exist, and for a folder that can't be
/// read.
std::set<std::filesystem::path> named_files(const std::vector<std::string>& paths,
                                            const std::vector<std::string_view>& endings);

}  // namespace onyx
