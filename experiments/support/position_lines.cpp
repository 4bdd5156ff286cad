#include "experiments/support/position_lines.h"

#include <fmt/core.h>

#include <iostream>
#include <string_view>

#include "core/notation.h"
#include "core/wide_line.h"
#include "experiments/support/output.h"

namespace onyx {
namespace {

/// Whether a word begins a position rather than being a move.
bool begins_position(const std::string& word) {
  return word.find_first_of("/:") != std::string::npos;
}

}  // namespace

PositionLines::PositionLines(const std::vector<std::string>& arguments) {
  from_input_ = arguments.size() == 1 && arguments.front() == "-";
  if (from_input_) return;
  GameText text = game_from(arguments);
  positions_.push_back(text.position);
  while (!text.rest.empty()) {
    if (!begins_position(text.rest.front())) {
      throw InputError("unexpected " + in_quotes(text.rest.front()) + " after the position");
    }
    text = game_from(text.rest);
    positions_.push_back(text.position);
  }
}

std::optional<std::string> PositionLines::next() {
  if (!from_input_) {
    if (taken_ == positions_.size()) return std::nullopt;
    return positions_[taken_++];
  }
  for (std::string text; std::getline(std::cin, text);) {
    // In files joined by `cat`, several lines may begin with a byte order mark.
    const std::string_view line = without_byte_order_mark(text);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == line.npos || line[first] == '#') continue;
    return std::string(line.substr(first, line.find_last_not_of(" \t\r") + 1 - first));
  }
  require_end_of_input();
  return std::nullopt;
}

int answer_each(PositionLines& lines,
                const std::function<nlohmann::ordered_json(const std::string&)>& answer) {
  const InterruptScope interrupt;
  return for_each_position(
      lines, interrupt,
      [&](const std::string& text) -> nlohmann::ordered_json {
        try {
          return answer(position_from({text}));
        } catch (const InputError& error) {
          return {{"position", text}, {"error", error.what()}};
        }
      },
      [](const nlohmann::ordered_json& json) {
        print_json_line(json);
        return json.contains("error") ? exit_code::kBadInput : exit_code::kDone;
      });
}

}  // namespace onyx
