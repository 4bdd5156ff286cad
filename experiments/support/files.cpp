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
#include <random>
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
  // What is small is read with little ado: a merge reads millions of such files.
  const bool is_small = S_ISREG(status.st_mode) && status.st_size < (1 << 14);
  const std::size_t block = std::size_t{1} << (is_small ? 14 : 20);
  // The system would rather kill the process than refuse to give it the memory.
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

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

/// Removes what killed runs left in the folder, for one file or for all. What cannot be removed
/// does no harm.
void remove_stale_temporaries(const std::filesystem::path& folder, const std::string& file = "") {
  const std::string start = file.empty() ? "" : file + std::string(kMark);
  std::error_code ignored;
  std::filesystem::directory_iterator entry(folder, ignored);
  for (; entry != std::filesystem::directory_iterator(); entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(start) && is_temporary(name)) remove_if_stale(entry->path());
  }
}

/// Said by the system only when the folder is to be replaced, and then not always in these words.
void require_no_folder(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return;
  errno = EISDIR;
  fail("write", path);
}

/// A locked file under a temporary name, which finish() makes that of `path`.
class Temporary {
 public:
  explicit Temporary(const std::filesystem::path& path)
      : path_(path), name_(temporary_for(path, kEnding)), file_(open_temporary(name_, path)) {}
  ~Temporary() {
    if (!is_finished_) ::unlink(name_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  void write_at(std::uint64_t offset, std::string_view content) {
    if (::lseek(file_.number(), static_cast<off_t>(offset), SEEK_SET) < 0) fail("write", path_);
    write_all(file_, content, path_);
  }
  void finish(const std::function<bool()>& is_wanted = {}) {
    // Closing can report nothing that this does not, and would give up the lock.
    if (::fsync(file_.number()) != 0) fail("write", path_);
    if (is_wanted && !is_wanted()) return;  // and the destructor removes it
    if (::rename(name_.c_str(), path_.c_str()) != 0) fail("write", path_);
    is_finished_ = true;
    // Makes the new name survive a crash of the machine; a folder that cannot be opened is no
    // error.
    const Descriptor directory(
        ::open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.is_open()) static_cast<void>(::fsync(directory.number()));
  }

 private:
  std::filesystem::path path_;
  std::filesystem::path name_;
  Descriptor file_;
  bool is_finished_ = false;
};

}  // namespace

struct NewFile::Content : Temporary {
  using Temporary::Temporary;
};

NewFile::NewFile(const std::filesystem::path& name) {
  require_no_folder(name);
  if (is_stream(name)) {
    throw FileError(fmt::format("cannot write '{}': not a file", name.string()));
  }
  const std::filesystem::path path = without_links(name);
  remove_stale_temporaries(folder_of(path), path.filename().string());
  content_ = std::make_unique<Content>(path);
}
NewFile::~NewFile() = default;
void NewFile::write_at(std::uint64_t offset, std::string_view content) {
  content_->write_at(offset, content);
}
void NewFile::finish() { content_->finish(); }

InputFile::InputFile(const std::filesystem::path& path)
    : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  struct stat status = {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) fail("read", path);
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor_);
    throw FileError(fmt::format("cannot read '{}': not a file", path.string()));
  }
  bytes_ = static_cast<std::uint64_t>(status.st_size);
}
InputFile::~InputFile() { ::close(descriptor_); }

void InputFile::read_at(std::uint64_t offset, std::size_t count, char* to) const {
  while (count > 0) {
    const ssize_t got = ::pread(descriptor_, to, count, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read", path_);
    if (got == 0) {
      throw FileError(fmt::format("cannot read '{}': it has become shorter", path_.string()));
    }
    to += got;
    offset += static_cast<std::uint64_t>(got);
    count -= static_cast<std::size_t>(got);
  }
}

void write_file(const std::filesystem::path& name, std::string_view content,
                const std::function<bool()>& is_wanted) {
  require_no_folder(name);
  if (is_stream(name)) {
    Descriptor stream(::open(name.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    write_all(stream, content, name);
    if (!stream.close()) fail("write", name);
    return;
  }
  Temporary file(without_links(name));
  file.write_at(0, content);
  file.finish(is_wanted);
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
