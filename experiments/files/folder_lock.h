// Reserves a folder by a lock (flock) on the file `run.lock`, whose text is for people. The system
// releases the lock when the process ends. It only avoids double work: files stay whole without it,
// as on file systems without locks or with locks per host.
#pragma once

#include "experiments/files/files.h"

namespace onyx {

class FolderInUse : public FileError {
 public:
  using FileError::FileError;
};

struct LockPatience {
  bool waits = false;  ///< Wait instead of throwing FolderInUse.
  /// Called several times a second while waiting; true leads to FolderInUse.
  std::function<bool()> should_stop = {};
  /// Called once, with a message about the other run.
  std::function<void(const std::string&)> say = {};
};

class FolderLock {
 public:
  enum class Kind { alone, shared };  ///< shared excludes only alone.

  /// The folder must exist. Throws FolderInUse, FileError.
  explicit FolderLock(const std::filesystem::path& folder, Kind kind = Kind::alone,
                      const LockPatience& patience = {});
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  const std::filesystem::path path_;
  const Kind kind_;
  Descriptor file_;
};

}  // namespace onyx
