// Reads positions and games from the command line or standard input.
#pragma once

#include "core/line.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/output.h"
#include "experiments/support/pipeline.h"

namespace onyx {

inline constexpr const char* kPastedHelp =
    "Positions and games may be written as people paste them: move numbers, comments in brackets "
    "or after a #, results, B and W for V and H, and game records of Abstract Play (JSON).";

/// Joins arguments with blanks, so that the user need not quote a position.
std::string joined(const std::vector<std::string>& arguments);

/// Whether the word is a folder, or has the ending of a certificate, a pack or a game.
bool looks_like_path(const std::string& word);
/// Throws InputError if the word looks like a path.
void refuse_path(const std::string& word);

/// Throws InputError if the first argument looks like a path.
GameText game_from(const std::vector<std::string>& arguments);

/// Throws InputError if anything follows the position.
inline std::string position_from(const std::vector<std::string>& arguments) {
  const GameText game = game_from(arguments);
  if (!game.rest.empty()) {
    throw InputError("unexpected " + in_quotes(game.rest.front()) + " after the position");
  }
  return game.position;
}

/// The positions given to a command: its arguments, quoted or not, or, if the only argument is `-`,
/// the lines of standard input. Skips empty lines and lines that begin with #.
class PositionLines {
 public:
  /// Throws InputError for arguments that are not positions. Does not check legality.
  explicit PositionLines(const std::vector<std::string>& arguments);

  bool is_single() const { return !from_input_ && positions_.size() == 1; }
  const std::string& single() const { return positions_.front(); }

  /// Returns the next position; nothing at the end. Throws InputError if reading fails.
  std::optional<std::string> next();

  /// Calls `use` with each position. An InputError for a line of standard input names the line.
  void for_each(const std::function<void(const std::string&)>& use);

 private:
  bool from_input_ = false;
  std::vector<std::string> positions_;
  std::size_t taken_ = 0;
  std::size_t line_number_ = 0;  ///< Number of the last line read.
};

inline constexpr const char* kPositionsHelp =
    "The position; or several, or - for one on each line of standard input: then each answer is a "
    "line of JSON, in the given order";

/// Returns the worse exit code: bad input is worse than a limit, a limit than any other failure.
inline int worse(int a, int b) {
  const auto badness = [](int code) {
    return code == exit_code::kBadInput ? 3 : code == exit_code::kLimit ? 2 : code == 0 ? 0 : 1;
  };
  return badness(a) >= badness(b) ? a : b;
}

/// Calls `work` in parallel, and passes its results to `give` in order. Returns the worst exit code
/// that `give` returns. After an interrupt, starts no new work and returns kInterrupted.
template <class Work, class Give>
int for_each_position(PositionLines& lines, const InterruptScope& interrupt, const Work& work,
                      const Give& give) {
  note_answer();  // the output is JSON Lines, where even no lines are an answer
  int code = exit_code::kDone;
  const auto next = [&]() -> std::optional<std::string> {
    if (interrupt.interrupted()) return std::nullopt;
    return lines.next();
  };
  run_pipeline<std::string>(2, next, work, [&](const auto& answer) {
    code = worse(code, give(answer));
    flush_output();
  });
  return interrupt.interrupted() ? exit_code::kInterrupted : code;
}

/// Prints one line of JSON per position, in order: the answer or `{"position", "error"}`.
int answer_each(PositionLines& lines, const std::function<Json(const std::string&)>& answer);

}  // namespace onyx
