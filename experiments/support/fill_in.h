// Templates of pages: texts with `@NAME@` in them, to be filled in.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onyx {

/// The template with each of the names replaced; what is put in is not looked at again.
std::string filled(std::string_view pattern,
                   const std::vector<std::pair<std::string_view, std::string>>& values);

}  // namespace onyx
