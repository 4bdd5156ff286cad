// Text that a user gives: from a file, or from standard input where a name is `-`.
#pragma once

#include <string>

namespace onyx {

/// The whole content. Throws FileError, for standard input InputError; std::bad_alloc if it is
/// larger than the memory.
std::string read_input(const std::string& name);

/// The name for messages: "standard input" for `-`.
std::string name_of_input(const std::string& name);

}  // namespace onyx
