#include "experiments/support/html_template.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace onyx {

std::string substitute(std::string_view pattern,
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

namespace {

using TemplateValue = nlohmann::ordered_json;

/// Fills in a template. Looks up names in a stack of objects, the innermost first.
class Renderer {
 public:
  explicit Renderer(const TemplateValue& values) : scopes_{&values} {}

  std::string rendered(std::string_view pattern) {
    std::string text;
    while (true) {
      const std::size_t begin = pattern.find("{{");
      text += pattern.substr(0, begin);
      if (begin == pattern.npos) return text;
      std::string_view tag = taken(pattern, begin + 2, "}}");
      const char kind = tag.front();
      if (kind == '#' || kind == '^' || kind == '&') tag.remove_prefix(1);
      const TemplateValue* value = find(tag);
      if (kind == '#' || kind == '^') {
        drop_line_end(pattern);
        const std::string_view body = taken(pattern, 0, "{{/" + std::string(tag) + "}}");
        drop_line_end(pattern);
        const bool is_empty = value == nullptr || value->is_null() || *value == false ||
                              *value == "" || (value->is_array() && value->empty());
        if (is_empty == (kind == '^')) text += rendered_section(body, value);
      } else {
        if (value == nullptr) throw std::logic_error("no value for " + std::string(tag));
        const std::string told = value->is_string() ? value->get<std::string>() : value->dump();
        text += kind == '&' ? told : escaped(told);
      }
    }
  }

 private:
  /// Returns the text from `begin` to `ending`, and removes it from `pattern`, together with all
  /// text before it and with `ending`.
  static std::string_view taken(std::string_view& pattern, std::size_t begin,
                                std::string_view ending) {
    const std::size_t end = pattern.find(ending, begin);
    if (end == pattern.npos) throw std::logic_error("no " + std::string(ending) + " in template");
    const std::string_view part = pattern.substr(begin, end - begin);
    pattern.remove_prefix(end + ending.size());
    return part;
  }

  static void drop_line_end(std::string_view& pattern) {
    if (pattern.starts_with('\n')) pattern.remove_prefix(1);
  }

  std::string rendered_section(std::string_view body, const TemplateValue* value) {
    std::string text;
    const bool is_list = value != nullptr && value->is_array() && !value->empty();
    for (std::size_t i = 0; i < (is_list ? value->size() : 1); ++i) {
      scopes_.push_back(is_list ? &(*value)[i] : value);
      text += rendered(body);
      scopes_.pop_back();
    }
    return text;
  }

  const TemplateValue* find(std::string_view name) const {
    if (name == ".") return scopes_.back();
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (*scope == nullptr || !(*scope)->is_object()) continue;
      const auto found = (*scope)->find(name);
      if (found != (*scope)->end()) return &*found;
    }
    return nullptr;
  }

  std::vector<const TemplateValue*> scopes_;
};

}  // namespace

std::string rendered(std::string_view pattern, const TemplateValue& values) {
  return Renderer(values).rendered(pattern);
}

std::string escaped(std::string_view text) {
  static const std::vector<std::pair<std::string_view, std::string>> kEntities{
      {"<", "&lt;"}, {">", "&gt;"}, {"&", "&amp;"}, {"\"", "&quot;"}};
  return substitute(text, kEntities);
}

}  // namespace onyx
