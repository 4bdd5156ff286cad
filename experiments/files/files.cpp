#include "experiments/files/files.h"

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

#include "experiments/files/temporary_file.h"
#include "experiments/support/machine.h"

namespace onyx {

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

/// Said by the system only when the folder is to be replaced, and then not always in these words.
void require_no_folder(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return;
  errno = EISDIR;
  fail("write", path);
}

void take_name_if(const std::function<bool()>& is_wanted, TemporaryFile& file,
                  const std::filesystem::path& path) {
  for (;;) {
    const Descriptor current = hold_current(path);
    if (!is_wanted()) return;
    std::error_code ignored;
    if (current.is_open() || std::filesystem::exists(path, ignored)) {
      file.take_name();
      return;
    }
    // If another process has made one in the meantime, it is asked again.
    if (file.take_new_name()) return;
  }
}

}  // namespace

struct NewFile::Content {
  explicit Content(const std::filesystem::path& name) : path(name), file(name) {}

  std::filesystem::path path;
  TemporaryFile file;
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
  content_->file.write_at(offset, content);
}
void NewFile::finish() {
  content_->file.flush();
  content_->file.take_name();
  flush_folder(folder_of(content_->path));
}

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
  const std::filesystem::path path = without_links(name);
  TemporaryFile file(path);
  file.write_at(0, content);
  file.flush();
  if (is_wanted) {
    take_name_if(is_wanted, file, path);
  } else {
    file.take_name();
  }
  flush_folder(folder_of(path));
}

void require_writable(const std::filesystem::path& path) {
  require_no_folder(path);
  if (is_stream(path)) return;
  const std::filesystem::path probe = probe_for(without_links(path));
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
