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

/// The whole content. Throws FileError; std::bad_alloc for a file that is larger than the memory.
std::string read_file(const std::filesystem::path& path);

/// Writes to a temporary name beside `path`, flushes it to the disk, and renames it. So `path` is
/// either what it was or complete, whatever happens in between. (A device or a pipe is written to
/// as it is.) If `is_wanted` is given it is asked last of all, when nothing but the renaming is
/// left; if it says no, `path` stays what it is. Until then no other process replaces the file that
/// asks too (but for one that is stopped in that instant, for a second). Throws FileError.
void write_file(const std::filesystem::path& path, std::string_view content,
                const std::function<bool()>& is_wanted = {});

/// A file that is written piece by piece, for content that is larger than the memory. Under a
/// temporary name beside `path` until finish(); forgotten before, it leaves nothing behind.
class NewFile {
 public:
  /// Throws FileError, also where `path` is a device or a pipe. Removes what a killed run left that
  /// wrote the same file.
  explicit NewFile(const std::filesystem::path& path);
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

/// Makes sure that a file can be written at `path`, so that a long run does not fail at its end.
/// Throws FileError.
void require_writable(const std::filesystem::path& path);

/// Creates the folder if it is missing, makes sure that files can be written in it, and removes
/// what write_file and require_writable left there when a run was killed. Throws FileError.
void prepare_folder(const std::filesystem::path& folder);

}  // namespace onyx
