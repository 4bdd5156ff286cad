#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "core/base/stopwatch.h"

namespace onyx {

/// A progress line on standard error, first shown after two seconds. On a terminal, each update
/// overwrites the line; elsewhere, a new line is printed every ten seconds. Thread-safe.
class Progress {
 public:
  /// Every line begins with `label`.
  explicit Progress(std::string label);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Shows the result of text() if an update is due; otherwise does not call it.
  void update(const std::function<std::string()>& text);

  double seconds() const { return watch_.seconds(); }

  static void show_none();

 private:
  using Clock = std::chrono::steady_clock;

  const std::string label_;
  const bool on_terminal_;
  const Stopwatch watch_;
  std::mutex mutex_;
  Clock::time_point next_;
  bool line_shown_ = false;
};

std::string short_number(double number);
inline std::string short_number(std::integral auto number) {
  return short_number(static_cast<double>(number));
}
inline double per_cent(std::uint64_t part, std::uint64_t whole) {
  return 100 * static_cast<double>(part) / static_cast<double>(whole);
}
/// For example, ", about 3 min left" or ", over a month left"; "" if `rate`, per second, is 0.
std::string time_left(double work, double rate);
/// For example, "1.20 M of 3.40 M moves, 80.0 k/s, about 30 s left"; no rate before 0.1 seconds.
std::string done_of_all(std::uint64_t done, std::uint64_t all, std::string_view units,
                        double seconds);
/// For example, "7 s", "3 min 20 s" or "2 h 5 min".
std::string short_time(double seconds);

}  // namespace onyx
