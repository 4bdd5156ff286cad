// Runs engines in separate threads, until the deadline or until an engine answers.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/stop.h"

namespace onyx {

inline constexpr std::chrono::milliseconds kBetweenLooks{5};

/// An interrupt that also comes at the deadline of `stop`, which must outlive the alarm. If no
/// thread can start, as in a browser, the deadline has no effect, and engines must check the clock.
class Alarm {
 public:
  explicit Alarm(const Stop& stop) : without_(stop.interrupt), has_come_(stop.met().has_value()) {
    try {
      thread_ = std::thread([this, &stop] { wait(stop); });
    } catch (const std::system_error&) {
    }
  }
  ~Alarm() {
    if (!thread_.joinable()) return;
    {
      const std::scoped_lock lock(mutex_);
      is_over_ = true;
    }
    over_.notify_all();
    thread_.join();
  }

  Interrupt interrupt() const { return thread_.joinable() ? Interrupt(&has_come_) : without_; }

 private:
  void wait(const Stop& stop) {
    std::unique_lock lock(mutex_);
    while (!is_over_ && !stop.met()) over_.wait_for(lock, kBetweenLooks);
    has_come_ = true;
  }

  Interrupt without_;
  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;
  std::atomic<bool> has_come_;
  std::thread thread_;
};

/// Runs several engines; the first answer stops the others.
template <class Answer>
class Race {
 public:
  explicit Race(std::size_t interrupts) : interrupts_(interrupts) {}
  ~Race() {
    stop_all();
    for (std::thread& thread : threads_) thread.join();
  }

  Interrupt interrupt(std::size_t index) const { return &interrupts_[index]; }
  void stop(std::size_t index) { interrupts_[index] = true; }

  /// Starts a thread: run(), then otherwise() if no run has answered. Returns false on failure.
  template <class Run, class Otherwise>
  [[nodiscard]] bool start(Run run, Otherwise otherwise) {
    {
      const std::scoped_lock lock(mutex_);
      ++running_;
    }
    const auto body = [this, run, otherwise] {
      std::optional<Answer> answer;
      std::exception_ptr thrown;
      try {
        answer = run();
      } catch (const std::bad_alloc&) {
      } catch (...) {
        thrown = std::current_exception();
      }
      const std::scoped_lock lock(mutex_);
      if (thrown) failure_ = thrown;
      if (answer && !first_) first_ = std::move(answer);
      if (first_ || failure_) stop_all();
      if (!first_) otherwise();
      --running_;
      ended_.notify_all();
    };
    try {
      threads_.emplace_back(body);
      return true;
    } catch (const std::system_error&) {
      const std::scoped_lock lock(mutex_);
      --running_;
      return false;
    }
  }

  /// Waits for all runs; interrupts them when `stop` is met. Returns the first answer or rethrows.
  std::optional<Answer> wait(const Stop& stop) {
    std::unique_lock lock(mutex_);
    while (running_ > 0) {
      ended_.wait_for(lock, kBetweenLooks);
      if (stop.met()) stop_all();
    }
    if (failure_) std::rethrow_exception(failure_);
    return std::move(first_);
  }

 private:
  void stop_all() {
    for (std::atomic<bool>& interrupt : interrupts_) interrupt = true;
  }

  std::vector<std::atomic<bool>> interrupts_;
  std::mutex mutex_;
  std::condition_variable ended_;
  int running_ = 0;
  std::optional<Answer> first_;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace onyx
