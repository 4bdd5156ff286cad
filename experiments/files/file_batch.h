// Many small files that are written together. A flush costs milliseconds for one file, whatever its
// size, and little more for a few hundred files at once.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "experiments/files/temporary_file.h"

namespace onyx {

/// Files of one folder; each appears whole or not at all, as with write_file. If the batch is
/// destroyed before finish(), none appears. Each file holds a descriptor, so a batch should have no
/// more than some hundreds.
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
