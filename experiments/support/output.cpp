#include "experiments/support/output.h"

#include <algorithm>

namespace onyx {

std::string shown(std::string_view name) {
  std::string text;
  const auto is_control = [](unsigned char byte) { return byte < 0x20 || byte == 0x7f; };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    // U+0080 to U+009F are control characters, too.
    const auto next = static_cast<unsigned char>(i + 1 < name.size() ? name[i + 1] : 0);
    const bool is_pair = byte == 0xc2 && next >= 0x80 && next < 0xa0;
    if (is_pair || is_control(byte)) text += fmt::format("\\x{:02x}", byte);
    if (is_pair) text += fmt::format("\\x{:02x}", next);
    if (!is_pair && !is_control(byte)) text += name[i];
    i += is_pair ? 1 : 0;
  }
  return text;
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:=+,@%";
  // A word that begins with a hyphen would be an option.
  if (text.starts_with('-')) return shell_word("./" + std::string(text));
  if (!text.empty() && text.find_first_not_of(kPlain) == text.npos) return std::string(text);
  const bool has_control = shown(text) != text;
  std::string word = has_control ? "$'" : "'";
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (has_control) {
      // Every byte that is not plain, by its number: only so can a control character be shown.
      word += kPlain.find(letter) != kPlain.npos ? std::string(1, letter)
                                                 : fmt::format("\\{:03o}", byte);
    } else {
      word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
  }
  return word + "'";
}

namespace {

/// `indent`: blanks for each level; -1: all on one line.
void print_json(const nlohmann::ordered_json& json, int indent) {
  using Json = nlohmann::ordered_json;
  const std::string text = json.dump(indent, ' ', false, Json::error_handler_t::replace);
  // Those below U+0020 the library has escaped; the others may stand in a text, and nowhere else.
  std::string safe;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (byte == 0x7f) {
      safe += "\\u007f";
    } else if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {
      safe += fmt::format("\\u{:04x}", next);
      ++i;
    } else {
      safe += text[i];
    }
  }
  fmt::print("{}\n", safe);
}

}  // namespace

void print_json(const nlohmann::ordered_json& json) { print_json(json, 1); }
void print_json_line(const nlohmann::ordered_json& json) { print_json(json, -1); }

}  // namespace onyx
