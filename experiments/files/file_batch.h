// Many small files that are written together. To flush one file costs milliseconds, whatever is in
// it; to flush a few hundred at once costs little more.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "experiments/files/temporary_file.h"

namespace onyx {

/// Files of one folder, each found whole or not at all, as by write_file. Forgotten before
/// finish(), none is there. Each holds a file descriptor, so there should be no more than some
/// hundreds.
class FileBatch {
 public:
  explicit FileBatch(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Writes a file that is to have this name in the folder, under a temporary name. The same name
  /// may not be given twice. Throws FileError.
  void add(const std::filesystem::path& name, std::string_view content);
  /// Flushes all files to the disk and gives them their names. Throws FileError.
  void finish();

  std::size_t size() const { return files_.size(); }

 private:
  std::filesystem::path folder_;
  std::vector<TemporaryFile> files_;
};

}  // namespace onyx
