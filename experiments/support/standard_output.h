// Errors of standard output: a full disk, or a reader that has left, as `head` does. The message
// gives the error of the write that failed, not a later errno.
#pragma once

#include <exception>
#include <string_view>

namespace onyx {

namespace exit_code {
/// The reader of the output has left; a shell's code for a program that SIGPIPE ends.
inline constexpr int kClosedPipe = 141;
}  // namespace exit_code

/// Flushes what was printed so far. Throws std::system_error if it cannot be written.
void flush_output();

/// Whether `error` comes from printing to standard output; end_output() reports the reason.
bool is_output_error(const std::exception& error);

/// The last call of main: flushes standard output. Returns `code`, or another exit code if not all
/// of the output could be written: kClosedPipe without a message if its reader has left, otherwise
/// kBadInput after a message.
int end_output(std::string_view program, int code);

}  // namespace onyx
