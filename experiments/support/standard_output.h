// Standard output that cannot be written: on a full disk, or because its reader has left, as `head`
// does. The error of the write that failed is told, and not what errno holds later.
#pragma once

#include <exception>
#include <string_view>

namespace onyx {

namespace exit_code {
/// The reader of the output has left. A shell sees the same where SIGPIPE ends a program.
inline constexpr int kClosedPipe = 141;
}  // namespace exit_code

/// Hands over what was printed so far. Throws std::system_error if it cannot be written.
void flush_output();

/// Whether `error` came of printing to standard output; end_output() says why that failed.
bool is_output_error(const std::exception& error);

/// The last act of main: flushes standard output. Returns `code`, or another exit code where not
/// all of the output could be written: kClosedPipe without a word if its reader has left, else
/// kBadInput after a message.
int end_output(std::string_view program, int code);

}  // namespace onyx
