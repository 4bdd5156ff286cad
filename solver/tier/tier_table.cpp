#include "solver/tier/tier_table.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>

namespace onyx {
namespace {

using tier::Block;
using tier::Keep;
using tier::power_of_3;

constexpr std::size_t kBytesOfBlock = sizeof(Block) + sizeof(Keep);

/// Chunks that a sweep of one of them reads, with so many top cells, and some to spare: itself, a
/// stone of either colour on each top cell, and captures.
std::size_t chunks_for_sweep(int top_cells) { return 8 + 5 * static_cast<std::size_t>(top_cells); }

[[noreturn]] void fail(const std::filesystem::path& folder, int error) {
  throw std::system_error(error, std::generic_category(),
                          "no room for a table in '" + folder.string() + "'");
}

/// Some bytes of a mapped file are no longer needed: what has changed goes to the disk, without
/// waiting for it, and the system has the memory when it wants it.
void let_go(int file, void* data, std::size_t begin, std::size_t bytes, bool is_changed) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t first = begin / page * page;
  const std::size_t last = (begin + bytes + page - 1) / page * page;
  // Hints; pages at the ends, which neighbours share, come back when they are touched.
  if (is_changed) {
    static_cast<void>(sync_file_range(file, static_cast<off_t>(first),
                                      static_cast<off_t>(last - first), SYNC_FILE_RANGE_WRITE));
  }
  static_cast<void>(madvise(static_cast<char*>(data) + first, last - first, MADV_DONTNEED));
}

}  // namespace

TierTable::TierTable(std::size_t block_count)
    : block_count_(block_count), chunk_blocks_(block_count), is_changed_(1) {
  if (block_count >= kLarge) {
    own_blocks_.map(block_count);
    own_keeps_.map(block_count);
  }
  own_blocks_.resize(block_count);
  blocks_ = own_blocks_.data();
}

TierTable::TierTable(std::size_t block_count, int top_cells, const OutOfCore& out_of_core)
    : block_count_(block_count), chunk_blocks_(block_count / power_of_3(top_cells)) {
  const std::size_t bytes = block_count * kBytesOfBlock;
  const std::filesystem::path& folder = out_of_core.folder;
  std::string name = (folder / "table-XXXXXX").string();
  file_ = mkstemp(name.data());
  if (file_ < 0) fail(folder, errno);
  unlink(name.c_str());
  // The room is taken at once: a write to a full disk through memory would end the process.
  int error = posix_fallocate(file_, 0, static_cast<off_t>(bytes));
  void* data = MAP_FAILED;
  if (error == 0) {
    data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (data == MAP_FAILED) error = errno;
  }
  if (error != 0) {
    close(file_);
    fail(folder, error);
  }
  blocks_ = static_cast<Block*>(data);
  keeps_ = reinterpret_cast<Keep*>(blocks_ + block_count);
  most_resident_ = std::max<std::size_t>(2, out_of_core.bytes / (chunk_blocks_ * kBytesOfBlock));
  last_use_.resize(chunk_count());
  is_changed_.resize(chunk_count());
}

TierTable::~TierTable() {
  if (!is_out_of_core()) return;
  munmap(blocks_, block_count_ * kBytesOfBlock);
  close(file_);
}

int TierTable::top_cells_for(int high_count, std::uint64_t bytes) {
  for (int top = 1; top + tier::kMiddleCells <= high_count; ++top) {
    const std::size_t chunk = power_of_3(high_count - top) * kBytesOfBlock;
    if (chunks_for_sweep(top) * chunk <= bytes) return top;
  }
  return -1;
}

void TierTable::keep_midpoints(bool has_keeps) {
  has_keeps_ = has_keeps;
  if (!has_keeps || is_out_of_core()) return;
  own_keeps_.resize(block_count_);
  keeps_ = own_keeps_.data();
}

void TierTable::use(std::size_t chunk) const {
  if (!is_out_of_core()) return;
  const bool is_resident = last_use_[chunk] != 0;
  last_use_[chunk] = ++clock_;
  if (is_resident) return;
  if (resident_.size() == most_resident_) {
    const auto oldest =
        std::min_element(resident_.begin(), resident_.end(),
                         [&](std::size_t a, std::size_t b) { return last_use_[a] < last_use_[b]; });
    release(*oldest);
    *oldest = chunk;
  } else {
    resident_.push_back(chunk);
  }
}

void TierTable::use_all_of(std::size_t chunk) const {
  const bool was_resident = !is_out_of_core() || last_use_[chunk] != 0;
  use(chunk);
  if (was_resident) return;
  // Hints, so that it comes in large pieces.
  const auto fetch = [&](std::size_t begin, std::size_t bytes) {
    static_cast<void>(posix_fadvise(file_, static_cast<off_t>(begin), static_cast<off_t>(bytes),
                                    POSIX_FADV_WILLNEED));
  };
  fetch(chunk * chunk_blocks_ * sizeof(Block), chunk_blocks_ * sizeof(Block));
  if (has_keeps_) {
    fetch(block_count_ * sizeof(Block) + chunk * chunk_blocks_ * sizeof(Keep),
          chunk_blocks_ * sizeof(Keep));
  }
}

void TierTable::release(std::size_t chunk) const {
  const bool is_changed = is_changed_[chunk];
  let_go(file_, blocks_, chunk * chunk_blocks_ * sizeof(Block), chunk_blocks_ * sizeof(Block),
         is_changed);
  if (has_keeps_) {
    let_go(file_, blocks_, block_count_ * sizeof(Block) + chunk * chunk_blocks_ * sizeof(Keep),
           chunk_blocks_ * sizeof(Keep), is_changed);
  }
  is_changed_[chunk] = false;
  last_use_[chunk] = 0;
}

std::uint64_t TierTable::bytes() const {
  if (!is_out_of_core()) return own_blocks_.bytes() + own_keeps_.bytes();
  return std::min(most_resident_, chunk_count()) * chunk_blocks_ * kBytesOfBlock;
}

}  // namespace onyx
