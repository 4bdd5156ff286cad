#include "experiments/files/temporary_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <optional>

#include "core/base/ascii.h"
#include "experiments/files/files.h"

namespace onyx {
namespace {

// A temporary file is called NAME.onyx-HOST-PROCESS-NUMBER.tmp, and is created only if no file has
// that name, so two writers never share one.
//
// Its writer holds a lock on it (flock) until the file has its final name. The system releases the
// lock when the process ends, however it ends. But some file systems have no locks, or locks per
// host only. So a file is removed only if its lock is free and its writer ran on this host, or if
// no lock on it is seen and nothing was written into it for a day.
constexpr std::string_view kMark = ".onyx-";
constexpr std::string_view kEnding = ".tmp";
constexpr time_t kStaleSeconds = 24 * 60 * 60;

std::filesystem::path temporary_for(const std::filesystem::path& path, std::uint64_t number) {
  constexpr std::size_t kLongestName = 255;
  const std::string mark =
      fmt::format("{}{}-{}-{}{}", kMark, this_host(), ::getpid(), number, kEnding);
  const std::string name = path.filename().string();
  return path.parent_path() / (name.substr(0, kLongestName - mark.size()) + mark);
}

/// The host in a temporary file's name; nothing for any other name.
std::optional<std::string_view> host_in(std::string_view name) {
  const std::size_t mark = name.rfind(kMark);
  if (mark == std::string_view::npos || !name.ends_with(kEnding)) return {};
  name.remove_prefix(mark + kMark.size());
  name.remove_suffix(std::min(name.size(), kEnding.size()));
  const std::size_t last = name.find_last_not_of("0123456789");
  if (last == name.npos || last == name.size() - 1 || name[last] != '-') return {};
  return name.substr(0, name.find('-'));
}

/// A locked file beside `path`; its name is stored in `name`. Throws as fail(what, named) does.
Descriptor open_temporary(const std::filesystem::path& path, std::filesystem::path& name,
                          std::string_view what, const std::filesystem::path& named) {
  static std::atomic<std::uint64_t> number{0};
  for (;;) {
    name = temporary_for(path, number++);
    Descriptor file(::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file.is_open() && errno == EEXIST) continue;
    if (!file.is_open()) fail(what, named);
    while (::flock(file.number(), LOCK_EX) != 0 && errno == EINTR) continue;
    // Another process may have removed it as stale before it was locked.
    if (file.is_at(name)) return file;
  }
}

void remove_if_stale(const std::filesystem::path& temporary, std::string_view host) {
  const Descriptor file(::open(temporary.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status = {};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0) return;
  const bool is_free = ::flock(file.number(), LOCK_EX | LOCK_NB) == 0;
  if (!is_free && errno == EWOULDBLOCK) return;
  const bool is_old = std::time(nullptr) - status.st_mtime >= kStaleSeconds;
  const bool has_ended = is_free && host == this_host();
  if ((has_ended || is_old) && file.is_at(temporary)) ::unlink(temporary.c_str());
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

const std::string& this_host() {
  static const std::string host = [] {
    std::array<char, 256> name{};
    static_cast<void>(::gethostname(name.data(), name.size() - 1));
    const std::string whole = name.data();
    std::string first = whole.substr(0, std::min<std::size_t>(whole.find('.'), 63));
    for (char& letter : first) {
      if (!is_letter(letter) && !is_digit(letter)) letter = '_';
    }
    return first.empty() ? "host" : first;
  }();
  return host;
}

TemporaryFile::TemporaryFile(const std::filesystem::path& path)
    : path_(path), file_(open_temporary(path, name_, "write", path)) {}

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
  // If the system lacks this call, the flush merely begins later.
  static_cast<void>(::sync_file_range(file_.number(), 0, 0, SYNC_FILE_RANGE_WRITE));
}

void TemporaryFile::flush() const {
  // A later close() can report no further error, and it would release the lock.
  if (::fsync(file_.number()) != 0) fail("write", path_);
}

void TemporaryFile::flush_with_others() const {
  if (::syncfs(file_.number()) != 0) fail("write", path_);
}

void TemporaryFile::require_flushed() const {
  // On older systems syncfs() does not report write errors, so ask for the file's own ones.
  const int done = ::sync_file_range(file_.number(), 0, 0, SYNC_FILE_RANGE_WAIT_BEFORE);
  if (done != 0 && errno != ENOSYS) fail("write", path_);
}

void TemporaryFile::take_name() {
  if (::rename(name_.c_str(), path_.c_str()) != 0) fail("write", path_);
  is_there_ = false;
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

void flush_folder(const std::filesystem::path& folder) {
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.is_open()) {
    if (::fsync(directory.number()) == 0) return;
    // A file system that cannot flush one folder flushes all its files.
    const bool is_unknown = errno == EINVAL || errno == ENOTSUP || errno == ENOSYS;
    if (!is_unknown || ::syncfs(directory.number()) != 0) fail("flush", folder);
  } else if (errno == EACCES) {
    ::sync();  // A folder may be writable without being readable.
  } else {
    fail("flush", folder);
  }
}

void require_writing_beside(const std::filesystem::path& path, std::string_view what,
                            const std::filesystem::path& named) {
  std::filesystem::path name;
  const Descriptor file = open_temporary(path, name, what, named);
  ::unlink(name.c_str());
}

void remove_stale_temporaries(const std::filesystem::path& folder, const std::string& file) {
  const std::string start = file.empty() ? "" : file + std::string(kMark);
  std::error_code ignored;
  std::filesystem::directory_iterator entry(folder, ignored);
  for (; entry != std::filesystem::directory_iterator(); entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    const auto host = host_in(name);
    if (host && name.starts_with(start)) remove_if_stale(entry->path(), *host);
  }
}

void FileBatch::add(const std::filesystem::path& name, std::string_view content) {
  files_.emplace_back(folder_ / name).write_at(0, content);
  files_.back().begin_flush();
}

void FileBatch::finish() {
  if (files_.empty()) return;
  // If files were flushed one by one, the disk would empty its cache for each.
  files_.back().flush_with_others();
  for (const TemporaryFile& file : files_) file.require_flushed();
  for (TemporaryFile& file : files_) file.take_name();
  files_.clear();
  flush_folder(folder_);
}

}  // namespace onyx
