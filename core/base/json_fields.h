// JSON objects whose fields are checked as they are read.
//
// The JSON library silently converts 1.5 to the count 1, and -1 to a large count; its errors do not
// name the field. The errors here name the field's path, such as "run.seconds" or "themes[2]".
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace onyx {

/// Invalid JSON, or a missing or wrong field. The message names the position or the field.
class FieldError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Parses JSON. Throws FieldError; the message gives the line and the column of a syntax error.
nlohmann::json parse_json(std::string_view text);

/// Getters throw FieldError if a field is absent, of the wrong type, or out of range.
class JsonFields {
 public:
  using Json = nlohmann::json;

  /// Throws FieldError unless `json` is an object. `json` must outlive this.
  explicit JsonFields(const Json& json, std::string path = "");

  bool has(const char* key) const { return json_.contains(key); }
  bool has_value(const char* key) const { return has(key) && !json_.at(key).is_null(); }

  std::string text(const char* key) const;
  /// Returns a whole number from 0 to `most`.
  std::uint64_t count(const char* key, std::uint64_t most = UINT64_MAX) const;
  /// Returns a finite number, at least 0.
  double amount(const char* key) const;
  bool flag(const char* key) const;
  JsonFields object(const char* key) const;
  std::vector<std::string> texts(const char* key) const;
  std::vector<std::uint64_t> counts(const char* key) const;
  std::vector<JsonFields> objects(const char* key) const;

  std::optional<std::uint64_t> count_if_any(const char* key) const;

  void for_each_text(
      const std::function<void(const std::string&, const std::string&)>& visit) const;
  void for_each_count(const std::function<void(const std::string&, std::uint64_t)>& visit) const;

  /// Throws FieldError unless "format" and "version" have these values.
  void require_format(const char* format, std::uint64_t version) const;

  /// Throws FieldError with the message `"PATH.KEY" WHAT`.
  [[noreturn]] void refuse(const std::string& key, const std::string& what) const;

 private:
  const Json& field(const char* key) const;
  const Json& list(const char* key) const;
  std::uint64_t count_in(const Json& field, const std::string& key, std::uint64_t most) const;
  std::string text_in(const Json& field, const std::string& key) const;
  std::string path_of(const std::string& key) const;
  const Json& json_;
  std::string path_;
};

}  // namespace onyx
