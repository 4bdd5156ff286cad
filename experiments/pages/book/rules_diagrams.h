// The diagrams of the book's pages on the rules.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onyx {

/// Each with the name of its place in book.html, `@RULE_LINES@` and so on.
std::vector<std::pair<std::string_view, std::string>> rules_diagrams();

}  // namespace onyx
