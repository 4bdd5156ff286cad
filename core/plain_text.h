// Converts look-alikes of ASCII in pasted text, and makes text printable for messages.
//
// Word processors, phones and forums replace ASCII with look-alikes: dashes, crosses, stars,
// full-width letters, curly quotes, no-break spaces. PlainText converts them back and remembers the
// offsets, so that a message can quote the typed text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onyx {

class PlainText {
 public:
  /// Converts look-alikes, in O(length). Other characters, and bytes that are not UTF-8, remain.
  explicit PlainText(std::string_view typed);

  std::string_view text() const { return text_; }
  /// Returns the typed text that `part`, a part of text(), was converted from.
  std::string_view typed(std::string_view part) const;

 private:
  std::string typed_;
  std::string text_;
  std::vector<std::uint32_t> origins_;  ///< Offset in typed_ of each byte of text_ and of its end.
};

/// `bytes` is 0 if the character is malformed.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;
};
/// Returns the first character of a UTF-8 text, which must not be empty.
Character first_character(std::string_view text);
/// Returns the number of bytes of the first character, or 1 if it is malformed.
std::size_t character_length(std::string_view text);

/// Whether a character is visible, and neither controls a terminal nor changes the text direction.
bool prints(char32_t code);

/// Returns the text on one line, cut at about `most` bytes, with unprintable bytes as `\x0a`.
std::string printable(std::string_view text, std::size_t most);

}  // namespace onyx
