// Page templates: texts with `@NAME@` placeholders.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onyx {

/// The template with each of the names replaced; inserted text is not searched again.
std::string filled(std::string_view pattern,
                   const std::vector<std::pair<std::string_view, std::string>>& values);

/// Plain text escaped for HTML or SVG, between tags or in a quoted attribute.
std::string escaped(std::string_view text);

}  // namespace onyx
