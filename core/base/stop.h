// When long work is to stop, why it stopped, and how far it is: the same for every engine.
//
// Whoever asks a question fills in a Stop: an interrupt that may come, a deadline, the memory and
// the work that the answer may cost, and who wants to hear how far it is. An engine takes it by
// reference, keeps it for the one call, and looks at it as often as is cheap: met() reads a clock,
// so a hot loop asks once in some hundred or thousand steps. What is left at its default limits
// nothing.
//
// An engine that stops before it is done says so by an End, in its result or as its result, and
// never by an empty answer alone. `complete` is the only End with an answer; to a limit the caller
// may answer with another engine or more of what ran out, to an interrupt only by ending as well.
//
// What one unit of work is (a state, a node, a step) the engine says, for its user must be able to
// set it: results that have to be the same on every machine are limited by work and not by time.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace onyx {

enum class End : std::uint8_t { complete, work_limit, memory_limit, time_limit, interrupted };

/// For messages: "complete", "work limit", "memory limit", "time limit", "interrupted".
constexpr const char* name_of(End end) {
  constexpr const char* kNames[] = {"complete", "work limit", "memory limit", "time limit",
                                    "interrupted"};
  return kNames[static_cast<std::size_t>(end)];
}

/// A flag that someone else raises, once and for good: a signal handler, another thread. It must
/// outlive every copy of this, which is no more than the way to it.
class Interrupt {
 public:
  constexpr Interrupt() = default;  ///< None ever comes.
  constexpr Interrupt(const std::atomic<bool>* flag) : flag_(flag) {}

  bool has_come() const { return flag_ != nullptr && flag_->load(std::memory_order_relaxed); }

 private:
  const std::atomic<bool>* flag_ = nullptr;
};

/// How far some work is. What is counted the engine says: states, nodes, entries.
struct Reached {
  enum class Phase : std::uint8_t {
    finding,   ///< `known` grows while it goes on: what is known and not done is left at least.
    deciding,  ///< All is known; not more than the rest is left.
    searching  ///< Nobody knows how much is left; `known` is 0.
  };

  std::uint64_t known = 0;  ///< Found, be they done or not.
  std::uint64_t done = 0;   ///< Of these.
  std::uint64_t bytes = 0;  ///< Memory in use, where the engine counts it.
  Phase phase = Phase::finding;
};

struct Stop {
  using Clock = std::chrono::steady_clock;

  Interrupt interrupt;                        ///< None, unless set.
  std::optional<Clock::time_point> deadline;  ///< None, unless set.
  std::uint64_t bytes = UINT64_MAX;           ///< Memory, all that the engine says it counts.
  std::uint64_t work = UINT64_MAX;            ///< About; in the engine's own units.
  /// Called now and then, by one thread at a time, if set.
  std::function<void(const Reached&)> progress;

  /// Whether an interrupt has come, or the deadline.
  std::optional<End> met() const {
    if (interrupt.has_come()) return End::interrupted;
    if (deadline && Clock::now() >= *deadline) return End::time_limit;
    return std::nullopt;
  }
};

}  // namespace onyx
