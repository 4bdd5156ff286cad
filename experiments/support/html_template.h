// Page templates, with `@NAME@` for substitute() or with the tags of rendered().
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onyx {

/// Replaces each name by its value. Does not replace names in inserted values.
std::string substitute(std::string_view pattern,
                       const std::vector<std::pair<std::string_view, std::string>>& values);

/// Fills in a template in a subset of Mustache. `{{NAME}}` is a text or number, escaped;
/// `{{&NAME}}` is not escaped. `{{#NAME}}...{{/NAME}}` appears once for each element of a list, or
/// once for any other value unless it is empty; `{{^NAME}}...{{/NAME}}` appears for an empty or
/// missing value. Inside, names are looked up in the element first; `{{.}}` is the element.
/// Sections of one name must not be nested. Throws std::logic_error for a missing value or end.
std::string rendered(std::string_view pattern, const nlohmann::ordered_json& values);

/// Escapes text for HTML or SVG, between tags or in a quoted attribute.
std::string escaped(std::string_view text);

}  // namespace onyx
