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

/// The file does not exist; nothing else is wrong.
class MissingFile : public FileError {
 public:
  using FileError::FileError;
};

/// The output is a pipe, such as a piped /dev/stdout, whose reader has closed it.
class ClosedPipe : public FileError {
 public:
  using FileError::FileError;
};

/// The whole content of a file. Throws FileError; std::bad_alloc if it is larger than the memory.
std::string read_file(const std::filesystem::path& path);

// There are two kinds of output files. For a file that the user named, links are followed: a link
// stays, and its target is replaced; a device, a pipe, or an open file of a process (/dev/stdout)
// is written to as it is. In a folder that the program fills, a file replaces whatever has its
// name, even a link, because the user did not name the link's target.

/// A file in a folder that the program fills.
struct FolderFile {
  std::filesystem::path folder;
  std::string name;

  std::filesystem::path path() const { return folder / name; }
};

/// Writes to a temporary name beside `path`, flushes the file to the disk, and renames it. So
/// `path` is either unchanged or complete, whatever happens in between. Throws FileError.
void write_file(const std::filesystem::path& path, std::string_view content);

/// Writes a file in the same way in a folder that the program fills. If `is_wanted` is given, it is
/// called last, when only the renaming is left; if it returns false, the existing file stays.
/// Between that call and the renaming only the folder's lock (folder_lock.h) keeps other runs away.
/// Throws FileError.
void write_file(const FolderFile& file, std::string_view content,
                const std::function<bool()>& is_wanted = {});

/// A file that is written piece by piece, for content larger than the memory. Until finish() it has
/// a temporary name beside its own; if it is destroyed before, nothing remains.
class NewFile {
 public:
  /// Throws FileError, including if `path` is a device or a pipe. Removes what a killed run left
  /// when writing the same file.
  explicit NewFile(const std::filesystem::path& path);
  explicit NewFile(const FolderFile& file);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Throws FileError, as on a full disk.
  void write_at(std::uint64_t offset, std::string_view content);
  /// Flushes the file to the disk and gives it its name. Throws FileError.
  void finish();

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

/// A file for random access reads.
class InputFile {
 public:
  /// Throws FileError, including if `path` is not a regular file.
  explicit InputFile(const std::filesystem::path& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::uint64_t bytes() const { return bytes_; }
  /// Throws FileError, including for reads beyond the end. Thread-safe.
  void read_at(std::uint64_t offset, std::size_t count, char* to) const;

 private:
  std::filesystem::path path_;
  int descriptor_;
  std::uint64_t bytes_ = 0;
};

/// A file without a name, for this process alone; it is deleted when the object or the process
/// ends.
class ScratchFile {
 public:
  /// The file is on the disk of `folder`, which must exist. Throws FileError.
  explicit ScratchFile(const std::filesystem::path& folder);
  ~ScratchFile();
  ScratchFile(ScratchFile&& that) noexcept;
  ScratchFile& operator=(ScratchFile&&) = delete;

  std::uint64_t bytes() const;
  /// Throws FileError, as on a full disk.
  void write_at(std::uint64_t offset, std::string_view content);
  /// Throws FileError, including for reads beyond the end.
  void read_at(std::uint64_t offset, std::size_t count, char* to) const;

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

/// Makes sure that a file that the user named can be written, so that a long run does not fail at
/// its end. Removes what a killed run left when writing the file. Throws FileError.
void require_writable(const std::filesystem::path& path);

/// Creates the folder if it is missing, makes sure that files can be written in it, and removes
/// what killed runs left there. Throws FileError.
void prepare_folder(const std::filesystem::path& folder);

/// Prepares a folder inside one that the program fills, and returns its path. Throws FileError,
/// including if it is a link: the link's target may belong to somebody else.
std::filesystem::path prepare_folder(const FolderFile& folder);

}  // namespace onyx
