#include "core/base/json_fields.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace onyx {

using Json = JsonFields::Json;

Json parse_json(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const std::string_view before = text.substr(0, std::min(error.byte, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t column = before.size() - (before.rfind('\n') + 1);
    throw FieldError(fmt::format("it is not valid JSON (line {}, column {})", line, column));
  } catch (const Json::exception&) {
    throw FieldError("it is not valid JSON");
  }
}

JsonFields::JsonFields(const Json& json, std::string path) : json_(json), path_(std::move(path)) {
  if (json.is_object()) return;
  throw FieldError(path_.empty() ? "it is not a JSON object"
                                 : fmt::format("\"{}\" must be an object", path_));
}

std::string JsonFields::path_of(const std::string& key) const {
  return path_.empty() ? key : path_ + "." + key;
}

void JsonFields::refuse(const std::string& key, const std::string& what) const {
  throw FieldError(fmt::format("\"{}\" {}", path_of(key), what));
}

const Json& JsonFields::field(const char* key) const {
  const auto found = json_.find(key);
  if (found == json_.end())
    throw FieldError(fmt::format("the key \"{}\" is missing", path_of(key)));
  return *found;
}

const Json& JsonFields::list(const char* key) const {
  if (!field(key).is_array()) refuse(key, "must be a list");
  return field(key);
}

std::string JsonFields::text_in(const Json& field, const std::string& key) const {
  if (!field.is_string()) refuse(key, "must be text");
  return field.get<std::string>();
}

std::uint64_t JsonFields::count_in(const Json& field, const std::string& key,
                                   std::uint64_t most) const {
  if (!field.is_number_unsigned()) refuse(key, "must be a whole number, 0 or more");
  const auto number = field.get<std::uint64_t>();
  if (number > most) refuse(key, fmt::format("must be at most {}", most));
  return number;
}

std::string JsonFields::text(const char* key) const { return text_in(field(key), key); }

std::uint64_t JsonFields::count(const char* key, std::uint64_t most) const {
  return count_in(field(key), key, most);
}

std::optional<std::uint64_t> JsonFields::count_if_any(const char* key) const {
  return has(key) ? std::optional(count(key)) : std::nullopt;
}

double JsonFields::amount(const char* key) const {
  const Json& number = field(key);
  const double amount = number.is_number() ? number.get<double>() : -1;
  if (!std::isfinite(amount) || amount < 0) refuse(key, "must be a number, 0 or more");
  return amount;
}

bool JsonFields::flag(const char* key) const {
  if (!field(key).is_boolean()) refuse(key, "must be true or false");
  return field(key).get<bool>();
}

JsonFields JsonFields::object(const char* key) const {
  return JsonFields(field(key), path_of(key));
}

std::vector<std::string> JsonFields::texts(const char* key) const {
  std::vector<std::string> texts;
  for (const Json& element : list(key)) {
    texts.push_back(text_in(element, fmt::format("{}[{}]", key, texts.size())));
  }
  return texts;
}

std::vector<std::uint64_t> JsonFields::counts(const char* key) const {
  std::vector<std::uint64_t> counts;
  for (const Json& element : list(key)) {
    counts.push_back(count_in(element, fmt::format("{}[{}]", key, counts.size()), UINT64_MAX));
  }
  return counts;
}

std::vector<JsonFields> JsonFields::objects(const char* key) const {
  std::vector<JsonFields> objects;
  for (const Json& element : list(key)) {
    objects.emplace_back(element, fmt::format("{}[{}]", path_of(key), objects.size()));
  }
  return objects;
}

void JsonFields::for_each_text(
    const std::function<void(const std::string&, const std::string&)>& visit) const {
  for (const auto& [key, field] : json_.items()) visit(key, text_in(field, key));
}

void JsonFields::for_each_count(
    const std::function<void(const std::string&, std::uint64_t)>& visit) const {
  for (const auto& [key, field] : json_.items()) visit(key, count_in(field, key, UINT64_MAX));
}

void JsonFields::require_format(const char* format, std::uint64_t version) const {
  if (text("format") != format) refuse("format", fmt::format("must be \"{}\"", format));
  if (count("version") != version) refuse("version", fmt::format("must be {}", version));
}

}  // namespace onyx
