// Text from the user: from a file, or from standard input if the name is `-`.
#pragma once

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

}  // namespace onyx
