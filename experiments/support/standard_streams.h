// Standard streams that the caller closed, or that cannot be read.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "core/notation.h"

namespace onyx {

/// Gives every closed standard stream a descriptor that can be read, with nothing in it, and not be
/// written to. Otherwise the first file that is opened would take its number, and whatever is
/// printed would go into that file.
inline void occupy_closed_streams() {
  for (int stream = 0; stream <= STDERR_FILENO; ++stream) {
    // open takes the lowest free number, which is this one if it is closed.
    if (fcntl(stream, F_GETFD) == -1) static_cast<void>(open("/dev/null", O_RDONLY));
  }
}

/// At once after reading from standard input has come to an end: throws InputError if that was no
/// end, but an error.
inline void require_end_of_input() {
  if (std::ferror(stdin) == 0) return;
  throw InputError(std::string("cannot read standard input: ") + std::strerror(errno));
}

}  // namespace onyx
