// Files that are never found half written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace onyx {

/// A file or folder that could not be read or written; the message names it and says why.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// There is no file of that name, which is all that can be said against it.
class MissingFile : public FileError {
 public:
  using FileError::FileError;
};

/// The whole content. Throws FileError; std::bad_alloc for a file that is larger than the memory.
std::string read_file(const std::filesystem::path& path);

// There are two kinds of files to write. One that the user named is written where the name leads: a
// link stays, and what it leads to is replaced; a device, a pipe, or an open file of a process
// (/dev/stdout) is written to as it is. In a folder that the program fills, a file takes the place
// of whatever has its name, also of a link: nobody named what that leads to.

/// A file in a folder that the program fills.
struct FolderFile {
  std::filesystem::path folder;
  std::string name;

  std::filesystem::path path() const { return folder / name; }
};

/// Writes to a temporary name beside `path`, flushes it to the disk, and renames it. So `path` is
/// either what it was or complete, whatever happens in between. Throws FileError.
void write_file(const std::filesystem::path& path, std::string_view content);

/// The same in a folder that the program fills. If `is_wanted` is given it is asked last of all,
/// when nothing but the renaming is left; if it says no, the file stays what it is. Until then no
/// other process replaces the file that asks too (but for one that is stopped in that instant, for
/// a second). Throws FileError.
void write_file(const FolderFile& file, std::string_view content,
                const std::function<bool()>& is_wanted = {});

/// A file that is written piece by piece, for content that is larger than the memory. Under a
/// temporary name beside its own until finish(); forgotten before, it leaves nothing behind.
class NewFile {
 public:
  /// Throws FileError, also where `path` is a device or a pipe. Removes what a killed run left that
  /// wrote the same file.
  explicit NewFile(const std::filesystem::path& path);
  explicit NewFile(const FolderFile& file);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Throws FileError, as on a full disk.
  void write_at(std::uint64_t offset, std::string_view content);
  /// Flushes it to the disk and gives it its name. Throws FileError.
  void finish();

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

/// A file that is read here and there.
class InputFile {
 public:
  /// Throws FileError, also where `path` is no regular file.
  explicit InputFile(const std::filesystem::path& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::uint64_t bytes() const { return bytes_; }
  /// Throws FileError, also beyond the end. Thread-safe.
  void read_at(std::uint64_t offset, std::size_t count, char* to) const;

 private:
  std::filesystem::path path_;
  int descriptor_;
  std::uint64_t bytes_ = 0;
};

/// A file that only this process sees, which is gone when it is forgotten or the process ends.
class ScratchFile {
 public:
  /// On the disk of the folder, which must exist. Throws FileError.
  explicit ScratchFile(const std::filesystem::path& folder);
  ~ScratchFile();
  ScratchFile(ScratchFile&& that) noexcept;
  ScratchFile& operator=(ScratchFile&&) = delete;

  std::uint64_t bytes() const;
  /// Throws FileError, as on a full disk.
  void write_at(std::uint64_t offset, std::string_view content);
  /// Throws FileError, also beyond the end.
  void read_at(std::uint64_t offset, std::size_t count, char* to) const;

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

/// Makes sure that a file that the user named can be written, so that a long run does not fail at
/// its end, and removes what a killed run left that wrote it. Throws FileError.
void require_writable(const std::filesystem::path& path);

/// Creates the folder if it is missing, makes sure that files can be written in it, and removes
/// what killed runs left there. Throws FileError.
void prepare_folder(const std::filesystem::path& folder);

/// The same for a folder in one that the program fills. Throws FileError, also where it is a link:
/// what that leads to is somebody else's. Returns its path.
std::filesystem::path prepare_folder(const FolderFile& folder);

}  // namespace onyx
