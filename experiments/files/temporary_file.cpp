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
#include <optional>
#include <thread>
#include <vector>

#include "experiments/files/closed_pipe.h"
#include "experiments/files/files.h"
#include "experiments/files/process_name.h"

namespace onyx {
namespace {

// A temporary file is called NAME.onyx-PROCESS.tmp after the process that writes it
// (process_name.h), so that two that write the same file do not write into each other's, on
// whatever hosts they are, and what a killed run left behind is known by its name.
//
// Its writer holds a lock on it (flock) until the file has its final name. The system takes the
// lock away when the process ends, however it ends. But some file systems have no locks, or locks
// of which other hosts know nothing. So a lock that is held tells that the writer is alive, and one
// that is not held tells nothing: a temporary file is removed if its writer was of this system,
// which knows no such process any more, or if nothing was written into it for a day.
constexpr std::string_view kMark = ".onyx-";
constexpr std::string_view kEnding = ".tmp";
constexpr std::string_view kProbeEnding = ".probe.tmp";
constexpr time_t kStaleSeconds = 24 * 60 * 60;

std::filesystem::path temporary_for(const std::filesystem::path& path, std::string_view ending) {
  constexpr std::size_t kLongestName = 255;
  const std::string mark = fmt::format("{}{}{}", kMark, to_text(this_process()), ending);
  const std::string name = path.filename().string();
  return path.parent_path() / (name.substr(0, kLongestName - mark.size()) + mark);
}

/// Who writes a temporary file.
struct Writer {
  std::optional<ProcessName> process;  ///< Nothing in a name that an older program gave.
};

/// Nothing for what is no temporary file's name.
std::optional<Writer> writer_of(std::string_view name) {
  const std::size_t mark = name.rfind(kMark);
  if (mark == std::string_view::npos) return {};
  name.remove_prefix(mark + kMark.size());
  if (!name.ends_with(kEnding)) return {};
  name.remove_suffix(name.ends_with(kProbeEnding) ? kProbeEnding.size() : kEnding.size());
  if (const auto process = parse_process_name(name)) return Writer{process};
  if (name.empty() || name.find_first_not_of("0123456789") != std::string_view::npos) return {};
  return Writer{};
}

Descriptor open_new(const std::filesystem::path& path) {
  // Never through a link, which nobody who writes such files has put there.
  return Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
}

/// An empty file that this process has locked.
Descriptor open_temporary(const std::filesystem::path& temporary,
                          const std::filesystem::path& path) {
  for (;;) {
    Descriptor file = open_new(temporary);
    if (!file.is_open()) fail("write", path);
    while (::flock(file.number(), LOCK_EX) != 0 && errno == EINTR) continue;
    // Before it was locked, another process may have removed it as stale.
    if (!file.is_at(temporary)) continue;
    if (::ftruncate(file.number(), 0) != 0) fail("write", path);
    return file;
  }
}

/// The time of the file system that holds the folder: clocks of two hosts differ.
std::optional<time_t> time_in(const std::filesystem::path& folder) {
  const std::filesystem::path probe = probe_for(folder / "time");
  const Descriptor file = open_new(probe);
  if (!file.is_open()) return {};
  struct stat status = {};
  const bool is_known =
      ::futimens(file.number(), nullptr) == 0 && ::fstat(file.number(), &status) == 0;
  ::unlink(probe.c_str());
  if (!is_known) return {};
  return status.st_mtime;
}

void remove_if_stale(const std::filesystem::path& temporary, const Writer& writer) {
  if (writer.process == this_process()) return;
  const Descriptor file(::open(temporary.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status = {};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0) return;
  if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return;
  if (!writer.process || !is_gone(*writer.process)) {
    const std::optional<time_t> now = time_in(folder_of(temporary));
    if (!now || *now - status.st_mtime < kStaleSeconds) return;
  }
  if (file.is_at(temporary)) ::unlink(temporary.c_str());
}

}  // namespace

void fail(std::string_view what, const std::filesystem::path& path) {
  const int error = errno;
  const std::string message =
      fmt::format("cannot {} '{}': {}", what, path.string(), std::strerror(error));
  if (error == ENOENT || error == ENOTDIR) throw MissingFile(message);
  if (error == EPIPE) throw ClosedPipe(message);
  throw FileError(message);
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
  // Somebody else may have removed it, as programs do that tidy up.
  constexpr int kTries = 3;
  for (int i = 0; ::rename(name_.c_str(), path_.c_str()) != 0; ++i) {
    if (errno != ENOENT || i == kTries) fail("write", path_);
    write_again();
  }
  is_there_ = false;
}

void TemporaryFile::write_again() {
  Descriptor copy = open_temporary(name_, path_);
  std::vector<char> block(std::size_t{1} << 20);
  for (off_t offset = 0;;) {
    const ssize_t got = ::pread(file_.number(), block.data(), block.size(), offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("write", path_);
    if (got == 0) break;
    write_all(copy, {block.data(), static_cast<std::size_t>(got)}, path_);
    offset += got;
  }
  file_.swap(copy);
  flush();
}

bool TemporaryFile::take_new_name() {
  if (::link(name_.c_str(), path_.c_str()) == 0) return true;
  if (errno == EEXIST) return false;
  // A file system without links, or the temporary file is gone.
  take_name();
  return true;
}

Descriptor hold_current(const std::filesystem::path& path) {
  using Clock = std::chrono::steady_clock;
  const auto give_up = Clock::now() + std::chrono::seconds(1);
  for (;;) {
    Descriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
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
  if (!directory.is_open()) {
    // Who may write into a folder need not be allowed to read it.
    if (errno != EACCES) fail("flush", folder);
    ::sync();
    return;
  }
  if (::fsync(directory.number()) == 0) return;
  // Where folders cannot be flushed one by one, all files are.
  const bool is_unknown = errno == EINVAL || errno == ENOTSUP || errno == ENOSYS;
  if (!is_unknown || ::syncfs(directory.number()) != 0) fail("flush", folder);
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
    const auto writer = writer_of(name);
    if (writer && name.starts_with(start)) remove_if_stale(entry->path(), *writer);
  }
}

}  // namespace onyx
