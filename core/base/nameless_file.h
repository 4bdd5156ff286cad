// Memory backed by an unlinked file on disk. The system deletes the file when the process ends.
#pragma once

#include <cstddef>
#include <filesystem>

namespace onyx {

/// The system decides which pages to keep in memory. A disk read error ends the process.
class NamelessFile {
 public:
  /// Makes a file of `bytes` zeros in `folder`. Allocates the disk space at once, because writing
  /// through memory to a full disk would end the process. Throws std::system_error on failure.
  NamelessFile(const std::filesystem::path& folder, std::size_t bytes);
  ~NamelessFile();
  NamelessFile(const NamelessFile&) = delete;
  NamelessFile& operator=(const NamelessFile&) = delete;

  void* data() { return data_; }

  /// Zeros the file without writing data, so that later page faults read nothing from the disk.
  /// Returns false if the file system cannot do so. Throws std::system_error if disk space is lost.
  bool zero();

  /// Tells the system that these bytes will be read soon.
  void fetch(std::size_t begin, std::size_t bytes) const;
  /// Frees the memory of these bytes. If `has_changed`, first starts to write them to the disk.
  void let_go(std::size_t begin, std::size_t bytes, bool has_changed) const;

 private:
  std::filesystem::path folder_;
  std::size_t bytes_;
  int file_ = -1;
  void* data_ = nullptr;
};

}  // namespace onyx
