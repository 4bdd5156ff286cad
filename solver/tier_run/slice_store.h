// Where slices are between the tier that makes them and the one that reads them.
#pragma once

#include <map>
#include <utility>

#include "solver/tier_run/tier_map.h"

namespace onyx {

class SliceStore {
 public:
  virtual ~SliceStore() = default;

  virtual void put(const SliceName& name, TierSlice slice) = 0;
  /// One that was put and not dropped. Stays valid until the next call of any of these.
  virtual const TierSlice& get(const SliceName& name) = 0;
  /// Nobody will read it any more. It need not be there.
  virtual void drop(const SliceName& name) = 0;
  /// Memory that slices take now.
  virtual std::uint64_t bytes() const = 0;
};

/// All of them in memory.
class MemorySlices final : public SliceStore {
 public:
  void put(const SliceName& name, TierSlice slice) override {
    TierSlice& place = slices_[name];
    bytes_ -= bytes_of(place);
    place = std::move(slice);
    bytes_ += bytes_of(place);
  }
  const TierSlice& get(const SliceName& name) override { return slices_.at(name); }
  void drop(const SliceName& name) override {
    const auto found = slices_.find(name);
    if (found == slices_.end()) return;
    bytes_ -= bytes_of(found->second);
    slices_.erase(found);
  }
  std::uint64_t bytes() const override { return bytes_; }

 private:
  static std::uint64_t bytes_of(const TierSlice& slice) {
    return slice.entries.bytes() + slice.codes.bytes();
  }

  std::map<SliceName, TierSlice> slices_;
  std::uint64_t bytes_ = 0;
};

}  // namespace onyx
