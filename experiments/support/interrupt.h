// Handles interrupts (Ctrl-C, SIGTERM, a closed terminal).
#pragma once

#include "core/base/stop.h"

namespace onyx {

/// For main: an interrupt ends the program with exit code 130; writing to a closed pipe or beyond
/// the allowed file size is an error instead of a signal.
void install_signal_handlers();

/// During its lifetime, the first interrupt sets a flag that long work polls, and a second one ends
/// the program. A SIGTERM within one second is ignored: a shell may pass the same signal on.
class InterruptScope {
 public:
  InterruptScope();
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

  Interrupt flag() const;
  bool interrupted() const { return flag().has_come(); }
};

}  // namespace onyx
