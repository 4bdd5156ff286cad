// Text in UTF-8 as people paste it, and as messages show it.
//
// Word processors, phones and forums put look-alikes where somebody typed ASCII: dashes for '-',
// crosses for 'x', stars for '*', full-width letters, curly quotes, hard blanks. Each is taken for
// the letter that it looks like; where it stood is kept, so that a message can show what was typed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onyx {

class PlainText {
 public:
  /// O(length). What looks like nothing of ASCII stays as it is, bytes that are not UTF-8 as well.
  explicit PlainText(std::string_view typed);

  std::string_view text() const { return text_; }
  /// What was typed for a part of text().
  std::string_view typed(std::string_view part) const;

 private:
  std::string typed_;
  std::string text_;
  std::vector<std::uint32_t> origins_;  ///< For each byte of text_, and its end: where in typed_.
};

/// The bytes of the first character of UTF-8 text that is not empty; 1 where it is malformed.
std::size_t character_length(std::string_view text);

/// The text on one line, cut to about `most` bytes: characters that print as they are, all others
/// (control characters, marks of direction, malformed bytes) byte by byte as `\x0a`.
std::string printable(std::string_view text, std::size_t most);

}  // namespace onyx
