// Handles interrupts (Ctrl-C, SIGTERM, a closed terminal).
#pragma once

#include "core/base/stop.h"

namespace onyx {

/// Call at the start of main. Afterwards an interrupt ends the program with exit code 130, and
/// writing to a closed pipe or beyond the allowed file size fails with an error, not a signal.
void install_signal_handlers();

/// While a scope exists, the first interrupt sets a flag that long work polls; the second ends the
/// program, unless it is a SIGTERM within a second: the shell of a batch job may repeat the signal.
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
