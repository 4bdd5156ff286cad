#include "core/plain_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace onyx {
namespace {

struct Range {
  char32_t first;
  char32_t last;
  const char* plain;
};

/// Sorted. Full-width forms of ASCII are not included, because their codes are computed.
constexpr Range kLookAlikes[] = {
    {0x00a0, 0x00a0, " "},    // no-break space
    {0x00ab, 0x00ab, "\""},   // double angle quote
    {0x00ad, 0x00ad, ""},     // soft hyphen
    {0x00b4, 0x00b4, "'"},    // acute accent
    {0x00bb, 0x00bb, "\""},   // double angle quote
    {0x00bd, 0x00bd, "1/2"},  // one half
    {0x00d7, 0x00d7, "x"},    // multiplication sign
    {0x0425, 0x0425, "x"},    // Cyrillic
    {0x0445, 0x0445, "x"},    // Cyrillic
    {0x2000, 0x200a, " "},    // blanks of many widths
    {0x200b, 0x200d, ""},     // invisible characters
    {0x2010, 0x2015, "-"},    // hyphens and dashes
    {0x2018, 0x201b, "'"},    // single quotes
    {0x201c, 0x201f, "\""},   // double quotes
    {0x2022, 0x2022, " "},    // bullet
    {0x2026, 0x2026, "..."},  // ellipsis
    {0x2028, 0x2029, "\n"},   // ends of lines and paragraphs
    {0x202f, 0x202f, " "},    // narrow no-break space
    {0x2039, 0x203a, "'"},    // single angle quotes
    {0x203c, 0x203c, "!!"},   // double exclamation mark
    {0x2044, 0x2044, "/"},    // fraction slash
    {0x2047, 0x2047, "??"},   // double question mark
    {0x2048, 0x2048, "?!"},   // question and exclamation mark
    {0x2049, 0x2049, "!?"},   // exclamation and question mark
    {0x204e, 0x204e, "*"},    // low asterisk
    {0x2051, 0x2051, "**"},   // two asterisks
    {0x205f, 0x205f, " "},    // mathematical space
    {0x2060, 0x2060, ""},     // word joiner
    {0x2212, 0x2212, "-"},    // minus
    {0x2215, 0x2215, "/"},    // division slash
    {0x2217, 0x2217, "*"},    // asterisk operator
    {0x2236, 0x2236, ":"},    // ratio
    {0x22c6, 0x22c6, "*"},    // star operator
    {0x2605, 0x2606, "*"},    // stars
    {0x2613, 0x2613, "x"},    // saltire
    {0x2715, 0x2718, "x"},    // crosses
    {0x2721, 0x2743, "*"},    // stars and asterisks
    {0x2749, 0x274b, "*"},    // asterisks
    {0x274c, 0x274c, "x"},    // cross mark
    {0x2795, 0x2795, "+"},    // heavy plus
    {0x2796, 0x2796, "-"},    // heavy minus
    {0x29f8, 0x29f8, "/"},    // big solidus
    {0x2a2f, 0x2a2f, "x"},    // cross product
    {0x2b50, 0x2b50, "*"},    // star
    {0x3000, 0x3000, " "},    // ideographic space
    {0x3001, 0x3001, ","},    // ideographic comma
    {0x3002, 0x3002, "."},    // ideographic full stop
    {0xfe0e, 0xfe0f, ""},     // selectors of text or picture style
    {0xfe58, 0xfe58, "-"},    // small dash
    {0xfe61, 0xfe61, "*"},    // small asterisk
    {0xfe63, 0xfe63, "-"},    // small hyphen
    {0xfeff, 0xfeff, ""},     // byte order mark
};

/// Returns a null pointer if the character has no ASCII look-alike.
const char* look_alike(char32_t code) {
  const auto* const found =
      std::lower_bound(std::begin(kLookAlikes), std::end(kLookAlikes), code,
                       [](const Range& range, char32_t key) { return range.last < key; });
  return found != std::end(kLookAlikes) && found->first <= code ? found->plain : nullptr;
}

bool prints(char32_t code) {
  constexpr Range kHidden[] = {
      {0x0000, 0x001f, ""},   {0x007f, 0x009f, ""},    {0x00ad, 0x00ad, ""}, {0x061c, 0x061c, ""},
      {0x180e, 0x180e, ""},   {0x200b, 0x200f, ""},    {0x2028, 0x202e, ""}, {0x2060, 0x206f, ""},
      {0xe000, 0xf8ff, ""},   {0xfeff, 0xfeff, ""},    {0xfff0, 0xfffb, ""}, {0xfffe, 0xffff, ""},
      {0x1fffe, 0x1ffff, ""}, {0xe0000, 0x10ffff, ""},
  };
  return std::none_of(std::begin(kHidden), std::end(kHidden), [&](const Range& range) {
    return range.first <= code && code <= range.last;
  });
}

}  // namespace

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >= 0xf0 && first < 0xf5   ? 4
                            : first >= 0xe0 && first < 0xf0 ? 3
                            : first >= 0xc2 && first < 0xe0 ? 2
                                                            : 0;
  if (bytes == 0) return {};
  char32_t code = first & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3fU);
  }
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  if (code < kLeast[bytes] || is_surrogate || code > 0x10ffff) return {};
  return {code, bytes};
}

PlainText::PlainText(std::string_view typed) : typed_(typed) {
  text_.reserve(typed.size());
  origins_.reserve(typed.size() + 1);
  const auto add = [&](std::string_view plain, std::size_t origin) {
    text_ += plain;
    origins_.resize(text_.size(), static_cast<std::uint32_t>(origin));
  };
  for (std::size_t at = 0; at < typed_.size();) {
    const std::string_view rest = std::string_view(typed_).substr(at);
    const auto [code, bytes] = first_character(rest);
    const std::size_t length = std::max<std::size_t>(bytes, 1);
    if (code >= 0xff01 && code <= 0xff5e) {  // full-width form
      const char plain = static_cast<char>(code - 0xff01 + '!');
      add({&plain, 1}, at);
    } else if (const char* const plain = bytes > 1 ? look_alike(code) : nullptr) {
      add(plain, at);
    } else {
      for (std::size_t i = 0; i < length; ++i) add(rest.substr(i, 1), at + i);
    }
    at += length;
  }
  origins_.push_back(static_cast<std::uint32_t>(typed_.size()));
}

std::string_view PlainText::typed(std::string_view part) const {
  const auto begin = static_cast<std::size_t>(part.data() - text_.data());
  const std::size_t first = origins_[begin];
  const std::string_view from = std::string_view(typed_).substr(first);
  const std::size_t length = origins_[begin + part.size()] - first;
  // If the part begins within the replacement of a character, such as ½, show that character.
  return from.substr(0, length > 0 || part.empty() ? length : character_length(from));
}

std::size_t character_length(std::string_view text) {
  return std::max<std::size_t>(first_character(text).bytes, 1);
}

std::string printable(std::string_view text, std::size_t most) {
  std::string result;
  while (!text.empty()) {
    const auto [code, bytes] = first_character(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(bytes, 1));
    std::string shown;
    if (bytes > 0 && prints(code)) {
      shown = character;
    } else {
      for (const char letter : character) {
        shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(letter));
      }
    }
    if (result.size() + shown.size() > most) return result + "...";
    result += shown;
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace onyx
