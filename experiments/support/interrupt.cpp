#include "experiments/support/interrupt.h"

#include <unistd.h>

#include <csignal>

#include "experiments/support/exit_code.h"

namespace onyx {
namespace {

std::atomic<bool> is_polled{false};
std::atomic<bool> was_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "used in a signal handler");

extern "C" void on_interrupt(int) {
  if (!is_polled.load() || was_interrupted.exchange(true)) _exit(exit_code::kInterrupted);
}

}  // namespace

void install_signal_handlers() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, nullptr);
  sigaction(SIGXFSZ, &ignore, nullptr);
}

InterruptScope::InterruptScope() { is_polled.store(true); }
InterruptScope::~InterruptScope() { is_polled.store(false); }
const std::atomic<bool>& InterruptScope::flag() const { return was_interrupted; }

}  // namespace onyx
