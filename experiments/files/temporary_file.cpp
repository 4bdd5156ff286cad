#include "experiments/files/temporary_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <random>
#include <thread>

#include "experiments/files/files.h"

namespace onyx {
namespace {

// A temporary file is called NAME.onyx-RUN.tmp with a number drawn at random by each run, so that
// two runs that write the same file do not write into each other's, on whatever hosts they are, and
// what a killed run left behind is known by its name.
//
// Its writer holds a lock on it (flock) until the file has its final name. The system takes the
// lock away when the process ends, however it ends. So what can be locked is in nobody's use: that
// holds on every host that shares the folder, where process numbers and the age of a file say
// little. On a file system without locks nothing is ever taken for stale.
constexpr std::string_view kMark = ".onyx-";
constexpr std::string_view kEnding = ".tmp";
constexpr std::string_view kProbeEnding = ".probe.tmp";

/// Process numbers would not do: they are those of one host.
unsigned number_of_run() {
  static const unsigned number = std::random_device()();
  return number;
}

std::filesystem::path temporary_for(std::filesystem::path path, std::string_view ending) {
  path += fmt::format("{}{}{}", kMark, number_of_run(), ending);
  return path;
}

bool is_temporary(std::string_view name) {
  const std::size_t mark = name.rfind(kMark);
  if (mark == std::string_view::npos) return false;
  name.remove_prefix(mark + kMark.size());
  const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  const std::string_view ending = name.substr(digits);
  return digits > 0 && (ending == kEnding || ending == kProbeEnding);
}

/// An empty file that this process has locked.
Descriptor open_temporary(const std::filesystem::path& temporary,
                          const std::filesystem::path& path) {
  for (;;) {
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    if (!file.is_open()) fail("write", path);
    while (::flock(file.number(), LOCK_EX) != 0 && errno == EINTR) continue;
    // Before it was locked, another process may have removed it as stale.
    if (!file.is_at(temporary)) continue;
    if (::ftruncate(file.number(), 0) != 0) fail("write", path);
    return file;
  }
}

void remove_if_stale(const std::filesystem::path& temporary) {
  const Descriptor file(::open(temporary.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open() || ::flock(file.number(), LOCK_EX | LOCK_NB) != 0) return;
  if (file.is_at(temporary)) ::unlink(temporary.c_str());
}

}  // namespace

void fail(std::string_view what, const std::filesystem::path& path) {
  throw FileError(fmt::format("cannot {} '{}': {}", what, path.string(), std::strerror(errno)));
}

// --- Descriptors ---------------------------------------------------------------------------------

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

bool Descriptor::is_at(const std::filesystem::path& path) const {
  struct stat here = {};
  struct stat there = {};
  return ::fstat(number_, &here) == 0 && ::stat(path.c_str(), &there) == 0 &&
         here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

bool Descriptor::close() { return ::close(std::exchange(number_, -1)) == 0; }

void write_all(const Descriptor& file, std::string_view content,
               const std::filesystem::path& path) {
  if (!file.is_open()) fail("write", path);
  while (!content.empty()) {
    const ssize_t written = ::write(file.number(), content.data(), content.size());
    if (written < 0 && errno != EINTR) fail("write", path);
    if (written > 0) content.remove_prefix(static_cast<std::size_t>(written));
  }
}

// --- Temporary files -----------------------------------------------------------------------------

TemporaryFile::TemporaryFile(const std::filesystem::path& path)
    : path_(path), name_(temporary_for(path, kEnding)), file_(open_temporary(name_, path)) {}

TemporaryFile::~TemporaryFile() {
  if (is_there_) ::unlink(name_.c_str());
}

TemporaryFile::TemporaryFile(TemporaryFile&& that) noexcept
    : path_(std::move(that.path_)),
      name_(std::move(that.name_)),
      file_(std::move(that.file_)),
      is_there_(std::exchange(that.is_there_, false)) {}

void TemporaryFile::write_at(std::uint64_t offset, std::string_view content) {
  if (::lseek(file_.number(), static_cast<off_t>(offset), SEEK_SET) < 0) fail("write", path_);
  write_all(file_, content, path_);
}

void TemporaryFile::begin_flush() const {
  // Where the system knows no such thing, nothing is begun.
  static_cast<void>(::sync_file_range(file_.number(), 0, 0, SYNC_FILE_RANGE_WRITE));
}

void TemporaryFile::flush() const {
  // Closing can report nothing that this does not, and would give up the lock.
  if (::fsync(file_.number()) != 0) fail("write", path_);
}

void TemporaryFile::flush_with_others() const {
  if (::syncfs(file_.number()) != 0) fail("write", path_);
}

void TemporaryFile::require_flushed() const {
  // Older systems do not say so where all is flushed.
  const int done = ::sync_file_range(file_.number(), 0, 0, SYNC_FILE_RANGE_WAIT_BEFORE);
  if (done != 0 && errno != ENOSYS) fail("write", path_);
}

void TemporaryFile::take_name() {
  if (::rename(name_.c_str(), path_.c_str()) != 0) fail("write", path_);
  is_there_ = false;
}

bool TemporaryFile::take_new_name() {
  if (::link(name_.c_str(), path_.c_str()) == 0) return true;
  if (errno == EEXIST) return false;
  // A file system without links.
  take_name();
  return true;
}

Descriptor hold_current(const std::filesystem::path& path) {
  using Clock = std::chrono::steady_clock;
  const auto give_up = Clock::now() + std::chrono::seconds(1);
  for (;;) {
    Descriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    if (!file.is_open()) return file;
    const bool is_locked = ::flock(file.number(), LOCK_EX | LOCK_NB) == 0;
    // Before it was locked, another process may have replaced it.
    if ((is_locked && file.is_at(path)) || Clock::now() >= give_up) return file;
    if (!is_locked) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

void flush_folder(const std::filesystem::path& folder) {
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.is_open()) static_cast<void>(::fsync(directory.number()));
}

std::filesystem::path probe_for(const std::filesystem::path& path) {
  return temporary_for(path, kProbeEnding);
}

void remove_stale_temporaries(const std::filesystem::path& folder, const std::string& file) {
  const std::string start = file.empty() ? "" : file + std::string(kMark);
  std::error_code ignored;
  std::filesystem::directory_iterator entry(folder, ignored);
  for (; entry != std::filesystem::directory_iterator(); entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(start) && is_temporary(name)) remove_if_stale(entry->path());
  }
}

}  // namespace onyx
