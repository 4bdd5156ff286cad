// Reads files, and writes files so that no reader finds a file half written.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace onyx {

/// The message names the file or folder, and the reason.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct MissingFile : FileError {
  using FileError::FileError;
};

struct ClosedPipe : FileError {
  using FileError::FileError;
};

/// Throws FileError, MissingFile or ClosedPipe, with "cannot WHAT 'PATH': " and the reason from
/// errno.
[[noreturn]] void fail(std::string_view what, const std::filesystem::path& path);

/// Throws FileError; std::bad_alloc if the file is larger than the available memory.
std::string read_file(const std::filesystem::path& path);

// There are two kinds of output files. For a file that the user named, links are followed, and
// write_file() writes directly to devices, pipes and open files (/dev/stdout). In a folder that the
// program fills, a new file replaces any file or link of that name, because the user did not name
// the link's target.

struct FolderFile {
  std::filesystem::path folder;
  std::string name;

  std::filesystem::path path() const { return folder / name; }
};

/// Writes a temporary file and renames it, so `path` is unchanged or complete. Throws FileError.
void write_file(const std::filesystem::path& path, std::string_view content);

/// Like the above, in a folder that the program fills. `is_wanted` is called just before renaming;
/// if it returns false, the existing file stays. Only the folder's lock (run_lock.h) keeps
/// another run from writing between that call and the renaming.
void write_file(const FolderFile& file, std::string_view content,
                const std::function<bool()>& is_wanted = {});

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& that) noexcept : number_(std::exchange(that.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  bool is_at(const std::filesystem::path& path) const;
  /// Returns false if data was lost.
  bool close();

 private:
  int number_;
};

/// A locked temporary file next to `path`. The destructor removes the file unless take_name() has
/// renamed it to `path`. All functions throw FileError.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::filesystem::path& path);
  ~TemporaryFile();

  void write_at(std::uint64_t offset, std::string_view content);
  /// Starts to write cached data to the disk, without waiting.
  void begin_flush() const;
  /// Flushes this file and all files of the same file system that were written earlier.
  void flush_with_others() const;
  /// Throws if flush_with_others() of another file failed to write a part of this file.
  void require_flushed() const;
  void take_name();
  /// Flushes the file, then renames it unless `is_wanted` returns false.
  void finish(const std::function<bool()>& is_wanted = {});

 private:
  std::filesystem::path path_;
  std::filesystem::path name_;
  Descriptor file_;
  bool is_there_ = true;
};

/// A file of any size, written in pieces. Destruction before finish() removes the file.
class NewFile : public TemporaryFile {
 public:
  /// Removes temporary files that killed runs left for this path. Throws FileError, for example for
  /// devices and pipes.
  explicit NewFile(const std::filesystem::path& path);
  explicit NewFile(const FolderFile& file);
};

/// Many small files of one folder, flushed together: a flush takes milliseconds for one file and
/// little more for a few hundred. Each file appears whole or not at all, and only in finish(). Each
/// file keeps a descriptor open, so add at most a few hundred.
class FileBatch {
 public:
  explicit FileBatch(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Do not add a name twice. Throws FileError.
  void add(const std::filesystem::path& name, std::string_view content);
  void finish();

  std::size_t size() const { return files_.size(); }

 private:
  std::filesystem::path folder_;
  std::deque<TemporaryFile> files_;
};

class InputFile {
 public:
  /// Throws FileError, for example if `path` is not a regular file.
  explicit InputFile(const std::filesystem::path& path);

  std::uint64_t bytes() const { return bytes_; }
  /// Throws FileError, for example if the range exceeds the file. Thread-safe.
  void read_at(std::uint64_t offset, std::size_t count, char* to) const;

 private:
  std::filesystem::path path_;
  Descriptor file_;
  std::uint64_t bytes_ = 0;
};

/// A scratch file. The system deletes it when the object is destroyed or the process ends.
class ScratchFile {
 public:
  /// The file is on the disk of `folder`, which must exist. Throws FileError.
  explicit ScratchFile(const std::filesystem::path& folder);

  std::uint64_t bytes() const { return bytes_; }
  void write_at(std::uint64_t offset, std::string_view content);
  /// Throws FileError, for example if the range exceeds the file.
  void read_at(std::uint64_t offset, std::size_t count, char* to) const;

 private:
  std::string name_;  ///< For messages.
  Descriptor file_;
  std::uint64_t bytes_ = 0;
};

/// Returns "." if `path` has no folder.
std::filesystem::path folder_of(const std::filesystem::path& path);

/// Throws FileError if the file cannot be written. Removes temporary files that killed runs left.
void require_writable(const std::filesystem::path& path);

/// Creates the folder if it is missing, and removes temporary files of killed runs. Throws
/// FileError if the folder is not writable.
void prepare_folder(const std::filesystem::path& folder);

/// Like prepare_folder() above, for a folder inside a folder that the program fills. Returns the
/// path. Throws FileError, also for a link, because its target may belong to another user.
std::filesystem::path prepare_folder(const FolderFile& folder);

/// Removes temporary files that killed runs left for `file` or, if it is "", for any file in the
/// folder. Keeps temporary files that may be in use.
void remove_stale_temporaries(const std::filesystem::path& folder, const std::string& file = "");

const std::string& this_host();

}  // namespace onyx
