// Stores for slices. A slice is kept until the tier that reads it has been solved.
#pragma once

#include <map>
#include <stdexcept>
#include <utility>

#include "solver/engine/tier/packed_slice.h"
#include "solver/engine/tier_run/tier_map.h"

namespace onyx {

class SliceStore {
 public:
  virtual ~SliceStore() = default;

  virtual void put(const SliceName& name, HandedDown slice) = 0;
  /// The slice must be in the store. The result is valid until the next member call.
  virtual const TierSlice& get(const SliceName& name) = 0;
  /// Like get(), but returns the slice packed. MemorySlices must have received it packed.
  virtual const PackedSlice& get_packed(const SliceName& name) = 0;
  /// Reports that a slice from get_packed() cannot be unpacked. Always throws.
  virtual void refuse(const SliceName& name) = 0;
  /// Does nothing if the slice is not in the store.
  virtual void drop(const SliceName& name) = 0;
  virtual std::uint64_t bytes() const = 0;
};

inline std::uint64_t bytes_of(const TierSlice& slice) {
  return slice.entries.bytes() + slice.codes.bytes();
}
inline std::uint64_t bytes_of(const PackedSlice& slice) {
  return slice.frames.capacity() + slice.sizes.capacity() * sizeof(std::uint32_t);
}
inline std::uint64_t bytes_of(const HandedDown& slice) {
  return std::visit([](const auto& of_kind) { return bytes_of(of_kind); }, slice);
}

/// Keeps all slices in memory, packed or not, as they were put.
class MemorySlices final : public SliceStore {
 public:
  void put(const SliceName& name, HandedDown slice) override {
    HandedDown& place = slices_[name];
    bytes_ -= bytes_of(place);
    place = std::move(slice);
    bytes_ += bytes_of(place);
  }
  const TierSlice& get(const SliceName& name) override {
    return std::get<TierSlice>(slices_.at(name));
  }
  const PackedSlice& get_packed(const SliceName& name) override {
    return std::get<PackedSlice>(slices_.at(name));
  }
  void refuse(const SliceName&) override {
    throw std::logic_error("a slice in memory cannot be unpacked");
  }
  void drop(const SliceName& name) override {
    const auto found = slices_.find(name);
    if (found == slices_.end()) return;
    bytes_ -= bytes_of(found->second);
    slices_.erase(found);
  }
  std::uint64_t bytes() const override { return bytes_; }

 private:
  std::map<SliceName, HandedDown> slices_;
  std::uint64_t bytes_ = 0;
};

}  // namespace onyx
