// Fuzzes the reader of checkpoints of searches, through files in memory.
#include <sys/mman.h>
#include <unistd.h>

#include "experiments/files/files.h"
#include "experiments/repetition/find/search_checkpoint.h"
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace onyx;
  static const int file = ::memfd_create("checkpoint", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  const bool is_there = file >= 0 && ::ftruncate(file, 0) == 0 &&
                        ::pwrite(file, data, size, 0) == static_cast<ssize_t>(size);
  fuzz::require(is_there, "a file in memory");
  try {
    static_cast<void>(read_checkpoint(path));
  } catch (const FileError& error) {
    fuzz::require_one_printable_line(error.what());
  }
  return 0;
}
