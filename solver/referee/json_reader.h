// Reads a JSON object with exactly the fields of its format; anything else is rejected.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "solver/referee/accepted.h"

namespace onyx::referee::json {

using std::size_t;
using std::string_view;
using Texts = std::vector<std::string>;

inline std::string quote(string_view text) {
  return '"' + std::string(text.substr(0, 200)) + (text.size() > 200 ? "...\"" : "\"");
}

struct Entry {
  std::string move;
  enum { kNew, kOpen, kDone } state = kNew;  // during the search through play
};

// Entries keyed by position. Not a hash table: a crafted file could hold many colliding keys.
using Strategy = std::map<std::string, Entry>;

// The values, keyed by field name. All objects share the maps, because field names are unique.
struct Content {
  std::set<string_view> present;
  std::map<string_view, std::string> text;
  std::map<string_view, std::uint64_t> numbers;
  std::map<string_view, Texts> moves;
  std::map<string_view, Strategy> strategies;
};

// The kinds of values, as messages name them.
inline constexpr string_view a_text = "text";
inline constexpr string_view a_version = "the number 1";
inline constexpr string_view a_ply = "the number of a ply, from 1";
inline constexpr string_view an_object = "an object";
inline constexpr string_view a_strategy = "an object with a move, a text, for each position";
inline constexpr string_view an_array = "an array of moves, each a text";
inline constexpr string_view unread = "an object, which is not read";

struct Field {
  string_view parent;
  string_view name;
  string_view kind;
  string_view claims;  // first letters of the claims that require this field
  bool optional;       // allowed with other claims
};

// Rejects values that the fields do not allow. The parser does not recurse, so "about" may be
// nested to any depth.
class Reader : public nlohmann::json_sax<nlohmann::json> {
 public:
  Reader(string_view json, const Field& whole, std::span<const Field> fields)
      : json_(json), fields_(fields), field_(&whole) {}

  Content content;

  bool key(std::string& name) override {
    if (skipped_ > 0) return true;
    const Field& parent = *open_.back();
    if (parent.kind == a_strategy) {
      const auto [entry, added] = content.strategies[parent.name].try_emplace(name);
      if (!added) reject("duplicate position " + quote(name) + " in " + std::string(parent.name));
      move_ = &entry->second.move;
      return true;
    }
    const auto found = std::find_if(fields_.begin(), fields_.end(), [&](const Field& field) {
      return field.parent == parent.name && field.name == name;
    });
    if (found == fields_.end()) {
      reject("unknown key " + quote(name) + " in " + std::string(parent.name));
    }
    field_ = &*found;
    if (!content.present.insert(field_->name).second) reject("duplicate key " + quote(name));
    return true;
  }
  bool string(std::string& text) override {
    if (skipped_ > 0) return true;
    if (in(a_strategy)) {
      *move_ = text;
    } else if (in(an_array)) {
      content.moves[field_->name].push_back(text);
    } else if (expects(a_text)) {
      content.text[field_->name] = text;
    } else {
      return other();
    }
    return true;
  }
  bool number_unsigned(std::uint64_t number) override {
    if (number == 1 && expects(a_version)) return true;
    if (number == 0 || !expects(a_ply)) return other();
    content.numbers[field_->name] = number;
    return true;
  }
  bool start_object(size_t) override {
    if (skipped_ > 0 || expects(unread)) return ++skipped_ > 0;
    return expects(an_object) || expects(a_strategy) ? enter() : other();
  }
  bool start_array(size_t) override {
    if (skipped_ > 0) return ++skipped_ > 0;
    return expects(an_array) ? enter() : other();
  }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool null() override { return other(); }
  bool boolean(bool) override { return other(); }
  bool number_integer(std::int64_t) override { return other(); }
  bool number_float(double, const std::string&) override { return other(); }
  bool binary(nlohmann::json::binary_t&) override { return other(); }
  // `bytes`: the number of bytes read, one more than the size if the file is truncated.
  bool parse_error(size_t bytes, const std::string& token,
                   const nlohmann::json::exception& error) override {
    if (json_.find_first_not_of(" \t\n\r") == json_.npos) reject("not JSON: the file is empty");
    if (bytes > json_.size()) {
      reject("not JSON: the file ends too early, at byte " + std::to_string(json_.size()) +
             ": it is cut off or damaged");
    }
    const string_view before = json_.substr(0, bytes - 1);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const size_t column = bytes - (before.rfind('\n') + 1);  // npos + 1 is 0
    const std::string place =
        "not JSON: line " + std::to_string(line) + ", byte " + std::to_string(column) + ": ";
    if (dynamic_cast<const nlohmann::json::out_of_range*>(&error) != nullptr) {
      reject(place + "the number " + quote(token) + " is too large");
    }
    reject(place + name_of(json_[bytes - 1]) + " is not expected here");
  }

 private:
  static std::string name_of(char c) {
    if (c > ' ' && c <= '~') return std::string("'") + c + '\'';
    if (c == '\n') return "the end of the line";
    if (c == ' ') return "a blank";
    const auto byte = static_cast<unsigned char>(c);
    constexpr const char* digits = "0123456789abcdef";
    return std::string("byte 0x") + digits[byte / 16] + digits[byte % 16];
  }
  bool in(string_view kind) const { return !open_.empty() && open_.back()->kind == kind; }
  bool expects(string_view kind) const {
    return field_->kind == kind && !in(a_strategy) && !in(an_array);
  }
  bool enter() {
    open_.push_back(field_);
    return true;
  }
  bool leave() {
    skipped_ > 0 ? void(--skipped_) : open_.pop_back();
    return true;
  }
  bool other() const {
    if (skipped_ == 0) reject(std::string(field_->name) + " must be " + std::string(field_->kind));
    return true;
  }

  const string_view json_;
  const std::span<const Field> fields_;
  std::vector<const Field*> open_;  // the objects and arrays around the next value
  const Field* field_;              // the last key outside strategies
  std::string* move_ = nullptr;     // receives the next move of a strategy
  size_t skipped_ = 0;              // depth inside "about"
};

inline Content read(string_view json, const Field& whole, std::span<const Field> fields) {
  // The parser would stop at a zero byte and skip a byte order mark.
  if (json.find('\0') != json.npos) reject("not JSON: there is a zero byte");
  if (json.starts_with("\xef\xbb\xbf")) reject("not JSON: it begins with a byte order mark");
  Reader reader(json, whole, fields);
  nlohmann::json::sax_parse(json.begin(), json.end(), &reader);
  return std::move(reader.content);
}

}  // namespace onyx::referee::json
