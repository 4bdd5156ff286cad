// Many positions for one command: arguments, or the lines of standard input; worked on in parallel,
// answered in their order.
#pragma once

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/notation.h"
#include "experiments/support/exit_code.h"
#include "experiments/support/interrupt.h"
#include "experiments/support/pipeline.h"
#include "experiments/support/standard_output.h"

namespace onyx {

/// Where a command's positions come from: its arguments, each position quoted or not, or, if the
/// only argument is `-`, standard input, a position a line. There, empty lines and lines that begin
/// with # are passed over.
class PositionLines {
 public:
  /// Throws InputError for arguments that are no positions. (That they are legal is not looked at.)
  explicit PositionLines(const std::vector<std::string>& arguments);

  /// Whether there is just one, as an argument.
  bool is_single() const { return !from_input_ && positions_.size() == 1; }
  const std::string& single() const { return positions_.front(); }

  /// The next one; nothing at the end. From standard input as it was given, for position_from(): it
  /// waits for it, and throws InputError where that cannot be read.
  std::optional<std::string> next();

 private:
  bool from_input_ = false;
  std::vector<std::string> positions_;
  std::size_t taken_ = 0;
};

inline constexpr const char* kPositionsHelp =
    "The position; or several, or - for one in each line of standard input: then each answer is a "
    "line of JSON, in this order";

/// What is said for all answers together: bad input before limits, limits before a plain "done".
inline int worse(int a, int b) {
  const auto badness = [](int code) {
    return code == exit_code::kBadInput ? 3 : code == exit_code::kLimit ? 2 : code == 0 ? 0 : 1;
  };
  return badness(a) >= badness(b) ? a : b;
}

/// Calls `give(work(position))` for all of them, `work` in parallel and `give` in their order.
/// `give` returns an exit code; returned is the worst of all, or that of an interrupt, after which
/// no more are begun.
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
    // An answer may take long, and the one before is of use meanwhile.
    flush_output();
  });
  return interrupt.interrupted() ? exit_code::kInterrupted : code;
}

/// The same where an answer is JSON and takes no time; what is wrong with a position becomes
/// `{"position": ..., "error": ...}`.
int answer_each(PositionLines& lines,
                const std::function<nlohmann::ordered_json(const std::string&)>& answer);

}  // namespace onyx
