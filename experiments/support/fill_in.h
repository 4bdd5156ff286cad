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

/// Plain text as it must stand in HTML or SVG, between tags or in the quotes of an attribute.
std::string escaped(std::string_view text);

}  // namespace onyx
