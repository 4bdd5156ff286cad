#include "solver/proof_number/move_table.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace onyx::proof_number {
namespace {

constexpr std::size_t kFirstHomes = 64;
/// From here on the array is mapped, and grows without a copy.
constexpr std::size_t kMappedFrom = 1 << 20;
/// A hash tells 2^32 slots apart, more than a small address space has.
constexpr auto kMostHomes =
    static_cast<std::size_t>(std::min(std::uint64_t{1} << 32, std::uint64_t{SIZE_MAX / 64}));

}  // namespace

/// Slot by slot: entries that come in the order of their hashes would lie close together in a map
/// that is still small.
template <int W>
MoveTable<W>::MoveTable(const MoveTable& that) : homes_(that.homes_), used_(that.used_) {
  slots_.resize(that.slots_.size());
  if (that.slots_.empty()) return;
  std::memcpy(static_cast<void*>(slots_.data()), that.slots_.data(), slots_.size() * sizeof(Entry));
}

template <int W>
void MoveTable<W>::swap(MoveTable& that) noexcept {
  slots_.swap(that.slots_);
  std::swap(homes_, that.homes_);
  std::swap(used_, that.used_);
}

template <int W>
std::pair<StrategyMove*, bool> MoveTable<W>::try_emplace(const PackedPosition<W>& position,
                                                         StrategyMove move) {
  // At most 0.85 of them are in use.
  if (20 * (used_ + 1) > 17 * homes_) grow();
  Entry* slot = slot_of(position);
  for (; slot == nullptr; slot = slot_of(position)) grow();
  if (slot->is_used) return {&slot->move, false};
  *slot = {position, move, true};
  ++used_;
  return {&slot->move, true};
}

/// Where the position is, or else would be put; nullptr if there is no room behind its home.
template <int W>
const typename MoveTable<W>::Entry* MoveTable<W>::slot_of(const PackedPosition<W>& position) const {
  const Entry* const end = slots_.end();
  for (const Entry* slot = &slots_[home_of(position)]; slot != end; ++slot) {
    if (!slot->is_used || slot->position == position) return slot;
  }
  return nullptr;
}

template <int W>
const StrategyMove* MoveTable<W>::find(const PackedPosition<W>& position) const {
  if (homes_ == 0) return nullptr;
  const Entry* const slot = slot_of(position);
  return slot != nullptr && slot->is_used ? &slot->move : nullptr;
}

template <int W>
const StrategyMove& MoveTable<W>::at(const PackedPosition<W>& position) const {
  const StrategyMove* const found = find(position);
  if (found == nullptr) throw std::out_of_range("the strategy has no move for a position");
  return *found;
}

template <int W>
void MoveTable<W>::grow() {
  const std::size_t before = slots_.size();
  resize(std::max(kFirstHomes, homes_ + homes_ / 4));
  // The last one first. What moves upward passes over slots that are done with; what would move
  // downward waits until all are.
  std::vector<Entry> waiting;
  for (std::size_t i = before; i-- > 0;) {
    const Entry entry = slots_[i];
    if (!entry.is_used) continue;
    slots_[i].is_used = false;
    Entry* const slot = home_of(entry.position) < i ? nullptr : slot_of(entry.position);
    if (slot == nullptr) {
      waiting.push_back(entry);
    } else {
      *slot = entry;
    }
  }
  for (const Entry& entry : waiting) {
    Entry* slot = slot_of(entry.position);
    for (; slot == nullptr; slot = slot_of(entry.position)) grow();
    *slot = entry;
  }
}

/// The new slots are not in use.
template <int W>
void MoveTable<W>::resize(std::size_t homes) {
  if (homes > kMostHomes) throw std::bad_alloc();
  if (homes_ < kMappedFrom && homes >= kMappedFrom) {
    BigArray<Entry> mapped;
    mapped.map(kMostHomes + kOverflow);
    mapped.resize(slots_.size());
    std::memcpy(static_cast<void*>(mapped.data()), slots_.data(), slots_.size() * sizeof(Entry));
    slots_.swap(mapped);
  }
  const std::size_t before = slots_.size();
  homes_ = homes;
  slots_.resize(homes + kOverflow);
  std::memset(static_cast<void*>(slots_.data() + before), 0,
              (slots_.size() - before) * sizeof(Entry));
}

template <int W>
BigArray<typename MoveTable<W>::Entry> MoveTable<W>::release() {
  std::size_t count = 0;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].is_used) slots_[count++] = slots_[i];
  }
  slots_.resize(count);
  homes_ = 0;
  used_ = 0;
  return std::move(slots_);
}

#define ONYX_INSTANTIATE(W) template class MoveTable<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
