#include "solver/engine/tier/tier_table.h"

#include <algorithm>

namespace onyx {

using tier::Block;
using tier::Keep;
using tier::power_of_3;

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
  file_.emplace(out_of_core.folder, block_count * kBytesOfBlock);
  blocks_ = static_cast<Block*>(file_->data());
  keeps_ = reinterpret_cast<Keep*>(blocks_ + block_count);
  most_resident_ = std::max<std::size_t>(2, out_of_core.bytes / (chunk_blocks_ * kBytesOfBlock));
  last_use_.resize(chunk_count());
  fetched_.resize(chunk_count());
  is_changed_.resize(chunk_count());
}

int TierTable::top_cells_for(int high_count, std::uint64_t bytes) {
  for (int top = 1; top + tier::kMiddleCells <= high_count; ++top) {
    const std::size_t chunk = power_of_3(high_count - top) * kBytesOfBlock;
    const auto most_chunks = 8 + 5 * static_cast<std::size_t>(top);  // that one chunk's sweep reads
    if (most_chunks * chunk <= bytes) return top;
  }
  return -1;
}

void TierTable::keep_midpoints(bool has_keeps) {
  has_keeps_ = has_keeps;
  if (!has_keeps || file_.has_value()) return;
  own_keeps_.resize(block_count_);
  keeps_ = own_keeps_.data();
}

bool TierTable::forget() {
  if (!file_) return true;
  for (const std::size_t chunk : resident_) {
    is_changed_[chunk] = false;
    release(chunk);
  }
  resident_.clear();
  return file_->zero();
}

void TierTable::use(std::size_t chunk, Part part) const {
  ONYX_ASSERT(chunk < chunk_count());
  if (!file_) return;
  last_use_[chunk] = ++clock_;
  const Part before = fetched_[chunk];
  if (before == Part::none) make_resident(chunk);
  if (part <= before) return;
  fetched_[chunk] = part;
  if (before < Part::blocks && part >= Part::blocks) {
    file_->fetch(begin_of_blocks(chunk), chunk_blocks_ * sizeof(Block));
  }
  if (has_keeps_ && part == Part::all) {
    file_->fetch(begin_of_keeps(chunk), chunk_blocks_ * sizeof(Keep));
  }
}

void TierTable::make_resident(std::size_t chunk) const {
  if (resident_.size() < most_resident_) {
    resident_.push_back(chunk);
    return;
  }
  const auto oldest = std::ranges::min_element(
      resident_, {}, [&](std::size_t resident) { return last_use_[resident]; });
  release(*oldest);
  *oldest = chunk;
}

void TierTable::release(std::size_t chunk) const {
  const bool is_changed = is_changed_[chunk];
  file_->let_go(begin_of_blocks(chunk), chunk_blocks_ * sizeof(Block), is_changed);
  if (has_keeps_) {
    file_->let_go(begin_of_keeps(chunk), chunk_blocks_ * sizeof(Keep), is_changed);
  }
  is_changed_[chunk] = false;
  fetched_[chunk] = Part::none;
}

std::uint64_t TierTable::bytes() const {
  if (!file_) return own_blocks_.bytes() + own_keeps_.bytes();
  return std::min(most_resident_, chunk_count()) * chunk_blocks_ * kBytesOfBlock;
}

}  // namespace onyx
