#include "core/base/nameless_file.h"

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>

#if defined(__linux__)
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

#include "core/base/assert.h"
#endif

namespace onyx {
namespace {

[[noreturn]] void fail(const std::filesystem::path& folder, int error) {
  throw std::system_error(error, std::generic_category(),
                          "no space left on the disk of '" + folder.string() + "'");
}

}  // namespace

#if defined(__linux__)

NamelessFile::NamelessFile(const std::filesystem::path& folder, std::size_t bytes)
    : folder_(folder), bytes_(bytes) {
  std::string name = (folder / "nameless-XXXXXX").string();
  file_ = mkstemp(name.data());
  if (file_ < 0) fail(folder, errno);
  unlink(name.c_str());
  int error = posix_fallocate(file_, 0, static_cast<off_t>(bytes));
  if (error == 0) {
    data_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (data_ != MAP_FAILED) {
      // Turn off read-ahead at page faults, because fetch() reads ahead where it helps.
      static_cast<void>(madvise(data_, bytes, MADV_RANDOM));
      return;
    }
    error = errno;
  }
  close(file_);
  fail(folder, error);
}

NamelessFile::~NamelessFile() {
  munmap(data_, bytes_);
  close(file_);
}

bool NamelessFile::zero() {
  if (fallocate(file_, FALLOC_FL_ZERO_RANGE, 0, static_cast<off_t>(bytes_)) == 0) return true;
  if (errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL) return false;  // unsupported
  // The failed call may have released part of the disk space, so allocate it again.
  const int error = posix_fallocate(file_, 0, static_cast<off_t>(bytes_));
  if (error != 0) fail(folder_, error);
  return false;
}

void NamelessFile::fetch(std::size_t begin, std::size_t bytes) const {
  ONYX_ASSERT(begin <= bytes_ && bytes <= bytes_ - begin);
  // A call fetches at most the device's read-ahead size, which is usually 128 KiB.
  constexpr std::size_t kAtOnce = std::size_t{128} << 10;
  for (std::size_t done = 0; done < bytes; done += kAtOnce) {
    static_cast<void>(posix_fadvise(file_, static_cast<off_t>(begin + done),
                                    static_cast<off_t>(std::min(kAtOnce, bytes - done)),
                                    POSIX_FADV_WILLNEED));
  }
}

void NamelessFile::let_go(std::size_t begin, std::size_t bytes, bool has_changed) const {
  ONYX_ASSERT(begin <= bytes_ && bytes <= bytes_ - begin);
  // The first and last pages may also hold neighbouring data, which the next access reloads.
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t first = begin / page * page;
  const std::size_t count = (begin + bytes + page - 1) / page * page - first;
  if (has_changed) {
    static_cast<void>(sync_file_range(file_, static_cast<off_t>(first), static_cast<off_t>(count),
                                      SYNC_FILE_RANGE_WRITE));
  }
  static_cast<void>(madvise(static_cast<char*>(data_) + first, count, MADV_DONTNEED));
}

#else

NamelessFile::NamelessFile(const std::filesystem::path& folder, std::size_t) : bytes_(0) {
  fail(folder, ENOTSUP);
}
NamelessFile::~NamelessFile() = default;
bool NamelessFile::zero() { return false; }
void NamelessFile::fetch(std::size_t, std::size_t) const {}
void NamelessFile::let_go(std::size_t, std::size_t, bool) const {}

#endif

}  // namespace onyx
