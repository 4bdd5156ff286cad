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
  // Small files are read in one go: a merge reads millions of them.
  const bool is_small = S_ISREG(status.st_mode) && status.st_size < (1 << 14);
  const std::size_t block = std::size_t{1} << (is_small ? 14 : 20);
  // The system might kill the process rather than refuse the memory.
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

namespace fs = std::filesystem;

/// The file that a name leads to.
struct Target {
  fs::path path;  ///< The path of the file to replace or make; not a link.
  /// A device, a pipe, or an open file of a process: it must not be replaced, only written to.
  bool is_stream = false;
};

/// Whether `folder` shows the open files of a process, such as the target of /dev/stdout.
bool is_of_open_files(const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::canonical(folder, error);
  return !error && real.filename() == "fd" && real.string().starts_with("/proc/");
}

Target target_of(fs::path path) {
  std::error_code error;
  const auto type = fs::status(path, error).type();
  using fs::file_type;
  // If the path cannot be examined, opening it will fail too, with the reason.
  const bool is_file =
      type == file_type::regular || type == file_type::not_found || type == file_type::directory;
  if (!is_file) return {path, true};
  constexpr int kMostLinks = 40;
  for (int i = 0; i < kMostLinks && fs::is_symlink(path, error); ++i) {
    // Such a link leads to an open file, which must be kept as it is.
    if (is_of_open_files(folder_of(path))) return {path, true};
    path = path.parent_path() / fs::read_symlink(path, error);
  }
  return {path, false};
}

/// The system would report this only at the renaming, and not always in these words.
void require_no_folder(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) return;
  errno = EISDIR;
  fail("write", path);
}

}  // namespace

struct NewFile::Content {
  explicit Content(const std::filesystem::path& name) : path(name), file(name) {}

  std::filesystem::path path;
  TemporaryFile file;
};

NewFile::NewFile(const fs::path& name) {
  require_no_folder(name);
  const Target target = target_of(name);
  if (target.is_stream) {
    throw FileError(fmt::format("cannot write '{}': not a file", name.string()));
  }
  remove_stale_temporaries(folder_of(target.path), target.path.filename().string());
  content_ = std::make_unique<Content>(target.path);
}
NewFile::NewFile(const FolderFile& file) {
  require_no_folder(file.path());
  remove_stale_temporaries(file.folder, file.name);
  content_ = std::make_unique<Content>(file.path());
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

namespace {

/// Reads exactly `count` bytes of the file; `path` is for messages.
void read_exactly(int descriptor, const fs::path& path, std::uint64_t offset, std::size_t count,
                  char* to) {
  while (count > 0) {
    const ssize_t got = ::pread(descriptor, to, count, static_cast<off_t>(offset));
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

}  // namespace

void InputFile::read_at(std::uint64_t offset, std::size_t count, char* to) const {
  read_exactly(descriptor_, path_, offset, count, to);
}

struct ScratchFile::Content {
  fs::path path;
  Descriptor file;
  std::uint64_t bytes = 0;
};

ScratchFile::ScratchFile(const fs::path& folder) {
  std::string name = (folder / ".onyx-XXXXXX").string();
  Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
  // Without a name, the file is deleted with its last descriptor.
  if (!file.is_open() || ::unlink(name.c_str()) != 0) fail("write", name);
  content_ = std::make_unique<Content>(Content{name, std::move(file)});
}
ScratchFile::~ScratchFile() = default;
ScratchFile::ScratchFile(ScratchFile&&) noexcept = default;

std::uint64_t ScratchFile::bytes() const { return content_->bytes; }

void ScratchFile::write_at(std::uint64_t offset, std::string_view content) {
  if (::lseek(content_->file.number(), static_cast<off_t>(offset), SEEK_SET) < 0) {
    fail("write", content_->path);
  }
  write_all(content_->file, content, content_->path);
  content_->bytes = std::max(content_->bytes, offset + content.size());
}

void ScratchFile::read_at(std::uint64_t offset, std::size_t count, char* to) const {
  read_exactly(content_->file.number(), content_->path, offset, count, to);
}

void write_file(const fs::path& name, std::string_view content) {
  require_no_folder(name);
  const Target target = target_of(name);
  if (target.is_stream) {
    Descriptor stream(::open(name.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    write_all(stream, content, name);
    if (!stream.close()) fail("write", name);
    return;
  }
  write_file(FolderFile{folder_of(target.path), target.path.filename().string()}, content);
}

void write_file(const FolderFile& file, std::string_view content,
                const std::function<bool()>& is_wanted) {
  const fs::path path = file.path();
  require_no_folder(path);
  TemporaryFile temporary(path);
  temporary.write_at(0, content);
  temporary.flush();
  if (is_wanted && !is_wanted()) return;
  temporary.take_name();
  flush_folder(file.folder);
}

void require_writable(const fs::path& path) {
  require_no_folder(path);
  const Target target = target_of(path);
  if (target.is_stream) return;
  remove_stale_temporaries(folder_of(target.path), target.path.filename().string());
  require_writing_beside(target.path, "write", path);
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

}  // namespace onyx
