// How a program answers: results to standard output, everything else to standard error, and an exit
// code.
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

/// Exit codes, the same for all commands.
namespace exit_code {
inline constexpr int kDone = 0;
inline constexpr int kNo = 1;        ///< The answer is no: rejected, refuted.
inline constexpr int kBadInput = 2;  ///< Bad usage or bad input.
inline constexpr int kLimit = 3;     ///< Time or memory ran out before an answer.
inline constexpr int kInterrupted = 130;
/// The reader of the output has left; shells use this code for a program ended by SIGPIPE.
inline constexpr int kClosedPipe = 141;
}  // namespace exit_code

/// "1 ply", "2 plies".
inline std::string counted(std::integral auto number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

/// Text from outside (the name of a file or folder, the content of a file) for a line of output:
/// control characters, which could move a terminal's cursor or begin a new line, are escaped.
std::string shown(std::string_view name);
inline std::string shown(const std::same_as<std::filesystem::path> auto& path) {
  return shown(std::string_view(path.native()));
}

/// The text as one word for a shell, quoted if needed, so that a displayed command can be pasted.
std::string shell_word(std::string_view text);

/// Writes a line to standard error, escaped with shown(). Never throws: if the line cannot be
/// written, nothing changes.
template <class... Arguments>
void notify(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string line = shown(fmt::format(format, std::forward<Arguments>(arguments)...)) + "\n";
  std::fputs(line.c_str(), stderr);
}

/// Throws InputError with the formatted message if `is_wrong`. The arguments are computed anyway.
template <class... Arguments>
void refuse_if(bool is_wrong, fmt::format_string<Arguments...> message, Arguments&&... arguments) {
  if (is_wrong) throw InputError(fmt::format(message, std::forward<Arguments>(arguments)...));
}

/// Prints a JSON result, over several lines, or on one line if `indent` is -1. Bytes that are not
/// valid UTF-8, as in file names, are replaced; control characters are escaped.
void print_json(const Json& json, int indent = 1);

// Errors of the standard streams are a full disk, or a reader that has left, as `head` does. The
// message gives the error of the write that failed, not a later errno.

/// Flushes what was printed so far. Throws std::system_error if it cannot be written.
void flush_output();

/// Whether `error` comes from printing to standard output; end_output() reports the reason.
bool is_output_error(const std::exception& error);

/// The last call of main: flushes standard output. Returns `code`, or another exit code if not all
/// of the output could be written: kClosedPipe without a message if its reader has left, otherwise
/// kBadInput after a message.
int end_output(std::string_view program, int code);

/// Gives every closed standard stream a descriptor that reads as empty and cannot be written to.
/// Otherwise the first file that is opened would get the stream's number, and printed text would go
/// into that file.
void occupy_closed_streams();

/// Call this as soon as reading from standard input has ended: throws InputError if an error ended
/// it, and not the end of the input.
void require_end_of_input();

}  // namespace onyx
