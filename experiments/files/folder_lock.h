// One run at a time in a folder, or several that know of each other.
#pragma once

#include <filesystem>

#include "experiments/files/temporary_file.h"

namespace onyx {

/// Holds a lock on a file in the folder while it lives; the system takes it away when the process
/// ends, however it ends. The file stays. Where the file system knows no locks, all are let in.
class FolderLock {
 public:
  /// Those that share the folder keep out only those that want it for themselves.
  enum class Kind { alone, shared };

  /// The folder must exist. Throws FileError if another run keeps this one out, on whatever host
  /// that shares the folder.
  explicit FolderLock(const std::filesystem::path& folder, Kind kind = Kind::alone);

 private:
  Descriptor file_;
};

}  // namespace onyx
