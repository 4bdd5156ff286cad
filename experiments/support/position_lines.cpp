#include "experiments/support/position_lines.h"

#include <cerrno>
#include <cstdio>

namespace onyx {
namespace {

/// Reads a line of standard input without its end. Returns false at the end of the input and after
/// an error.
bool read_line(std::string& line) {
  constexpr std::size_t kMostBytes = 1'000'000;
  line.clear();
  for (int byte = std::getc(stdin); byte != EOF; byte = std::getc(stdin)) {
    if (byte == '\n') return true;
    if (line.size() == kMostBytes) {
      throw InputError("a line of standard input has more than 1,000,000 bytes");
    }
    line += static_cast<char>(byte);
  }
  return !line.empty() && std::ferror(stdin) == 0;
}

}  // namespace

PositionLines::PositionLines(const std::vector<std::string>& arguments) {
  from_input_ = arguments.size() == 1 && arguments.front() == "-";
  if (from_input_) return;
  for (std::vector<std::string> rest = arguments; positions_.empty() || !rest.empty();) {
    // A position contains a slash or colon; a move does not.
    if (!positions_.empty() && rest.front().find_first_of("/:") == std::string::npos) {
      throw InputError("unexpected " + in_quotes(rest.front()) + " after the position");
    }
    GameText text = game_from(rest);
    positions_.push_back(std::move(text.position));
    rest = std::move(text.rest);
  }
}

std::optional<std::string> PositionLines::next() {
  if (!from_input_) {
    if (taken_ == positions_.size()) return std::nullopt;
    return positions_[taken_++];
  }
  for (std::string text; read_line(text);) {
    // Look for a byte order mark in each line, because joined files may have several.
    const std::string_view line = without_byte_order_mark(text);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == line.npos || line[first] == '#') continue;
    return std::string(line.substr(first, line.find_last_not_of(" \t\r") + 1 - first));
  }
  // An interrupt ends the input. The caller's InterruptScope knows of it.
  if (errno != EINTR) require_end_of_input();
  return std::nullopt;
}

int answer_each(PositionLines& lines, const std::function<Json(const std::string&)>& answer) {
  const InterruptScope interrupt;
  return for_each_position(
      lines, interrupt,
      [&](const std::string& text) -> Json {
        try {
          return answer(position_from({text}));
        } catch (const InputError& error) {
          return {{"position", text}, {"error", error.what()}};
        }
      },
      [](const Json& json) {
        print_json(json, -1);
        return json.contains("error") ? exit_code::kBadInput : exit_code::kDone;
      });
}

}  // namespace onyx
