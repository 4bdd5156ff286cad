// Text that a user gives: from a file, or from standard input where a name is `-`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace onyx {

/// The whole content. Throws FileError, for standard input InputError; std::bad_alloc if it is
/// larger than the memory.
std::string read_input(const std::string& name);

/// The name for messages: "standard input" for `-`.
std::string name_of_input(const std::string& name);

struct TextLine {
  std::string_view text;  ///< Without its end.
  std::size_t number;     ///< From 1 on, all lines counted.
};
/// The lines of `text`, which must outlive them, but for blank ones and those that begin with #.
std::vector<TextLine> filled_lines(std::string_view text);

}  // namespace onyx
