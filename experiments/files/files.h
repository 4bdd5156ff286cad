// Files that are never found half written.
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

/// A file or folder that could not be read or written; the message names it and says why.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The file does not exist; nothing else is wrong.
struct MissingFile : FileError {
  using FileError::FileError;
};

/// The output is a pipe, such as a piped /dev/stdout, whose reader has closed it.
struct ClosedPipe : FileError {
  using FileError::FileError;
};

/// Throws FileError, MissingFile or ClosedPipe with the message "cannot WHAT 'PATH': " and the
/// reason, from errno.
[[noreturn]] void fail(std::string_view what, const std::filesystem::path& path);

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

/// A file descriptor that is closed on destruction.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& that) noexcept : number_(std::exchange(that.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  /// Whether `path` names the open file.
  bool is_at(const std::filesystem::path& path) const;
  /// Closes the descriptor; false if data was lost.
  bool close();

 private:
  int number_;
};

/// A locked file beside `path`, under a temporary name until take_name(); removed if destroyed
/// before. All functions throw FileError.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::filesystem::path& path);
  ~TemporaryFile();

  void write_at(std::uint64_t offset, std::string_view content);
  /// Starts writing the file's cached data to the disk, and does not wait.
  void begin_flush() const;
  /// Also flushes all other files of the file system that were written before.
  void flush_with_others() const;
  /// Throws if part of the file could not be written to the disk when flush_with_others() was
  /// called for another file.
  void require_flushed() const;
  void take_name();
  /// Flushes the file to the disk and gives it its name, unless `is_wanted` is given and returns
  /// false.
  void finish(const std::function<bool()>& is_wanted = {});

 private:
  std::filesystem::path path_;
  std::filesystem::path name_;  ///< The temporary name.
  Descriptor file_;
  bool is_there_ = true;  ///< The temporary name still exists.
};

/// A file that is written piece by piece, for content larger than the memory. Until finish() it has
/// a temporary name beside its own; if it is destroyed before, nothing remains.
class NewFile {
 public:
  /// Throws FileError, including if `path` is a device or a pipe. Removes what a killed run left
  /// when writing the same file.
  explicit NewFile(const std::filesystem::path& path);
  explicit NewFile(const FolderFile& file);

  /// Throws FileError, as on a full disk.
  void write_at(std::uint64_t offset, std::string_view content) { file_.write_at(offset, content); }
  /// Flushes the file to the disk and gives it its name. Throws FileError.
  void finish() { file_.finish(); }

 private:
  TemporaryFile file_;
};

/// Many small files of one folder that are written together: a flush costs milliseconds for one
/// file, whatever its size, and little more for a few hundred at once. Each appears whole or not at
/// all, as with write_file. If the batch is destroyed before finish(), none appears. Each file
/// holds a descriptor, so a batch should have no more than some hundreds.
class FileBatch {
 public:
  explicit FileBatch(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Writes the content under a temporary name; finish() renames it to `name`. The same name may
  /// not be given twice. Throws FileError.
  void add(const std::filesystem::path& name, std::string_view content);
  /// Flushes all files to the disk and gives them their names. Throws FileError.
  void finish();

  std::size_t size() const { return files_.size(); }

 private:
  std::filesystem::path folder_;
  std::deque<TemporaryFile> files_;
};

/// A file for random access reads.
class InputFile {
 public:
  /// Throws FileError, including if `path` is not a regular file.
  explicit InputFile(const std::filesystem::path& path);

  std::uint64_t bytes() const { return bytes_; }
  /// Throws FileError, including for reads beyond the end. Thread-safe.
  void read_at(std::uint64_t offset, std::size_t count, char* to) const;

 private:
  std::filesystem::path path_;
  Descriptor file_;
  std::uint64_t bytes_ = 0;
};

/// A file without a name, for this process alone; it is deleted when the object or the process
/// ends.
class ScratchFile {
 public:
  /// The file is on the disk of `folder`, which must exist. Throws FileError.
  explicit ScratchFile(const std::filesystem::path& folder);

  std::uint64_t bytes() const { return bytes_; }
  /// Throws FileError, as on a full disk.
  void write_at(std::uint64_t offset, std::string_view content);
  /// Throws FileError, including for reads beyond the end.
  void read_at(std::uint64_t offset, std::size_t count, char* to) const;

 private:
  std::string name_;  ///< For messages: the file has no name any more.
  Descriptor file_;
  std::uint64_t bytes_ = 0;
};

/// The folder that contains the file; "." for a name alone.
std::filesystem::path folder_of(const std::filesystem::path& path);

/// Makes sure that a file that the user named can be written, so that a long run does not fail at
/// its end. Removes what a killed run left when writing the file. Throws FileError.
void require_writable(const std::filesystem::path& path);

/// Creates the folder if it is missing, makes sure that files can be written in it, and removes
/// what killed runs left there. Throws FileError.
void prepare_folder(const std::filesystem::path& folder);

/// Prepares a folder inside one that the program fills, and returns its path. Throws FileError,
/// including if it is a link: the link's target may belong to somebody else.
std::filesystem::path prepare_folder(const FolderFile& folder);

/// Removes what killed runs left in the folder, for one file or for all, unless it may still be in
/// use. Remaining files do no harm.
void remove_stale_temporaries(const std::filesystem::path& folder, const std::string& file = "");

/// The first part of this host's name: letters, digits and '_'.
const std::string& this_host();

}  // namespace onyx
