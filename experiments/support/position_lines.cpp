#include "experiments/support/position_lines.h"

#include <iostream>

namespace onyx {

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
  for (std::string text; std::getline(std::cin, text);) {
    // Look for a byte order mark in each line, because joined files may have several.
    const std::string_view line = without_byte_order_mark(text);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == line.npos || line[first] == '#') continue;
    return std::string(line.substr(first, line.find_last_not_of(" \t\r") + 1 - first));
  }
  require_end_of_input();
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
