#include "core/plain_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/assert.h"

namespace onyx {
namespace {

struct LookAlikes {
  const char* plain;
  std::u32string_view ranges;  ///< The first and the last character of each range.
};

/// Full-width forms of ASCII are not listed, because PlainText computes them.
constexpr LookAlikes kLookAlikes[] = {
    {" ", U"\u00a0\u00a0\u2000\u200a\u2022\u2022\u202f\u202f\u205f\u205f\u3000\u3000"},
    {"", U"\u00ad\u00ad\u200b\u200d\u2060\u2060\ufe0e\ufe0f\ufeff\ufeff"},
    {"\n", U"\u2028\u2029"},
    {"\"", U"\u00ab\u00ab\u00bb\u00bb\u201c\u201f"},
    {"'", U"\u00b4\u00b4\u2018\u201b\u2039\u203a"},
    {"-", U"\u2010\u2015\u2212\u2212\u2796\u2796\ufe58\ufe58\ufe63\ufe63"},
    {"+", U"\u2795\u2795"},
    {"/", U"\u2044\u2044\u2215\u2215\u29f8\u29f8"},
    {":", U"\u2236\u2236"},
    {",", U"\u3001\u3001"},
    {".", U"\u3002\u3002"},
    {"...", U"\u2026\u2026"},
    {"x", U"\u00d7\u00d7\u0425\u0425\u0445\u0445\u2613\u2613\u2715\u2718\u274c\u274c\u2a2f\u2a2f"},
    {"*",
     U"\u204e\u204e\u2217\u2217\u22c6\u22c6\u2605\u2606\u2721\u2743\u2749\u274b\u2b50\u2b50\ufe61"
     U"\ufe61"},
    {"**", U"\u2051\u2051"},
    {"!!", U"\u203c\u203c"},
    {"??", U"\u2047\u2047"},
    {"!?", U"\u2049\u2049"},
    {"?!", U"\u2048\u2048"},
    {"1/2", U"\u00bd\u00bd"},
};

const char* look_alike(char32_t code) {
  for (const auto& [plain, ranges] : kLookAlikes) {
    for (std::size_t i = 0; i < ranges.size(); i += 2) {
      if (ranges[i] <= code && code <= ranges[i + 1]) return plain;
    }
  }
  return nullptr;
}

}  // namespace

Character first_character(std::string_view text) {
  ONYX_ASSERT(!text.empty());
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
  ONYX_ASSERT(origins_.size() == text_.size() + 1);
}

std::string_view PlainText::typed(std::string_view part) const {
  const auto begin = static_cast<std::size_t>(part.data() - text_.data());
  ONYX_ASSERT(begin <= text_.size() && part.size() <= text_.size() - begin);
  const std::size_t first = origins_[begin];
  const std::string_view from = std::string_view(typed_).substr(first);
  const std::size_t length = origins_[begin + part.size()] - first;
  // If the part lies within the replacement of one character, such as ½, show that character.
  return from.substr(0, length > 0 || part.empty() ? length : character_length(from));
}

std::size_t character_length(std::string_view text) {
  return std::max<std::size_t>(first_character(text).bytes, 1);
}

bool prints(char32_t code) {
  constexpr std::pair<char32_t, char32_t> kHidden[] = {
      {0x0000, 0x001f}, {0x007f, 0x009f}, {0x00ad, 0x00ad},   {0x061c, 0x061c},    {0x180e, 0x180e},
      {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},   {0xe000, 0xf8ff},    {0xfeff, 0xfeff},
      {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0x1fffe, 0x1ffff}, {0xe0000, 0x10ffff},
  };
  return std::none_of(std::begin(kHidden), std::end(kHidden), [&](const auto& range) {
    return range.first <= code && code <= range.second;
  });
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
