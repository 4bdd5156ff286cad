// Memory that lies on a disk: a file that only this process knows.
#pragma once

#include <cstddef>
#include <filesystem>

namespace onyx {

/// The system reads what is touched, page by page, and keeps in memory what it likes. The file has
/// no name, so it is gone with the process, however that ends. A disk that fails to read ends the
/// process.
class NamelessFile {
 public:
  /// So many zeros, in a file in `folder`. The room is taken at once, since a write to a full disk
  /// through memory would end the process. Throws std::system_error if there is none, or where the
  /// system has no such thing.
  NamelessFile(const std::filesystem::path& folder, std::size_t bytes);
  ~NamelessFile();
  NamelessFile(const NamelessFile&) = delete;
  NamelessFile& operator=(const NamelessFile&) = delete;

  void* data() { return data_; }

  /// Makes all of it zeros, if the file system can do that without writing them: then nothing is
  /// read where it is written next. Returns whether it did. Throws std::system_error if the room is
  /// lost.
  bool zero();

  // Hints:
  /// All of these bytes will soon be read.
  void fetch(std::size_t begin, std::size_t bytes) const;
  /// These will not be touched for long. What has changed goes to the disk, without waiting for it,
  /// and this process no longer has the memory.
  void let_go(std::size_t begin, std::size_t bytes, bool has_changed) const;

 private:
  std::filesystem::path folder_;
  std::size_t bytes_;
  int file_ = -1;
  void* data_ = nullptr;
};

}  // namespace onyx
