// Memory backed by a file on disk that only this process knows.
#pragma once

#include <cstddef>
#include <filesystem>

namespace onyx {

/// The system reads touched pages and decides itself what to keep in memory. The file has no name,
/// so it disappears when the process ends, in whatever way. A read error of the disk ends the
/// process.
class NamelessFile {
 public:
  /// `bytes` zero bytes, in a file in `folder`. The disk space is allocated at once, because
  /// writing through memory to a full disk would end the process. Throws std::system_error if the
  /// disk is full or if the system does not support such files.
  NamelessFile(const std::filesystem::path& folder, std::size_t bytes);
  ~NamelessFile();
  NamelessFile(const NamelessFile&) = delete;
  NamelessFile& operator=(const NamelessFile&) = delete;

  void* data() { return data_; }

  /// Zeros the whole file if the file system can do so without writing the bytes; then a page that
  /// is written next need not be read first. Returns whether it did. Throws std::system_error if
  /// the disk space is lost.
  bool zero();

  // The next two functions are hints.
  /// These bytes will be read soon.
  void fetch(std::size_t begin, std::size_t bytes) const;
  /// These bytes will not be touched for long. Starts writing changes to the disk without waiting
  /// for it, and frees the memory of this process.
  void let_go(std::size_t begin, std::size_t bytes, bool has_changed) const;

 private:
  std::filesystem::path folder_;
  std::size_t bytes_;
  int file_ = -1;
  void* data_ = nullptr;
};

}  // namespace onyx
