#include "solver/engine/proof_number/move_table.h"

#include <cstring>
#include <new>
#include <vector>

namespace onyx::proof_number {
namespace {

constexpr std::size_t kFirstHomes = 64;
constexpr std::size_t kMostProbes = UINT16_MAX;
/// An array with at least this many home slots is memory-mapped, so that it grows without a copy.
constexpr std::size_t kMappedFrom = 1 << 20;
/// home_of() reaches at most 2^32 slots; a 32-bit address space holds even fewer.
constexpr auto kMostHomes =
    static_cast<std::size_t>(std::min(std::uint64_t{1} << 32, std::uint64_t{SIZE_MAX / 64}));

bool has_room(std::uint64_t entries, std::size_t homes) { return 20 * entries <= 17 * homes; }

}  // namespace

/// Copies all slots, because inserting the entries in hash order would cluster them.
template <int W>
MoveTable<W>::MoveTable(const MoveTable& that) : homes_(that.homes_), used_(that.used_) {
  slots_.resize(that.slots_.size());
  if (that.slots_.empty()) return;
  std::memcpy(static_cast<void*>(slots_.data()), that.slots_.data(), slots_.size() * sizeof(Entry));
}

template <int W>
void MoveTable<W>::reserve(std::uint64_t entries) {
  if (used_ > 0) return;
  if (entries > kMostHomes / 2) throw std::bad_alloc();
  auto homes = std::max(kFirstHomes, homes_);
  while (!has_room(entries, homes)) homes += homes / 4;
  if (homes > homes_) resize(homes);
}

template <int W>
std::pair<StrategyMove*, bool> MoveTable<W>::try_emplace(const PackedPosition<W>& position,
                                                         StrategyMove move) {
  if (!has_room(used_ + 1, homes_)) grow();
  std::size_t slot = slot_of(position);
  if (has(slot, position)) return {&slots_[slot].move, false};
  for (; !put(slot, position, move); slot = slot_of(position)) grow();
  ++used_;
  ONYX_ASSERT(used_ <= slots_.size());
  return {&slots_[slot].move, true};
}

/// Inserts an entry at `slot` and shifts the entries from `slot` to the next free slot up by one.
/// Returns false and changes nothing if the table must grow first.
template <int W>
bool MoveTable<W>::put(std::size_t slot, const PackedPosition<W>& position, StrategyMove move) {
  ONYX_ASSERT(slot >= home_of(position) && !has(slot, position));
  const std::size_t probes = slot - home_of(position) + 1;
  if (probes > kMostProbes) return false;
  std::size_t free = slot;
  for (; slots_[free].probes > 0; ++free) {
    if (slots_[free].probes == kMostProbes) return false;
  }
  if (free + 1 == slots_.size()) return false;
  for (std::size_t i = free; i > slot; --i) {
    slots_[i] = slots_[i - 1];
    ++slots_[i].probes;
  }
  slots_[slot] = {position, move, static_cast<std::uint16_t>(probes)};
  return true;
}

template <int W>
void MoveTable<W>::grow() {
  const std::size_t before = slots_.size();
  resize(std::max(kFirstHomes, homes_ + homes_ / 4));
  // Move the last entry first, so that an entry that moves up lands among entries already moved.
  // Entries that would move down, or do not fit, wait until all others have moved.
  std::vector<Entry> waiting;
  for (std::size_t i = before; i-- > 0;) {
    const Entry entry = slots_[i];
    if (entry.probes == 0) continue;
    slots_[i].probes = 0;
    if (home_of(entry.position) < i || !put(slot_of(entry.position), entry.position, entry.move)) {
      waiting.push_back(entry);
    }
  }
  for (const Entry& entry : waiting) {
    while (!put(slot_of(entry.position), entry.position, entry.move)) grow();
  }
}

template <int W>
void MoveTable<W>::resize(std::size_t homes) {
  ONYX_ASSERT(homes > homes_);
  if (homes > kMostHomes) throw std::bad_alloc();
  if (homes_ < kMappedFrom && homes >= kMappedFrom) {
    BigArray<Entry> mapped;
    mapped.map(kMostHomes + kOverflow);
    mapped.resize(slots_.size());
    std::memcpy(static_cast<void*>(mapped.data()), slots_.data(), slots_.size() * sizeof(Entry));
    slots_.swap(mapped);
  }
  const std::size_t before = slots_.size();
  slots_.resize(homes + kOverflow);
  homes_ = homes;
  std::memset(static_cast<void*>(slots_.data() + before), 0,
              (slots_.size() - before) * sizeof(Entry));
}

#define ONYX_INSTANTIATE(W) template class MoveTable<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
