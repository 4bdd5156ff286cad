// A live progress line on standard error.
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

/// Shows nothing in the first two seconds. After that it rewrites one line twice a second on a
/// terminal; elsewhere it writes a line every ten seconds, so that log files stay short.
/// Thread-safe.
class Progress {
 public:
  /// Every line begins with `label`.
  explicit Progress(std::string label);
  /// Clears the line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Shows text() if a line is due; otherwise costs little.
  void update(const std::function<std::string()>& text);

  double seconds() const { return watch_.seconds(); }

  /// From now on, no Progress object shows anything.
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

/// 1234567 as "1.23 M"; for rates and counts in progress lines.
std::string short_number(double number);
inline std::string short_number(std::integral auto number) {
  return short_number(static_cast<double>(number));
}
inline double per_cent(std::uint64_t part, std::uint64_t whole) {
  return 100 * static_cast<double>(part) / static_cast<double>(whole);
}
/// ", about 3 min left" for an amount of work at a rate per second, rounded, since it is an
/// estimate; ", over a month left" for more; "" while the rate is 0.
std::string time_left(double work, double rate);
/// "1.20 M of 3.40 M moves, 80.0 k/s, about 30 s left": the progress of work of known size, in
/// `units`, after `seconds` of it; without rate and time left in the first tenth of a second.
std::string done_of_all(std::uint64_t done, std::uint64_t all, std::string_view units,
                        double seconds);
/// Seconds as "7 s", "3 min 20 s", "2 h 5 min".
std::string short_time(double seconds);

}  // namespace onyx
