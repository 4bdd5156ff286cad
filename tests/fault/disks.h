// Full disks and read-only folders. Only this test and the processes that it starts see them.
#pragma once

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <string>

namespace onyx::test {

/// While this object exists, processes started by the test cannot write files beyond `bytes`.
class LargestFile {
 public:
  explicit LargestFile(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~LargestFile() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  LargestFile(const LargestFile&) = delete;
  LargestFile& operator=(const LargestFile&) = delete;

 private:
  rlimit before_{};
};

/// Whether this process may mount file systems. Its mounts are in a private namespace, so no other
/// process sees them, and they disappear with this process.
inline bool can_mount() {
  static const bool can = ::geteuid() == 0 && ::unshare(CLONE_NEWNS) == 0 &&
                          ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
  return can;
}

class Mount {
 public:
  /// Mounts a file system in memory with `pages` pages of 4,096 bytes.
  Mount(const std::string& folder, int pages) : folder_(folder) {
    is_there_ = ::mount("tmpfs", folder.c_str(), "tmpfs", 0, size_of(pages).c_str()) == 0;
  }
  /// Mounts the folder on itself, so that forbid_writing() can make it read-only.
  explicit Mount(const std::string& folder) : folder_(folder) {
    is_there_ = ::mount(folder.c_str(), folder.c_str(), nullptr, MS_BIND, nullptr) == 0;
  }
  ~Mount() {
    if (is_there_) ::umount2(folder_.c_str(), MNT_DETACH);
  }
  Mount(const Mount&) = delete;
  Mount& operator=(const Mount&) = delete;

  bool is_there() const { return is_there_; }
  bool enlarge(int pages) const {
    return ::mount("tmpfs", folder_.c_str(), "tmpfs", MS_REMOUNT, size_of(pages).c_str()) == 0;
  }
  /// Forbids or allows writing. Returns false while a file in the folder is open for writing.
  bool forbid_writing(bool forbid) const {
    const unsigned long flags = MS_REMOUNT | MS_BIND | (forbid ? MS_RDONLY : 0);
    return ::mount("none", folder_.c_str(), nullptr, flags, nullptr) == 0;
  }

 private:
  static std::string size_of(int pages) { return "size=" + std::to_string(4096 * pages); }

  std::string folder_;
  bool is_there_ = false;
};

}  // namespace onyx::test
