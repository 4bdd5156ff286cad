#include "experiments/support/fill_in.h"

#include <algorithm>

namespace onyx {

std::string filled(std::string_view pattern,
                   const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::string text;
  while (!pattern.empty()) {
    const auto value = std::find_if(values.begin(), values.end(), [&](const auto& name_and_value) {
      return pattern.starts_with(name_and_value.first);
    });
    if (value != values.end()) {
      text += value->second;
      pattern.remove_prefix(value->first.size());
    } else {
      text += pattern.front();
      pattern.remove_prefix(1);
    }
  }
  return text;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += letter;
    }
  }
  return result;
}

}  // namespace onyx
