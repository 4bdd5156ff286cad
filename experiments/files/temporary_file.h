// Files under a temporary name, renamed when complete. Other code uses files.h, or FileBatch.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onyx {

/// Throws FileError or MissingFile with the message "cannot WHAT 'PATH': " and the reason, from
/// errno.
[[noreturn]] void fail(std::string_view what, const std::filesystem::path& path);

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

/// Throws FileError, which names `path`, if the descriptor is not open or not all of the content
/// can be written.
void write_all(const Descriptor& file, std::string_view content, const std::filesystem::path& path);

/// The first part of this host's name: letters, digits and '_'.
const std::string& this_host();

/// A locked file beside `path`, under a temporary name until take_name(); removed if destroyed
/// before. All functions throw FileError.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::filesystem::path& path);
  ~TemporaryFile();
  TemporaryFile(TemporaryFile&& that) noexcept;
  TemporaryFile& operator=(TemporaryFile&&) = delete;

  void write_at(std::uint64_t offset, std::string_view content);
  /// Starts writing the file's cached data to the disk, and does not wait.
  void begin_flush() const;
  /// When this returns, the whole file is on the disk.
  void flush() const;
  /// Also flushes all other files of the file system that were written before.
  void flush_with_others() const;
  /// Throws if part of the file could not be written to the disk when flush_with_others() was
  /// called for another file.
  void require_flushed() const;
  void take_name();

 private:
  std::filesystem::path path_;
  std::filesystem::path name_;  ///< The temporary name.
  Descriptor file_;
  bool is_there_ = true;  ///< The temporary name still exists.
};

std::filesystem::path folder_of(const std::filesystem::path& path);

/// Makes new names in a folder survive a crash of the machine. Throws FileError.
void flush_folder(const std::filesystem::path& folder);

/// Makes a file beside `path` and removes it, to see whether that is possible. Throws FileError:
/// "cannot WHAT 'NAMED': ...".
void require_writing_beside(const std::filesystem::path& path, std::string_view what,
                            const std::filesystem::path& named);

/// Removes what killed runs left in the folder, for one file or for all, unless it may still be in
/// use. Remaining files do no harm.
void remove_stale_temporaries(const std::filesystem::path& folder, const std::string& file = "");

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
  std::vector<TemporaryFile> files_;
};

}  // namespace onyx
