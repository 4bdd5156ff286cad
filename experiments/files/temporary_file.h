// Files under a temporary name, which are given their own when they are complete. What files.h and
// file_batch.h are made of; nothing else needs it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace onyx {

/// Throws FileError, or MissingFile: "cannot WHAT 'PATH': ", and why, from errno.
[[noreturn]] void fail(std::string_view what, const std::filesystem::path& path);

/// A file descriptor that is closed when forgotten.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& that) noexcept : number_(std::exchange(that.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  /// Whether `path` names this very file.
  bool is_at(const std::filesystem::path& path) const;
  /// Closes it; false if data turned out to be lost.
  bool close();

 private:
  int number_;
};

/// Throws FileError, which names `path`, if the descriptor is not open or cannot take it all.
void write_all(const Descriptor& file, std::string_view content, const std::filesystem::path& path);

/// The first part of this host's name: letters, digits and '_'.
const std::string& this_host();

/// A locked file beside `path`, under a name of its own until take_name(); forgotten before, it is
/// removed. All throw FileError.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::filesystem::path& path);
  ~TemporaryFile();
  TemporaryFile(TemporaryFile&& that) noexcept;
  TemporaryFile& operator=(TemporaryFile&&) = delete;

  void write_at(std::uint64_t offset, std::string_view content);
  /// Lets the system begin to write what it holds of the file, and does not wait.
  void begin_flush() const;
  /// All of it is on the disk after this.
  void flush() const;
  /// The same for all files of its file system that were written before.
  void flush_with_others() const;
  /// Throws if some of it could not be written to the disk when others were flushed with it.
  void require_flushed() const;
  void take_name();
  /// The same where there is no file of that name yet; returns false if there is one.
  bool take_new_name();

 private:
  std::filesystem::path path_;
  std::filesystem::path name_;  ///< The temporary one.
  Descriptor file_;
  bool is_there_ = true;  ///< Under the temporary name.
};

std::filesystem::path folder_of(const std::filesystem::path& path);

/// The file at `path`, locked: while it is held no other process has it that holds it in this way
/// before it replaces it. Not open if it is missing, a link, or may not be written. One that is
/// held by a process which was stopped is returned without the lock after a second.
Descriptor hold_current(const std::filesystem::path& path);

/// Makes new names in a folder survive a crash of the machine. Throws FileError.
void flush_folder(const std::filesystem::path& folder);

/// Makes a file beside `path` and removes it, to see whether that is possible. Throws FileError:
/// "cannot WHAT 'NAMED': ...".
void require_writing_beside(const std::filesystem::path& path, std::string_view what,
                            const std::filesystem::path& named);

/// Removes what killed runs left in the folder, for one file or for all; nothing that may still be
/// in use. What stays does no harm.
void remove_stale_temporaries(const std::filesystem::path& folder, const std::string& file = "");

}  // namespace onyx
