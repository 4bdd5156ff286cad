// One run at a time in a folder, or several that know of each other.
//
// The file `run.lock` says who is at work: the process, its host, and since when. Its holder keeps
// a lock on it (flock), which the system takes away when the process ends, however it ends; but
// some file systems have no locks, or locks of which other hosts know nothing. So the holder also
// counts up a number in the file, every few seconds. Who finds a file that is not locked takes it
// over if its holder has ended for certain (process_name.h), and else looks for a while whether the
// number changes; no clocks are compared.
//
// Nothing that is written rests on the lock. A run that was stopped for so long that another one
// took it for dead, and one on a file system that shows what others wrote only minutes later, write
// whole files as always. The lock keeps work from being done twice, and says so.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "experiments/files/files.h"
#include "experiments/files/temporary_file.h"

namespace onyx {

/// Another run is at work in the folder; the message says which.
class FolderInUse : public FileError {
 public:
  using FileError::FileError;
};

/// What to do while another run is, or may be, at work.
struct LockPatience {
  /// Whether to wait until it ends, instead of throwing FolderInUse.
  bool waits = false;
  /// Seconds without a change after which a run that may be on another host counts as ended.
  double silence = 90;
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

  /// The folder must exist. Throws FolderInUse if another run keeps this one out, on whatever host
  /// that shares the folder; FileError.
  explicit FolderLock(const std::filesystem::path& folder, Kind kind = Kind::alone,
                      const LockPatience& patience = {});
  /// Removes the file, if it was held alone.
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  void write_record();
  void count_up();

  const std::filesystem::path path_;
  const Kind kind_;
  const std::string since_;
  unsigned long count_ = 0;
  Descriptor file_;
  std::mutex mutex_;
  std::condition_variable ending_;
  bool is_ending_ = false;
  std::thread counter_;
};

}  // namespace onyx
