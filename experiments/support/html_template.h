// Fills in page templates: substitute() replaces names, rendered() handles Mustache tags.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onyx {

/// Replaces each name with its value. Does not replace names inside inserted values.
std::string substitute(std::string_view pattern,
                       const std::vector<std::pair<std::string_view, std::string>>& values);

/// Fills in a template, in a subset of Mustache. `{{NAME}}` inserts a text or number, escaped;
/// `{{&NAME}}` does not escape. `{{#NAME}}...{{/NAME}}` is repeated for each element of a list; for
/// other values, it appears once unless the value is empty. `{{^NAME}}...{{/NAME}}` appears if the
/// value is empty or missing. Inside, names refer to the element first; `{{.}}` is the element.
/// Do not nest sections of equal name. Throws std::logic_error for a missing value or end tag.
std::string rendered(std::string_view pattern, const nlohmann::ordered_json& values);

/// Escapes text for HTML or SVG, between tags or in a quoted attribute.
std::string escaped(std::string_view text);

}  // namespace onyx
