// When long work must stop, why it stopped, and how far it has come. All engines share these types.
//
// An engine takes a Stop by reference, keeps it for that call only, and checks it as often as is
// cheap: met() reads a clock, so a hot loop calls it once in some hundred or thousand steps. Fields
// left at their defaults limit nothing.
//
// An engine that stops early returns an End, alone or within its result; an empty answer alone
// never means an early stop. `complete` is the only End with an answer. When a limit was met, the
// caller may try another engine or grant more; after an interrupt the caller must end as well.
//
// Each engine documents its unit of work (a state, a node, a step). Results that must be equal on
// every machine are limited by work, not by time.
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

/// A flag that a signal handler or another thread raises, once and for good. The flag must outlive
/// every copy of this object, which only points to it.
class Interrupt {
 public:
  constexpr Interrupt() = default;  ///< Never comes.
  constexpr Interrupt(const std::atomic<bool>* flag) : flag_(flag) {}

  bool has_come() const { return flag_ != nullptr && flag_->load(std::memory_order_relaxed); }

 private:
  const std::atomic<bool>* flag_ = nullptr;
};

/// How far some work has come. The engine documents what it counts: states, nodes, entries.
struct Reached {
  enum class Phase : std::uint8_t {
    finding,   ///< `known` still grows; the work left is at least `known - done`.
    deciding,  ///< Everything is known; the work left is at most `known - done`.
    searching  ///< The work left is unknown; `known` is 0.
  };

  std::uint64_t known = 0;  ///< Items found, done or not.
  std::uint64_t done = 0;   ///< Items done, among those known.
  std::uint64_t bytes = 0;  ///< Memory in use, where the engine counts it.
  Phase phase = Phase::finding;
};

struct Stop {
  using Clock = std::chrono::steady_clock;

  Interrupt interrupt;                        ///< None by default.
  std::optional<Clock::time_point> deadline;  ///< None by default.
  std::uint64_t bytes = UINT64_MAX;           ///< Limit of the memory that the engine counts.
  std::uint64_t work = UINT64_MAX;            ///< Approximate limit, in the engine's own units.
  /// If set, called from time to time, by one thread at a time.
  std::function<void(const Reached&)> progress;

  /// Whether the interrupt has come or the deadline has passed.
  std::optional<End> met() const {
    if (interrupt.has_come()) return End::interrupted;
    if (deadline && Clock::now() >= *deadline) return End::time_limit;
    return std::nullopt;
  }
};

}  // namespace onyx
