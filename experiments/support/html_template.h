// Page templates with `@NAME@` placeholders, or with the tags of rendered().
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onyx {

/// Replaces the names by values; inserted text is not searched again.
std::string substitute(std::string_view pattern,
                       const std::vector<std::pair<std::string_view, std::string>>& values);

/// A subset of Mustache: `{{NAME}}` is an escaped text or number; `{{&NAME}}` is not escaped.
/// `{{#NAME}}...{{/NAME}}` appears for each element of a list, or once for another value unless it
/// is empty; `{{^NAME}}...{{/NAME}}` appears for an empty or missing value. Names inside are looked
/// up in the element first; `{{.}}` is the element. Sections of one name must not be nested. Throws
/// std::logic_error for a missing value or end.
std::string rendered(std::string_view pattern, const nlohmann::ordered_json& values);

/// For HTML or SVG, between tags or in a quoted attribute.
std::string escaped(std::string_view text);

}  // namespace onyx
