// Reserves a folder by a lock (flock) on its file `run.lock`, and a file FILE by a lock on
// `FILE.run.lock`. The text in a lock file is for people. The system releases the lock when the
// process ends. The lock only avoids double work: files stay whole even on file systems that have
// no locks, or only locks per host.
#pragma once

#include "experiments/files/files.h"

namespace onyx {

struct InUse : FileError {
  using FileError::FileError;
};

struct LockPatience {
  bool waits = false;  ///< Whether to wait instead of throwing InUse.
  /// Called several times a second while waiting. If it returns true, InUse is thrown.
  std::function<bool()> should_stop = {};
  /// Called once while waiting, with a message about the other run.
  std::function<void(const std::string&)> say = {};
};

class RunLock {
 public:
  enum class Kind { alone, shared };  ///< Any number of shared locks can coexist.

  /// Takes a folder, or a file that need not exist. Throws InUse and FileError.
  explicit RunLock(const std::filesystem::path& folder, Kind kind = Kind::alone,
                   const LockPatience& patience = {});
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  const std::filesystem::path path_;
  const Kind kind_;
  Descriptor file_;
};

}  // namespace onyx
