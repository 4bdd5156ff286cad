#include "experiments/support/standard_output.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>

#include "experiments/support/exit_code.h"
#include "experiments/support/output.h"

namespace onyx {
namespace {

/// The errno of the write that failed, if an exception carried it.
int output_errno = 0;

bool has_reader() {
  pollfd output = {STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&output, 1, 0) != 1 || (output.revents & POLLERR) == 0;
}

}  // namespace

void flush_output() {
  if (std::fflush(stdout) == 0) return;
  throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
}

bool is_output_error(const std::exception& error) {
  if (std::ferror(stdout) == 0) return false;
  if (const auto* const cause = dynamic_cast<const std::system_error*>(&error)) {
    output_errno = cause->code().value();
  }
  return true;
}

int end_output(std::string_view program, int code) {
  if (std::fflush(stdout) != 0) {
    if (output_errno == 0) output_errno = errno;
  } else if (std::ferror(stdout) == 0) {
    return code;
  }
  if (output_errno == EPIPE || !has_reader()) return exit_code::kClosedPipe;
  const std::string why = output_errno == 0 ? "" : std::string(": ") + std::strerror(output_errno);
  notify("{}: cannot write the result to standard output{}", program, why);
  return exit_code::kBadInput;
}

}  // namespace onyx
