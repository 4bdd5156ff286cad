#include "experiments/support/files.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

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
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
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

}  // namespace

void write_file(const std::filesystem::path& name, std::string_view content) {
  if (is_stream(name)) {
    Descriptor stream(::open(name.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    write_all(stream, content, name);
    if (!stream.close()) fail("write", name);
    return;
  }
  const std::filesystem::path path = without_links(name);
  // The process number keeps two runs that write the same file from writing into each other's.
  std::filesystem::path temporary = path;
  temporary += fmt::format(".{}.tmp", ::getpid());
  try {
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    write_all(file, content, path);
    if (::fsync(file.number()) != 0 || !file.close()) fail("write", path);
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
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    errno = EISDIR;
    fail("write", path);
  }
  if (is_stream(path)) return;
  std::filesystem::path probe = without_links(path);
  probe += fmt::format(".{}.probe.tmp", ::getpid());
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
}

}  // namespace onyx
