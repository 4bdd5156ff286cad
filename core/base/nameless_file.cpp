#include "core/base/nameless_file.h"

#include <cerrno>
#include <string>
#include <system_error>

#if defined(__linux__)
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#endif

namespace onyx {
namespace {

[[noreturn]] void fail(const std::filesystem::path& folder, int error) {
  throw std::system_error(error, std::generic_category(),
                          "no room on the disk of '" + folder.string() + "'");
}

}  // namespace

#if defined(__linux__)

NamelessFile::NamelessFile(const std::filesystem::path& folder, std::size_t bytes) : bytes_(bytes) {
  std::string name = (folder / "nameless-XXXXXX").string();
  file_ = mkstemp(name.data());
  if (file_ < 0) fail(folder, errno);
  unlink(name.c_str());
  int error = posix_fallocate(file_, 0, static_cast<off_t>(bytes));
  if (error == 0) {
    data_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (data_ != MAP_FAILED) {
      // What lies beside a page is not wanted: what is wanted in one piece is fetched so.
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

bool NamelessFile::forget() const {
  return fallocate(file_, FALLOC_FL_ZERO_RANGE, 0, static_cast<off_t>(bytes_)) == 0;
}

void NamelessFile::fetch(std::size_t begin, std::size_t bytes) const {
  static_cast<void>(posix_fadvise(file_, static_cast<off_t>(begin), static_cast<off_t>(bytes),
                                  POSIX_FADV_WILLNEED));
}

void NamelessFile::let_go(std::size_t begin, std::size_t bytes, bool has_changed) const {
  // Pages at the ends, which neighbours share, come back when they are touched.
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
bool NamelessFile::forget() const { return false; }
void NamelessFile::fetch(std::size_t, std::size_t) const {}
void NamelessFile::let_go(std::size_t, std::size_t, bool) const {}

#endif

}  // namespace onyx
