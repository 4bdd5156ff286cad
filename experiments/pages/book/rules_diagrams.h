// The diagrams of the book's pages on the rules.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onyx {

/// The diagrams by their placeholder in book.html, such as `@RULE_LINES@`.
std::vector<std::pair<std::string_view, std::string>> rules_diagrams();

}  // namespace onyx
