#include "solver/engine/proof_number/proof_table.h"

#include <thread>

namespace onyx::proof_number {
/// A spin lock, held for nanoseconds. Yielding helps if there are more threads than cores.
template <int W>
class ProofTable<W>::Lock {
 public:
  Lock(const ProofTable& table, std::size_t bucket)
      : flag_((*table.stripes_)[bucket / kBucket % kStripes]) {
    for (int tries = 1; flag_.test_and_set(std::memory_order_acquire); ++tries) {
      if (tries % 64 == 0) std::this_thread::yield();
    }
  }
  ~Lock() { flag_.clear(std::memory_order_release); }
  Lock(const Lock&) = delete;

 private:
  std::atomic_flag& flag_;
};

template <int W>
ProofTable<W>::ProofTable(std::uint64_t bytes)
    : stripes_(std::make_unique<std::array<std::atomic_flag, kStripes>>()) {
  constexpr std::uint64_t kFirstBuckets = 1 << 17;
  std::uint64_t buckets =
      std::clamp<std::uint64_t>(bytes / (kBucket * sizeof(Entry)), 1, UINT64_C(1) << 32);
  // Mapped memory is zeroed and grows in place.
  entries_.map(buckets * kBucket);
  const bool is_mapped = entries_.data() != nullptr;
  // Without a mapping, the old and the new array exist together while the table grows.
  if (!is_mapped) buckets = std::max<std::uint64_t>(buckets / 2, 1);
  most_entries_ = buckets * kBucket;
  entries_.resize(std::min(buckets, kFirstBuckets) * kBucket);
  if (!is_mapped) clear();
}

template <int W>
void ProofTable<W>::grow() {
  // Entries only move to higher buckets (bucket_of), so move the last bucket first.
  ONYX_ASSERT(capacity() < most_entries_);
  const Entry* const place = entries_.data();
  const std::size_t before = entries_.size();
  const std::size_t after = std::min(2 * before, most_entries_);
  entries_.resize(after);
  if (entries_.data() != place) {
    std::memset(static_cast<void*>(&entries_[before]), 0, (after - before) * sizeof(Entry));
  }
  if (used() == 0) return;
  for (std::size_t bucket = before / kBucket; bucket-- > 0;) {
    std::array<Entry, kBucket> moved;
    std::copy_n(&entries_[bucket * kBucket], kBucket, moved.begin());
    std::memset(static_cast<void*>(&entries_[bucket * kBucket]), 0, sizeof(moved));
    for (const Entry& entry : moved) {
      if (!is_used(entry)) continue;
      Entry& room = room_in(bucket_of(hash_of(entry.question)));
      const bool is_full = is_used(room);
      if (is_full) --used_;
      if (!is_full || entry.knowledge.worth() > room.knowledge.worth()) room = entry;
    }
  }
  ONYX_ASSERT(used() <= capacity());
}

template <int W>
void ProofTable<W>::keep_solved() {
  std::size_t kept = 0;
  for (std::size_t bucket = 0; bucket < entries_.size(); bucket += kBucket) {
    std::size_t to = bucket;
    for (std::size_t i = bucket; i < bucket + kBucket && is_used(entries_[i]); ++i) {
      if (entries_[i].knowledge.numbers.is_solved()) entries_[to++] = entries_[i];
    }
    kept += to - bucket;
    std::memset(static_cast<void*>(entries_.data() + to), 0,
                (bucket + kBucket - to) * sizeof(Entry));
  }
  ONYX_ASSERT(kept <= used());
  used_ = kept;
}

template <int W>
std::optional<Knowledge> ProofTable<W>::find(const PackedPosition<W>& question,
                                             std::uint64_t hash) const {
  const std::size_t bucket = bucket_of(hash);
  const Lock lock(*this, bucket);
  for (std::size_t i = bucket; i < bucket + kBucket; ++i) {
    if (!is_used(entries_[i])) break;  // the rest of the bucket is unused, too
    if (entries_[i].question == question) return entries_[i].knowledge;
  }
  return std::nullopt;
}

template <int W>
void ProofTable<W>::store(const PackedPosition<W>& question, std::uint64_t hash,
                          const Knowledge& knowledge) {
  ONYX_ASSERT(knowledge.numbers.proof + knowledge.numbers.disproof != 0);
  ONYX_ASSERT(!(knowledge.numbers.is_proved() && knowledge.numbers.is_disproved()));
  ONYX_ASSERT(hash == hash_of(question));
  const std::size_t bucket = bucket_of(hash);
  const Lock lock(*this, bucket);
  for (std::size_t i = bucket; i < bucket + kBucket && is_used(entries_[i]); ++i) {
    Entry& entry = entries_[i];
    if (entry.question != question) continue;
    const Knowledge& old = entry.knowledge;
    const bool keeps = old.is_settled() || (old.numbers.is_solved() && !knowledge.is_settled());
    const std::uint32_t work = old.work + std::min(knowledge.work, UINT32_MAX - old.work);
    if (!keeps) entry.knowledge = knowledge;
    entry.knowledge.work = work;
    return;
  }
  Entry& room = room_in(bucket);
  ONYX_ASSERT(used() <= capacity());
  if (!is_used(room)) used_.fetch_add(1, std::memory_order_relaxed);
  room = {question, knowledge};
}

template <int W>
void ProofTable<W>::prefetch(std::uint64_t hash) const {
  const char* const bytes = reinterpret_cast<const char*>(&entries_[bucket_of(hash)]);
  for (std::size_t i = 0; i < kBucket * sizeof(Entry); i += 64) __builtin_prefetch(bytes + i);
}

#define ONYX_INSTANTIATE(W) template class ProofTable<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
