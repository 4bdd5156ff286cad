// Handles interrupts (Ctrl-C, SIGTERM, a closed terminal).
#pragma once

#include "core/base/stop.h"

namespace onyx {

/// Call in main. From then on, an interrupt ends the program with exit code 130, and writing to a
/// closed pipe or beyond the allowed file size gives an error instead of a signal.
void install_signal_handlers();

/// While a scope exists, the first interrupt sets a flag that long work polls; a second one ends
/// the program. But a SIGTERM within a second of the first is ignored: a shell may pass it on.
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
