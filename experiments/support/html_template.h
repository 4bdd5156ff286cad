// Page templates: texts with `@NAME@` placeholders, or with the tags that rendered() knows.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onyx {

/// The template with each of the names replaced; inserted text is not searched again.
std::string substitute(std::string_view pattern,
                       const std::vector<std::pair<std::string_view, std::string>>& values);

/// The template with the values, in a subset of Mustache. `{{NAME}}` becomes the text or number of
/// this name, escaped, and `{{&NAME}}` the text as it is. `{{#NAME}}...{{/NAME}}` appears for each
/// element of a list, or once for any other value, but not for an empty one;
/// `{{^NAME}}...{{/NAME}}` appears for an empty or missing value only. Within such a section, names
/// are looked up in the element first; `{{.}}` is the element itself. A section must not contain
/// another of the same name. Throws std::logic_error for a missing value or end.
std::string rendered(std::string_view pattern, const nlohmann::ordered_json& values);

/// Plain text escaped for HTML or SVG, between tags or in a quoted attribute.
std::string escaped(std::string_view text);

}  // namespace onyx
