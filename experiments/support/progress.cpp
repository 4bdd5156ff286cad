#include "experiments/support/progress.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <cstdio>

namespace onyx {
namespace {

/// Shortens a line that would wrap, because a wrapped line cannot be rewritten.
std::string cut_to_terminal(std::string line) {
  winsize size = {};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  if (is_known && line.size() >= size.ws_col) line.resize(size.ws_col - 1U);
  return line;
}

std::atomic<bool> is_quiet{false};

}  // namespace

void Progress::show_none() { is_quiet = true; }

Progress::Progress(std::string label)
    : label_(std::move(label)),
      on_terminal_(isatty(STDERR_FILENO) == 1),
      next_(Clock::now() + std::chrono::seconds(2)) {}

Progress::~Progress() {
  if (line_shown_ && on_terminal_) std::fputs("\r\033[K", stderr);
}

void Progress::update(const std::function<std::string()>& text) {
  const auto now = Clock::now();
  const std::scoped_lock lock(mutex_);
  if (now < next_ || is_quiet) return;
  next_ = now + (on_terminal_ ? std::chrono::milliseconds(500) : std::chrono::milliseconds(10000));
  line_shown_ = true;
  const std::string line = fmt::format("{}: {}", label_, text());
  const std::string shown =
      on_terminal_ ? fmt::format("\r{}\033[K", cut_to_terminal(line)) : fmt::format("{}\n", line);
  std::fputs(shown.c_str(), stderr);
  std::fflush(stderr);
}

std::string short_number(double number) {
  if (number >= 1e9) return fmt::format("{:.2f} G", number / 1e9);
  if (number >= 1e6) return fmt::format("{:.2f} M", number / 1e6);
  if (number >= 1e4) return fmt::format("{:.1f} k", number / 1e3);
  return fmt::format("{:.0f}", number);
}

std::string time_left(double work, double rate) {
  if (!(rate > 0) || !(work >= 0)) return "";
  const double seconds = work / rate;
  constexpr double kMinute = 60;
  constexpr double kHour = 60 * kMinute;
  constexpr double kDay = 24 * kHour;
  if (!(seconds < 30 * kDay)) return ", over a month left";
  if (seconds < 10) return ", some seconds left";
  const auto about = [](double number, double step, const char* unit) {
    const double rounded = std::fmax(std::round(number / step), 1) * step;
    return fmt::format(", about {:.0f} {} left", rounded, unit);
  };
  if (seconds < 90) return about(seconds, 10, "s");
  if (seconds < 90 * kMinute) return about(seconds / kMinute, 1, "min");
  if (seconds < 2 * kDay) return about(seconds / kHour, 1, "h");
  return about(seconds / kDay, 1, "days");
}

std::string done_of_all(std::uint64_t done, std::uint64_t all, std::string_view units,
                        double seconds) {
  constexpr double kLeastSeconds = 0.1;
  const std::string line = fmt::format("{} of {} {}", short_number(done), short_number(all), units);
  if (seconds < kLeastSeconds) return line;
  const double rate = static_cast<double>(done) / seconds;
  const bool is_slow = rate > 0 && rate < 10;
  return line + fmt::format(", {}/s{}", is_slow ? fmt::format("{:.1f}", rate) : short_number(rate),
                            time_left(static_cast<double>(all - done), rate));
}

std::string short_time(double seconds) {
  if (!std::isfinite(seconds) || seconds > 1e12) return "over a month";
  const auto whole = static_cast<long long>(std::ceil(std::fmax(seconds, 0)));
  if (whole < 120) return fmt::format("{} s", whole);
  if (whole < 7200) return fmt::format("{} min {} s", whole / 60, whole % 60);
  if (whole > 30 * 24 * 3600) return "over a month";
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

}  // namespace onyx
