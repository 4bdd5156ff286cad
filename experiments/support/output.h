// Results go to standard output, everything else to standard error.
#pragma once

#include <fmt/core.h>

#include <concepts>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/input_error.h"

namespace onyx {

using Json = nlohmann::ordered_json;

namespace exit_code {
inline constexpr int kDone = 0;
inline constexpr int kNo = 1;  ///< The answer is no: rejected, refuted.
inline constexpr int kBadInput = 2;
inline constexpr int kLimit = 3;  ///< Time or memory ran out before an answer.
inline constexpr int kInterrupted = 130;
inline constexpr int kClosedPipe = 141;  ///< The reader has left; shells use this code for SIGPIPE.
}  // namespace exit_code

/// "1 ply", "2 plies".
inline std::string counted(std::integral auto number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

/// Escapes control characters, which could move a terminal's cursor or begin a new line.
std::string shown(std::string_view name);
inline std::string shown(const std::same_as<std::filesystem::path> auto& path) {
  return shown(std::string_view(path.native()));
}

/// Quoted for a shell if needed, for commands that the user may paste.
std::string shell_word(std::string_view text);

/// Writes a line to standard error, escaped with shown(). Never throws; ignores errors.
template <class... Arguments>
void notify(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string line = shown(fmt::format(format, std::forward<Arguments>(arguments)...)) + "\n";
  std::fputs(line.c_str(), stderr);
}

/// Throws InputError. The arguments are evaluated in any case.
template <class... Arguments>
void refuse_if(bool is_wrong, fmt::format_string<Arguments...> message, Arguments&&... arguments) {
  if (is_wrong) throw InputError(fmt::format(message, std::forward<Arguments>(arguments)...));
}

/// On one line if `indent` is -1. Replaces invalid UTF-8; escapes control characters.
void print_json(const Json& json, int indent = 1);

// The standard streams fail on a full disk, or if the reader (such as `head`) has left. Messages
// give the error of the failed write, not a later errno.

void flush_output();

/// Whether printing failed; end_output() reports the reason.
bool is_output_error(const std::exception& error);

/// The last call of main: flushes standard output and returns `code`; or, after a failed write,
/// kClosedPipe if the reader has left, else kBadInput with a message.
int end_output(std::string_view program, int code);

/// Opens every closed standard stream as an empty one that rejects writes. Otherwise the next
/// opened file would get its descriptor, and printed text would go there.
void occupy_closed_streams();

/// Call after reading standard input: throws InputError if an error ended it.
void require_end_of_input();

}  // namespace onyx
