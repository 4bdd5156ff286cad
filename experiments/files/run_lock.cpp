#include "experiments/files/run_lock.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <thread>

namespace onyx {
namespace {

constexpr const char* kLockName = "run.lock";
constexpr auto kBetweenTries = std::chrono::milliseconds(200);

/// For example, " (process 17 on node3, since ...)". Another process wrote the text, so returns ""
/// if it has unusual characters.
std::string holder_in(const Descriptor& file) {
  std::array<char, 160> bytes{};
  const ssize_t got = ::pread(file.number(), bytes.data(), bytes.size(), 0);
  if (got <= 1) return "";
  const std::string text(bytes.data(), static_cast<std::size_t>(got));
  constexpr const char* kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-:, ";
  if (text.find_first_not_of(kPlain) != text.size() - 1 || text.back() != '\n') return "";
  return " (" + text.substr(0, text.size() - 1) + ")";
}

void write_holder(const Descriptor& file, RunLock::Kind kind) {
  // Ignore errors, because the text is only for people.
  if (::ftruncate(file.number(), 0) != 0 || kind == RunLock::Kind::shared) return;
  const std::string text = fmt::format("process {} on {}, since {:%Y-%m-%d %H:%M:%S} UTC\n",
                                       ::getpid(), this_host(), fmt::gmtime(std::time(nullptr)));
  if (::pwrite(file.number(), text.data(), text.size(), 0) < 0) return;
}

std::filesystem::path lock_of(const std::filesystem::path& target) {
  if (is_directory(target)) return target / kLockName;
  std::error_code error;  // all names of a file share one lock
  std::filesystem::path file = weakly_canonical(target, error);
  return (error ? target.string() : file.string()) + "." + kLockName;
}

Descriptor take(const std::filesystem::path& target, RunLock::Kind kind,
                const LockPatience& patience) {
  const std::filesystem::path path = lock_of(target);
  for (bool has_spoken = false;;) {
    Descriptor file(
        ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0666));
    if (!file.is_open() && errno == ELOOP) {
      throw FileError(fmt::format("'{}' is a link; remove it", path.string()));
    }
    // If no lock can be created next to a writable file, use the file without a lock.
    const bool has_no_room = errno == EACCES || errno == EROFS || errno == ENAMETOOLONG;
    if (!file.is_open() && has_no_room && !is_directory(target)) return file;
    if (!file.is_open()) fail("write", path);
    const int operation = kind == RunLock::Kind::alone ? LOCK_EX : LOCK_SH;
    if (::flock(file.number(), operation | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
      // Try again if the previous holder removed the file before this process locked it.
      if (file.is_at(path)) return file;
      continue;
    }
    const std::string holder = holder_in(file);
    const std::string used =
        fmt::format("{} '{}'", is_directory(target) ? "folder" : "file", target.string());
    if (!patience.waits || (patience.should_stop && patience.should_stop())) {
      throw InUse(fmt::format("another run{} uses the {}; wait until it ends, or use another {}",
                              holder, used, used.substr(0, used.find(' '))));
    }
    if (!has_spoken && patience.say) {
      patience.say(fmt::format("waiting for another run{} in '{}'", holder, target.string()));
    }
    has_spoken = true;
    std::this_thread::sleep_for(kBetweenTries);
  }
}

}  // namespace

RunLock::RunLock(const std::filesystem::path& folder, Kind kind, const LockPatience& patience)
    : path_(lock_of(folder)), kind_(kind), file_(take(folder, kind, patience)) {
  write_holder(file_, kind);
}

RunLock::~RunLock() {
  if (kind_ == Kind::alone && file_.is_at(path_)) ::unlink(path_.c_str());
}

}  // namespace onyx
