// One run at a time in a folder, or several that know of each other.
//
// The holder keeps a lock (flock) on the file `run.lock`, which the system takes away when the
// process ends, however it ends. The text in the file only tells people who is at work.
//
// Nothing that is written rests on the lock. Where the file system has no locks, or keeps them to
// each host, two runs may work in one folder; both write whole files, as always. The lock saves
// doing work twice.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "experiments/files/files.h"
#include "experiments/files/temporary_file.h"

namespace onyx {

/// Another run is at work in the folder; the message says which.
class FolderInUse : public FileError {
 public:
  using FileError::FileError;
};

/// What to do while another run is at work.
struct LockPatience {
  /// Whether to wait until it ends, instead of throwing FolderInUse.
  bool waits = false;
  /// Asked several times a second; then FolderInUse is thrown.
  std::function<bool()> should_stop = {};
  /// Told once what it waits for.
  std::function<void(const std::string&)> say = {};
};

/// Holds the folder while it lives.
class FolderLock {
 public:
  /// Those that share the folder keep out only those that want it for themselves.
  enum class Kind { alone, shared };

  /// The folder must exist. Throws FolderInUse if another run keeps this one out; FileError.
  explicit FolderLock(const std::filesystem::path& folder, Kind kind = Kind::alone,
                      const LockPatience& patience = {});
  /// Removes the file, if it was held alone.
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  const std::filesystem::path path_;
  const Kind kind_;
  Descriptor file_;
};

}  // namespace onyx
