#include "experiments/support/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <ctime>

#include "experiments/support/output.h"

namespace onyx {
namespace {

std::atomic<bool> is_polled{false};
std::atomic<bool> was_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "used in a signal handler");

/// The time of the first interrupt, in milliseconds of CLOCK_MONOTONIC; 0 before an interrupt.
std::atomic<std::int64_t> first_time{0};
static_assert(std::atomic<std::int64_t>::is_always_lock_free, "used in a signal handler");

extern "C" void on_interrupt(int signal) {
  if (!is_polled.load()) _exit(exit_code::kInterrupted);
  timespec time = {};
  clock_gettime(CLOCK_MONOTONIC, &time);
  const std::int64_t now = std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
  std::int64_t first = 0;
  if (first_time.compare_exchange_strong(first, now)) {
    was_interrupted.store(true);
    return;
  }
  // Ignore a SIGTERM soon after the first interrupt: the shell of a batch job sends it again.
  if (signal == SIGTERM && now - first < 1000) return;
  _exit(exit_code::kInterrupted);
}

}  // namespace

void install_signal_handlers() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // Leave SIGHUP ignored if nohup has made the process ignore SIGHUP.
  struct sigaction hangup = {};
  if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) {
    sigaction(SIGHUP, &action, nullptr);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

InterruptScope::InterruptScope() { is_polled.store(true); }
InterruptScope::~InterruptScope() { is_polled.store(false); }
Interrupt InterruptScope::flag() const { return &was_interrupted; }

}  // namespace onyx
