#include "experiments/files/folder_lock.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>

#include <cerrno>

#include "experiments/files/files.h"

namespace onyx {

namespace {

constexpr const char* kLockName = "run.lock";

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder, Kind kind)
    : file_(::open((folder / kLockName).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666)) {
  if (!file_.is_open()) fail("write", folder / kLockName);
  const int operation = (kind == Kind::alone ? LOCK_EX : LOCK_SH) | LOCK_NB;
  int failed = 0;
  do {
    failed = ::flock(file_.number(), operation);
  } while (failed != 0 && errno == EINTR);
  if (failed != 0 && errno == EWOULDBLOCK) {
    throw FileError(
        fmt::format("another run is at work in '{}'; wait until it ends, or use another folder",
                    folder.string()));
  }
}

}  // namespace onyx
