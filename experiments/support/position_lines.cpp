#include "experiments/support/position_lines.h"

#include <cerrno>
#include <cstdio>

namespace onyx {
namespace {

const std::string kTooLong = "a line of more than 1,000,000 bytes: ";

/// Reads a line of standard input without its end: LF, CR or both. Cuts a line that is far too long
/// for a position. Returns false at the end of the input and after an error.
bool read_line(std::string& line) {
  constexpr std::size_t kMostBytes = 1'000'000;
  constexpr std::size_t kMostToSkip = 100'000'000;
  std::size_t skipped = 0;
  line.clear();
  // An LF after a CR ends the previous line; waiting for it there would have delayed an answer.
  static bool is_after_cr = false;
  int byte = std::getc(stdin);
  if (byte == '\n' && std::exchange(is_after_cr, false)) byte = std::getc(stdin);
  for (; byte != EOF && byte != '\n' && byte != '\r'; byte = std::getc(stdin)) {
    if (line.size() < kMostBytes) {
      line += static_cast<char>(byte);
    } else if (++skipped == kMostToSkip) {
      throw InputError("a line of standard input does not end");
    }
  }
  is_after_cr = byte == '\r';
  if (skipped > 0) line = kTooLong + line.substr(0, 40) + "...";
  return byte != EOF || (!line.empty() && std::ferror(stdin) == 0);
}

}  // namespace

bool looks_like_path(const std::string& word) {
  std::error_code ignored;
  const auto ends = [&](const char* ending) { return word.ends_with(ending); };
  const bool is_setup = word.starts_with("open:") || word.starts_with("standard:");
  return ends(".json") || ends(".certz") || ends(".pack") ||
         (!is_setup && std::filesystem::is_directory(word, ignored));
}

void refuse_path(const std::string& word) {
  std::error_code ignored;
  refuse_if(looks_like_path(word), "{} is {}; give a position or a game", in_quotes(word),
            std::filesystem::is_directory(word, ignored) ? "a folder"
            : std::filesystem::exists(word, ignored)     ? "a file"
                                                         : "no file that is there");
}

std::string joined(const std::vector<std::string>& arguments) {
  std::string text;
  for (const std::string& argument : arguments) {
    refuse_if(argument.find_first_not_of(" \t\r\n") == std::string::npos,
              "an argument is empty: {}", in_quotes(argument));
    text += (text.empty() ? "" : " ") + argument;
  }
  return text;
}

GameText game_from(const std::vector<std::string>& arguments) {
  refuse_path(arguments.front());
  refuse_if(arguments.front().starts_with(kTooLong), "the line has more than 1,000,000 bytes");
  return split_record(joined(arguments));
}

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
    ++line_number_;
    // Look for a byte order mark in each line, because joined files may have several.
    const std::string_view line = without_byte_order_mark(text);
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == line.npos || line[first] == '#') continue;
    return std::string(line.substr(first, line.find_last_not_of(" \t") + 1 - first));
  }
  // An interrupt ends the input without an error; the caller checks its InterruptScope.
  if (errno != EINTR) require_end_of_input();
  return std::nullopt;
}

void PositionLines::for_each(const std::function<void(const std::string&)>& use) {
  while (const auto text = next()) {
    try {
      use(position_from({*text}));
    } catch (const InputError& error) {
      if (!from_input_) throw;
      throw InputError(fmt::format("line {}: {}", line_number_, error.what()));
    }
  }
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
