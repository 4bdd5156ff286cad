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

void write_file(const std::filesystem::path& path, std::string_view content) {
  // The process number keeps two runs that write the same file from writing into each other's.
  std::filesystem::path temporary = path;
  temporary += fmt::format(".{}.tmp", ::getpid());
  try {
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!file.is_open()) fail("write", path);
    while (!content.empty()) {
      const ssize_t written = ::write(file.number(), content.data(), content.size());
      if (written < 0 && errno != EINTR) fail("write", path);
      if (written > 0) content.remove_prefix(static_cast<std::size_t>(written));
    }
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

void prepare_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder)) {
    throw FileError(fmt::format("cannot create folder '{}': {}", folder.string(),
                                error ? error.message() : "a file of that name is in the way"));
  }
  const std::filesystem::path probe = folder / fmt::format(".probe.{}.tmp", ::getpid());
  const Descriptor file(::open(probe.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  if (!file.is_open()) fail("write into folder", folder);
  ::unlink(probe.c_str());
}

}  // namespace onyx
