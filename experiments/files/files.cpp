#include "experiments/files/files.h"

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
#include <new>
#include <optional>

#include "core/base/ascii.h"
#include "core/base/assert.h"
#include "experiments/support/machine.h"

namespace onyx {
namespace {

namespace fs = std::filesystem;

// Temporary files are called NAME.onyx-HOST-PROCESS-NUMBER.tmp, and are created only if the name is
// free. The writer holds a lock (flock) until the file has its final name; the system releases the
// lock when the process ends. Some file systems have no locks, or only locks per host. So a file
// counts as stale if its lock is free and its writer ran on this host. Any other file counts as
// stale if this host sees no lock on the file and nobody wrote to it for a day.
constexpr std::string_view kMark = ".onyx-";
constexpr std::string_view kEnding = ".tmp";
constexpr time_t kStaleSeconds = 24 * 60 * 60;

fs::path temporary_for(const fs::path& path, std::uint64_t number) {
  constexpr std::size_t kLongestName = 255;
  const std::string mark =
      fmt::format("{}{}-{}-{}{}", kMark, this_host(), ::getpid(), number, kEnding);
  ONYX_ASSERT(mark.size() < kLongestName);
  const std::string name = path.filename().string();
  return path.parent_path() / (name.substr(0, kLongestName - mark.size()) + mark);
}

std::optional<std::string_view> host_in(std::string_view name) {
  const std::size_t mark = name.rfind(kMark);
  if (mark == std::string_view::npos || !name.ends_with(kEnding)) return {};
  name.remove_prefix(mark + kMark.size());
  name.remove_suffix(std::min(name.size(), kEnding.size()));
  const std::size_t last = name.find_last_not_of("0123456789");
  if (last == name.npos || last == name.size() - 1 || name[last] != '-') return {};
  return name.substr(0, name.find('-'));
}

/// Creates and locks a temporary file and sets `name`. On failure, calls fail(what, named).
Descriptor open_temporary(const fs::path& path, fs::path& name, std::string_view what,
                          const fs::path& named) {
  static std::atomic<std::uint64_t> number{0};
  for (;;) {
    name = temporary_for(path, number++);
    Descriptor file(::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file.is_open() && errno == EEXIST) continue;
    if (!file.is_open()) fail(what, named);
    while (::flock(file.number(), LOCK_EX) != 0 && errno == EINTR) continue;
    // Try again if another process removed the file as stale before this one locked it.
    if (file.is_at(name)) return file;
  }
}

void remove_if_stale(const fs::path& temporary, std::string_view host) {
  const Descriptor file(::open(temporary.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status = {};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0) return;
  const bool is_free = ::flock(file.number(), LOCK_EX | LOCK_NB) == 0;
  if (!is_free && errno == EWOULDBLOCK) return;
  const bool is_old = std::time(nullptr) - status.st_mtime >= kStaleSeconds;
  const bool has_ended = is_free && host == this_host();
  if ((has_ended || is_old) && file.is_at(temporary)) ::unlink(temporary.c_str());
}

/// Writes at `offset`, or after the last write. Error messages name `path`.
void write_all(const Descriptor& file, const fs::path& path, std::string_view content,
               std::optional<std::uint64_t> offset = std::nullopt) {
  if (!file.is_open()) fail("write", path);
  if (offset && ::lseek(file.number(), static_cast<off_t>(*offset), SEEK_SET) < 0) {
    fail("write", path);
  }
  while (!content.empty()) {
    const ssize_t written = ::write(file.number(), content.data(), content.size());
    if (written < 0 && errno != EINTR) fail("write", path);
    if (written > 0) content.remove_prefix(static_cast<std::size_t>(written));
  }
}

void read_exactly(const Descriptor& file, const fs::path& path, std::uint64_t offset,
                  std::size_t count, char* to) {
  while (count > 0) {
    const ssize_t got = ::pread(file.number(), to, count, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read", path);
    if (got == 0) {
      throw FileError(fmt::format("cannot read '{}': it has become shorter", path.string()));
    }
    to += got;
    offset += static_cast<std::uint64_t>(got);
    count -= static_cast<std::size_t>(got);
  }
}

/// Flushes the folder, so that new names survive a crash of the machine.
void flush_folder(const fs::path& folder) {
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.is_open()) {
    if (::fsync(directory.number()) == 0) return;
    // If the folder cannot be flushed alone, flush the whole file system.
    const bool is_unknown = errno == EINVAL || errno == ENOTSUP || errno == ENOSYS;
    if (!is_unknown || ::syncfs(directory.number()) != 0) fail("flush", folder);
  } else if (errno == EACCES) {
    ::sync();  // the folder is writable but not readable, so flush everything
  } else {
    fail("flush", folder);
  }
}

/// Tests for write access by making a file. On failure, calls fail(what, named).
void require_writing_beside(const fs::path& path, std::string_view what, const fs::path& named) {
  fs::path name;
  const Descriptor file = open_temporary(path, name, what, named);
  ::unlink(name.c_str());
}

/// Whether the folder lists a process's open files, as /proc/self/fd does.
bool is_of_open_files(const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::canonical(folder, error);
  return !error && real.filename() == "fd" && real.string().starts_with("/proc/");
}

/// Returns where the links from `path` lead; nullopt for a device, a pipe, or an open file.
std::optional<fs::path> target_of(fs::path path) {
  std::error_code error;
  const auto type = fs::status(path, error).type();
  using fs::file_type;
  // Treat a path that cannot be examined like a device; opening it then reports the reason.
  const bool is_file =
      type == file_type::regular || type == file_type::not_found || type == file_type::directory;
  if (!is_file) return std::nullopt;
  constexpr int kMostLinks = 40;
  for (int i = 0; i < kMostLinks && fs::is_symlink(path, error); ++i) {
    // A link in /proc/.../fd leads to an open file, which must not be replaced.
    if (is_of_open_files(folder_of(path))) return std::nullopt;
    path = path.parent_path() / fs::read_symlink(path, error);
  }
  return path;
}

/// Throws if the path is a folder; the system would report that only on rename().
void require_no_folder(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return;
  errno = EISDIR;
  fail("write", path);
}

fs::path place_for(const FolderFile& file) {
  require_no_folder(file.path());
  remove_stale_temporaries(file.folder, file.name);
  return file.path();
}
fs::path place_for(const fs::path& name) {
  require_no_folder(name);
  const auto target = target_of(name);
  if (!target) throw FileError(fmt::format("cannot write '{}': not a file", name.string()));
  remove_stale_temporaries(folder_of(*target), target->filename().string());
  return *target;
}

}  // namespace

void fail(std::string_view what, const fs::path& path) {
  const int error = errno;
  const std::string message =
      fmt::format("cannot {} '{}': {}", what, path.string(), std::strerror(error));
  if (error == ENOENT || error == ENOTDIR) throw MissingFile(message);
  if (error == EPIPE) throw ClosedPipe(message);
  throw FileError(message);
}

std::string read_file(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status = {};
  if (!file.is_open() || ::fstat(file.number(), &status) != 0) fail("read", path);
  if (S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    fail("read", path);
  }
  if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)) {
    throw FileError(fmt::format("cannot read '{}': not a file", path.string()));
  }
  // Read a small file in one block, because a merge reads millions of them.
  const bool is_small = S_ISREG(status.st_mode) && status.st_size < (1 << 14);
  const std::size_t block = std::size_t{1} << (is_small ? 14 : 20);
  // Refuse early, because the system might kill the process instead of refusing the memory.
  if (S_ISREG(status.st_mode) && !is_small &&
      static_cast<std::uint64_t>(status.st_size) > available_memory()) {
    throw std::bad_alloc();
  }
  std::string content;
  for (;;) {
    const std::size_t size = content.size();
    content.resize(size + block);
    const ssize_t got = ::read(file.number(), content.data() + size, block);
    if (got < 0 && errno != EINTR) fail("read", path);
    content.resize(size + static_cast<std::size_t>(got < 0 ? 0 : got));
    if (got == 0) return content;
  }
}

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

bool Descriptor::is_at(const fs::path& path) const {
  struct stat here = {};
  struct stat there = {};
  return ::fstat(number_, &here) == 0 && ::stat(path.c_str(), &there) == 0 &&
         here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

bool Descriptor::close() {
  ONYX_ASSERT(is_open());
  return ::close(std::exchange(number_, -1)) == 0;
}

TemporaryFile::TemporaryFile(const fs::path& path)
    : path_(path), file_(open_temporary(path, name_, "write", path)) {}

TemporaryFile::~TemporaryFile() {
  if (is_there_) ::unlink(name_.c_str());
}

void TemporaryFile::write_at(std::uint64_t offset, std::string_view content) {
  ONYX_ASSERT(is_there_);
  write_all(file_, path_, content, offset);
}

void TemporaryFile::begin_flush() const {
  // Ignore errors, because without this call the flush merely begins later.
  static_cast<void>(::sync_file_range(file_.number(), 0, 0, SYNC_FILE_RANGE_WRITE));
}

void TemporaryFile::flush_with_others() const {
  if (::syncfs(file_.number()) != 0) fail("write", path_);
}

void TemporaryFile::require_flushed() const {
  // On older systems syncfs() reports no write errors, so ask about this file.
  const int done = ::sync_file_range(file_.number(), 0, 0, SYNC_FILE_RANGE_WAIT_BEFORE);
  if (done != 0 && errno != ENOSYS) fail("write", path_);
}

void TemporaryFile::take_name() {
  ONYX_ASSERT(is_there_);
  if (::rename(name_.c_str(), path_.c_str()) != 0) fail("write", path_);
  is_there_ = false;
}

void TemporaryFile::finish(const std::function<bool()>& is_wanted) {
  // Do not close() yet: closing reports no further errors, and it releases the lock.
  if (::fsync(file_.number()) != 0) fail("write", path_);
  if (is_wanted && !is_wanted()) return;
  take_name();
  flush_folder(folder_of(path_));
}

NewFile::NewFile(const fs::path& path) : TemporaryFile(place_for(path)) {}
NewFile::NewFile(const FolderFile& file) : TemporaryFile(place_for(file)) {}

void FileBatch::add(const fs::path& name, std::string_view content) {
  files_.emplace_back(folder_ / name).write_at(0, content);
  files_.back().begin_flush();
}

void FileBatch::finish() {
  if (files_.empty()) return;
  // Flush once for all files, because each flush empties the disk's write cache.
  files_.back().flush_with_others();
  for (const TemporaryFile& file : files_) file.require_flushed();
  for (TemporaryFile& file : files_) file.take_name();
  files_.clear();
  flush_folder(folder_);
}

InputFile::InputFile(const fs::path& path)
    : path_(path), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  struct stat status = {};
  if (!file_.is_open() || ::fstat(file_.number(), &status) != 0) fail("read", path);
  if (!S_ISREG(status.st_mode)) {
    throw FileError(fmt::format("cannot read '{}': not a file", path.string()));
  }
  bytes_ = static_cast<std::uint64_t>(status.st_size);
}

void InputFile::read_at(std::uint64_t offset, std::size_t count, char* to) const {
  read_exactly(file_, path_, offset, count, to);
}

ScratchFile::ScratchFile(const fs::path& folder)
    : name_((folder / ".onyx-XXXXXX").string()), file_(::mkostemp(name_.data(), O_CLOEXEC)) {
  // Unlink at once, so that the system deletes the file with its last descriptor.
  if (!file_.is_open() || ::unlink(name_.c_str()) != 0) fail("write", name_);
}

void ScratchFile::write_at(std::uint64_t offset, std::string_view content) {
  write_all(file_, name_, content, offset);
  bytes_ = std::max(bytes_, offset + content.size());
}

void ScratchFile::read_at(std::uint64_t offset, std::size_t count, char* to) const {
  read_exactly(file_, name_, offset, count, to);
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

void write_file(const fs::path& name, std::string_view content) {
  require_no_folder(name);
  if (const auto target = target_of(name)) {
    return write_file(FolderFile{folder_of(*target), target->filename().string()}, content);
  }
  Descriptor stream(::open(name.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  write_all(stream, name, content);
  if (!stream.close()) fail("write", name);
}

void write_file(const FolderFile& file, std::string_view content,
                const std::function<bool()>& is_wanted) {
  require_no_folder(file.path());
  TemporaryFile temporary(file.path());
  temporary.write_at(0, content);
  temporary.finish(is_wanted);
}

void require_writable(const fs::path& path) {
  require_no_folder(path);
  if (target_of(path)) require_writing_beside(place_for(path), "write", path);
}

void prepare_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder)) {
    throw FileError(fmt::format("cannot create folder '{}': {}", folder.string(),
                                error ? error.message() : "a file of that name is in the way"));
  }
  require_writing_beside(folder / "probe", "write into folder", folder);
  remove_stale_temporaries(folder);
}

fs::path prepare_folder(const FolderFile& folder) {
  if (fs::is_symlink(folder.path())) {
    throw FileError(
        fmt::format("'{}' is a symbolic link, possibly to a file of somebody else; remove it",
                    folder.path().string()));
  }
  prepare_folder(folder.path());
  return folder.path();
}

void remove_stale_temporaries(const fs::path& folder, const std::string& file) {
  const std::string start = file.empty() ? "" : file + std::string(kMark);
  std::error_code ignored;
  fs::directory_iterator entry(folder, ignored);
  for (; entry != fs::directory_iterator(); entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    const auto host = host_in(name);
    if (host && name.starts_with(start)) remove_if_stale(entry->path(), *host);
  }
}

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

}  // namespace onyx
