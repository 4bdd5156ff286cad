// Interrupts (Ctrl-C, SIGTERM, and a terminal that closes): a clean end with exit code 130.
#pragma once

#include "core/base/stop.h"

namespace onyx {

/// From now on an interrupt ends the program at once with exit code 130, and a closed output pipe
/// or a file beyond the size that is allowed is a write error instead of a signal. Called once, by
/// main.
void install_signal_handlers();

/// While one exists, the first interrupt only sets a flag, which long work polls so that it can
/// save what it has; a second one ends the program at once. (Not a SIGTERM within a second of the
/// first: that is the same one, sent to the program and passed on to it.)
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
