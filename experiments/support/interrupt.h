// Handles interrupts (Ctrl-C, SIGTERM, a closed terminal).
#pragma once

#include "core/base/stop.h"

namespace onyx {

/// Call in main. From then on, an interrupt ends the program with exit code 130, and writing to a
/// closed pipe or beyond the allowed file size gives an error instead of a signal.
void install_signal_handlers();

/// While it exists, the first interrupt sets a flag that long work polls, and the second ends the
/// program. A SIGTERM within one second of the first is ignored, because a shell may pass it on.
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
