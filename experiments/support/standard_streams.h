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

/// Gives every closed standard stream a descriptor that reads as empty and cannot be written to.
/// Otherwise the first file that is opened would get the stream's number, and printed text would go
/// into that file.
inline void occupy_closed_streams() {
  for (int stream = 0; stream <= STDERR_FILENO; ++stream) {
    // open() takes the lowest free number, which is `stream` if it is closed.
    if (fcntl(stream, F_GETFD) == -1) static_cast<void>(open("/dev/null", O_RDONLY));
  }
}

/// To be called as soon as reading from standard input has ended: throws InputError if the reason
/// was an error and not the end.
inline void require_end_of_input() {
  if (std::ferror(stdin) == 0) return;
  throw InputError(std::string("cannot read standard input: ") + std::strerror(errno));
}

}  // namespace onyx
