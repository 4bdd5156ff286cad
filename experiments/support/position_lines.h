// Positions and games from the command line; and many positions for one command, from the arguments
// or from the lines of standard input, processed in parallel and answered in order.
#pragma once

#include <algorithm>

#include "core/line.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/output.h"
#include "experiments/support/pipeline.h"

namespace onyx {

/// For the help of commands that take games.
inline constexpr const char* kPastedHelp =
    "Positions and games may be written as people paste them: move numbers, comments in brackets "
    "or after a #, results, B and W for V and H, and game records of Abstract Play (JSON).";

/// Joins the arguments into one text, so that a position may be quoted or not.
inline std::string joined(const std::vector<std::string>& arguments) {
  std::string text;
  for (const std::string& argument : arguments) {
    refuse_if(argument.find_first_not_of(" \t\r\n") == std::string::npos,
              "an argument is empty: {}", in_quotes(argument));
    text += (text.empty() ? "" : " ") + argument;
  }
  return text;
}

/// The arguments as the text of a game; the position is in the form that parse_position() takes.
inline GameText game_from(const std::vector<std::string>& arguments) {
  return split_record(joined(arguments));
}

/// The arguments as a position; anything after it is an error.
inline std::string position_from(const std::vector<std::string>& arguments) {
  const GameText game = game_from(arguments);
  if (!game.rest.empty()) {
    throw InputError("unexpected " + in_quotes(game.rest.front()) + " after the position");
  }
  return game.position;
}

/// The source of a command's positions: its arguments, each position quoted or not; or, if the only
/// argument is `-`, standard input, one position per line. There, empty lines and lines that begin
/// with # are skipped.
class PositionLines {
 public:
  /// Throws InputError for arguments that are not positions. (Legality is not checked.)
  explicit PositionLines(const std::vector<std::string>& arguments);

  /// Whether there is exactly one position, as an argument.
  bool is_single() const { return !from_input_ && positions_.size() == 1; }
  const std::string& single() const { return positions_.front(); }

  /// The next position; nothing at the end. A line of standard input is returned unparsed, for
  /// position_from(); waits for input, and throws InputError if it cannot be read.
  std::optional<std::string> next();

 private:
  bool from_input_ = false;
  std::vector<std::string> positions_;
  std::size_t taken_ = 0;
};

inline constexpr const char* kPositionsHelp =
    "The position; or several, or - for one on each line of standard input: then each answer is a "
    "line of JSON, in the given order";

/// The exit code for all answers together: bad input outranks limits, limits outrank the rest.
inline int worse(int a, int b) {
  const auto badness = [](int code) {
    return code == exit_code::kBadInput ? 3 : code == exit_code::kLimit ? 2 : code == 0 ? 0 : 1;
  };
  return badness(a) >= badness(b) ? a : b;
}

/// Calls `give(work(position))` for all positions, `work` in parallel and `give` in order. `give`
/// returns an exit code. Returns the worst of these, or kInterrupted after an interrupt, after
/// which no new call of `work` starts.
template <class Work, class Give>
int for_each_position(PositionLines& lines, const InterruptScope& interrupt, const Work& work,
                      const Give& give) {
  int code = exit_code::kDone;
  const auto next = [&]() -> std::optional<std::string> {
    if (interrupt.interrupted()) return std::nullopt;
    return lines.next();
  };
  run_pipeline<std::string>(2, next, work, [&](const auto& answer) {
    code = worse(code, give(answer));
    // The next answer may take long, and this one is useful meanwhile.
    flush_output();
  });
  return interrupt.interrupted() ? exit_code::kInterrupted : code;
}

/// Like for_each_position(), for quick answers in JSON; the answer to a faulty position is
/// `{"position": ..., "error": ...}`.
int answer_each(PositionLines& lines, const std::function<Json(const std::string&)>& answer);

}  // namespace onyx
