// Standard streams that the caller closed.
#pragma once

#include <fcntl.h>
#include <unistd.h>

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

}  // namespace onyx
