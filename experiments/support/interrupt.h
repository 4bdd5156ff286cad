// Interrupts (Ctrl-C, SIGTERM, and the closing of the terminal): a clean end with exit code 130.
#pragma once

#include "core/base/stop.h"

namespace onyx {

/// Installs the handlers: from now on an interrupt ends the program at once with exit code 130, and
/// a closed output pipe or a file beyond the allowed size is a write error instead of a signal.
/// Called once, by main.
void install_signal_handlers();

/// During its lifetime, the first interrupt only sets a flag, which long work polls so that it can
/// save its results; a second one ends the program at once. (A SIGTERM within a second of the first
/// interrupt is ignored: a shell may pass on a signal that the program got as well.)
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
