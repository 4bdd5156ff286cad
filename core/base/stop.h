// When a long computation must stop, why it stopped, and how far it got. Shared by all engines.
//
// An engine keeps a Stop for one call only. met() reads a clock, so a hot loop should call it only
// every few hundred or thousand steps. By default, nothing is limited.
//
// An engine returns an End, and an answer only if the End is `complete`. After a limit, the caller
// may try another engine or a higher limit. After an interrupt, the caller must stop too.
//
// Each engine documents its unit of work. Only work limits give the same results on all machines.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace onyx {

enum class End : std::uint8_t { complete, work_limit, memory_limit, time_limit, interrupted };

constexpr const char* name_of(End end) {
  constexpr const char* kNames[] = {"complete", "work limit", "memory limit", "time limit",
                                    "interrupted"};
  return kNames[static_cast<std::size_t>(end)];
}

/// Refers to a flag that a signal handler or another thread may set. The flag must outlive this.
class Interrupt {
 public:
  constexpr Interrupt() = default;  ///< An interrupt that never comes.
  constexpr Interrupt(const std::atomic<bool>* flag) : flag_(flag) {}

  bool has_come() const { return flag_ != nullptr && flag_->load(std::memory_order_relaxed); }

 private:
  const std::atomic<bool>* flag_ = nullptr;
};

/// How far the work has got, in units that the engine documents: states, nodes, entries.
struct Reached {
  enum class Phase : std::uint8_t {
    finding,   ///< `known` still grows; the work left is at least `known - done`.
    deciding,  ///< `known` is final; the work left is at most `known - done`.
    searching  ///< The work left is unknown; `known` is 0.
  };
  std::uint64_t known = 0;
  std::uint64_t done = 0;
  std::uint64_t bytes = 0;  ///< Memory in use, if the engine counts it.
  Phase phase = Phase::finding;
};

struct Stop {
  using Clock = std::chrono::steady_clock;
  Interrupt interrupt = {};
  std::optional<Clock::time_point> deadline = {};
  std::uint64_t bytes = UINT64_MAX;  ///< Limit on the memory that the engine counts.
  std::uint64_t work = UINT64_MAX;   ///< Approximate limit, in the engine's own units.
  /// If set, called from time to time, by one thread at a time.
  std::function<void(const Reached&)> progress = {};
  std::optional<End> met() const {
    if (interrupt.has_come()) return End::interrupted;
    if (deadline && Clock::now() >= *deadline) return End::time_limit;
    return std::nullopt;
  }
};

}  // namespace onyx
