// Results go to standard output; progress and messages go to standard error.
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
inline constexpr int kNo = 1;  ///< The answer is no: "rejected" or "refuted".
inline constexpr int kBadInput = 2;
inline constexpr int kLimit = 3;  ///< Time or memory ran out before an answer.
inline constexpr int kInterrupted = 130;
inline constexpr int kClosedPipe = 141;  ///< The reader has left. Shells report SIGPIPE as 141.
}  // namespace exit_code

/// For example, "1 ply" or "2 plies".
inline std::string counted(std::integral auto number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

/// Escapes control characters, invisible characters and invalid UTF-8, to protect the terminal.
std::string shown(std::string_view name);
inline std::string shown(const std::same_as<std::filesystem::path> auto& path) {
  return shown(std::string_view(path.native()));
}

/// Quotes text for a shell if needed, for commands that the user may paste.
std::string shell_word(std::string_view text);

/// Writes a line, escaped by shown(), to standard error. Never throws; ignores errors.
template <class... Arguments>
void notify(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string line = shown(fmt::format(format, std::forward<Arguments>(arguments)...)) + "\n";
  std::fputs(line.c_str(), stderr);
}

/// Throws an error with this message if `is_wrong`. Always evaluates the arguments.
template <class Error = InputError, class... Arguments>
void refuse_if(bool is_wrong, fmt::format_string<Arguments...> message, Arguments&&... arguments) {
  if (is_wrong) throw Error(fmt::format(message, std::forward<Arguments>(arguments)...));
}

/// Prints JSON, on one line if `indent` is -1. Replaces invalid UTF-8; escapes hidden characters.
void print_json(const Json& json, int indent = 1);

/// Whether an answer, or a part of it, was printed: print_json() or note_answer() was called.
bool has_answered();
void note_answer();

// Writing to standard output fails if the disk is full or the reader (such as `head`) has left. The
// functions below report the error of the failed write, not a later errno.

void flush_output();

/// Whether writing to standard output has failed. Stores the reason for end_output().
bool is_output_error(const std::exception& error);

/// Call last in main. Flushes standard output and returns `code`. After a failed write, returns
/// kClosedPipe if the reader has left, else prints a message and returns kBadInput.
int end_output(std::string_view program, int code);

/// Opens /dev/null, read-only, for each closed standard stream. Otherwise the next file would get
/// the descriptor of the stream, and printed text would go into that file.
void occupy_closed_streams();

/// Call after reading standard input. Throws InputError if reading ended with an error.
void require_end_of_input();

}  // namespace onyx
