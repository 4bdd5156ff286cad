// One run at a time in a folder.
#pragma once

#include <filesystem>
#include <string>

#include "experiments/support/temporary_file.h"

namespace onyx {

/// Holds a lock on a file in the folder while it lives; the system takes it away when the process
/// ends, however it ends. The file stays. Where the file system knows no locks, all are let in.
class FolderLock {
 public:
  /// The folder must exist. Throws FileError if another run holds the lock of that name, on
  /// whatever host that shares the folder.
  explicit FolderLock(const std::filesystem::path& folder, const std::string& name = "run.lock");

 private:
  Descriptor file_;
};

}  // namespace onyx
