#include "experiments/support/files.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "experiments/support/machine.h"

namespace onyx {
namespace {

[[noreturn]] void fail(std::string_view what, const std::filesystem::path& path) {
  throw FileError(fmt::format("cannot {} '{}': {}", what, path.string(), std::strerror(errno)));
}

/// A file descriptor that is closed when forgotten.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(Descriptor&& that) noexcept : number_(std::exchange(that.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  /// Whether `path` names this very file.
  bool is_at(const std::filesystem::path& path) const {
    struct stat here = {};
    struct stat there = {};
    return ::fstat(number_, &here) == 0 && ::stat(path.c_str(), &there) == 0 &&
           here.st_dev == there.st_dev && here.st_ino == there.st_ino;
  }
  /// Closes it; false if data turned out to be lost.
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

}  // namespace

std::string read_file(const std::filesystem::path& path) {
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
  // The system would rather kill the process than refuse to give it the memory.
  if (S_ISREG(status.st_mode) && static_cast<std::uint64_t>(status.st_size) > available_memory()) {
    throw std::bad_alloc();
  }
  std::string content;
  for (;;) {
    constexpr std::size_t kBlock = 1 << 20;
    const std::size_t size = content.size();
    content.resize(size + kBlock);
    const ssize_t got = ::read(file.number(), content.data() + size, kBlock);
    if (got < 0 && errno != EINTR) fail("read", path);
    content.resize(size + static_cast<std::size_t>(got < 0 ? 0 : got));
    if (got == 0) return content;
  }
}

namespace {

void write_all(Descriptor& file, std::string_view content, const std::filesystem::path& path) {
  if (!file.is_open()) fail("write", path);
  while (!content.empty()) {
    const ssize_t written = ::write(file.number(), content.data(), content.size());
    if (written < 0 && errno != EINTR) fail("write", path);
    if (written > 0) content.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// A device or a pipe, such as /dev/stdout: it must not be replaced by a file, only written to.
bool is_stream(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto type = std::filesystem::status(path, ignored).type();
  using std::filesystem::file_type;
  if (type == file_type::not_found || type == file_type::directory) return false;
  if (type != file_type::regular) return true;
  // /dev/stdout may lead to a file, which whoever opened it wants to keep.
  const std::string first = (++std::filesystem::absolute(path, ignored).begin())->string();
  return first == "dev" || first == "proc";
}

/// Where a name leads: a link to a file is kept, and the file replaced or made.
std::filesystem::path without_links(std::filesystem::path path) {
  constexpr int kMostLinks = 40;
  std::error_code error;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path, error); ++i) {
    path = path.parent_path() / std::filesystem::read_symlink(path, error);
  }
  return path;
}

// A temporary file is called NAME.onyx-PROCESS.tmp, so that two runs that write the same file do
// not write into each other's, and what a killed run left behind is known by its name.
//
// Its writer holds a lock on it (flock) until the file has its final name. The system takes the
// lock away when the process ends, however it ends. So what can be locked is in nobody's use: that
// holds on every host that shares the folder, where process numbers and the age of a file say
// little. On a file system without locks nothing is ever taken for stale.
constexpr std::string_view kMark = ".onyx-";
constexpr std::string_view kEnding = ".tmp";
constexpr std::string_view kProbeEnding = ".probe.tmp";

std::filesystem::path temporary_for(std::filesystem::path path, std::string_view ending) {
  path += fmt::format("{}{}{}", kMark, ::getpid(), ending);
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
    // Before it was locked, another process may have removed it as stale, or given it its final
    // name (a process of the same number on another host).
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

/// Removes what killed runs left in the folder. What cannot be removed does no harm.
void remove_stale_temporaries(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::directory_iterator entry(folder, ignored);
  for (; entry != std::filesystem::directory_iterator(); entry.increment(ignored)) {
    if (is_temporary(entry->path().filename().string())) remove_if_stale(entry->path());
  }
}

/// Said by the system only when the folder is to be replaced, and then not always in these words.
void require_no_folder(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return;
  errno = EISDIR;
  fail("write", path);
}

}  // namespace

void write_file(const std::filesystem::path& name, std::string_view content) {
  require_no_folder(name);
  if (is_stream(name)) {
    Descriptor stream(::open(name.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    write_all(stream, content, name);
    if (!stream.close()) fail("write", name);
    return;
  }
  const std::filesystem::path path = without_links(name);
  const std::filesystem::path temporary = temporary_for(path, kEnding);
  try {
    Descriptor file = open_temporary(temporary, path);
    write_all(file, content, path);
    // Closing can report nothing that this does not, and would give up the lock.
    if (::fsync(file.number()) != 0) fail("write", path);
    if (::rename(temporary.c_str(), path.c_str()) != 0) fail("write", path);
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
  // Makes the new name survive a crash of the machine; a folder that cannot be opened is no error.
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.is_open()) static_cast<void>(::fsync(directory.number()));
}

void require_writable(const std::filesystem::path& path) {
  require_no_folder(path);
  if (is_stream(path)) return;
  const std::filesystem::path probe = temporary_for(without_links(path), kProbeEnding);
  const Descriptor file(::open(probe.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  if (!file.is_open()) fail("write", path);
  ::unlink(probe.c_str());
}

void prepare_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder)) {
    throw FileError(fmt::format("cannot create folder '{}': {}", folder.string(),
                                error ? error.message() : "a file of that name is in the way"));
  }
  require_writable(folder / "certificate");
  remove_stale_temporaries(folder);
}

}  // namespace onyx
