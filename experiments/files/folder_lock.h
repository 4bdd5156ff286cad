// Keeps a folder for one run at a time, or for several that know of each other.
//
// The holder keeps a lock (flock) on the file `run.lock`; the system releases it when the process
// ends, however it ends. The text in the file only tells people which run works there.
//
// Files stay whole even without the lock, which only avoids double work. If the file system has no
// locks, or only locks per host, two runs may work in one folder; both write whole files, as
// always.
#pragma once

#include "experiments/files/files.h"

namespace onyx {

/// Another run works in the folder; the message says which.
class FolderInUse : public FileError {
 public:
  using FileError::FileError;
};

/// What to do while another run works in the folder.
struct LockPatience {
  /// Whether to wait until it ends, instead of throwing FolderInUse.
  bool waits = false;
  /// Called several times a second; if it returns true, FolderInUse is thrown.
  std::function<bool()> should_stop = {};
  /// Called once, with a message about the other run.
  std::function<void(const std::string&)> say = {};
};

/// Holds the folder during its lifetime.
class FolderLock {
 public:
  /// Shared locks exclude only runs that want the folder alone.
  enum class Kind { alone, shared };

  /// The folder must exist. Throws FolderInUse if another run keeps this one out; FileError.
  explicit FolderLock(const std::filesystem::path& folder, Kind kind = Kind::alone,
                      const LockPatience& patience = {});
  /// Removes the lock file if it was held alone.
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  const std::filesystem::path path_;
  const Kind kind_;
  Descriptor file_;
};

}  // namespace onyx
