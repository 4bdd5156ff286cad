// The tiers over one set of cells: which tiers are symmetric, and which slices each tier reads. A
// tier reads slices of the tiers with one more midpoint taken. Among symmetric tiers, only the
// least (by TierName) is solved. So each slice of a solved tier has exactly one reader: free the
// slice's midpoint, and take the least tier symmetric to the result.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/player.h"
#include "solver/engine/tier/slice.h"

namespace onyx {

/// The midpoints that each player owns, as sets of midpoint indices.
struct TierName {
  std::uint32_t owned[2] = {0, 0};

  /// Compares ternary numbers whose digit i is 0 if midpoint i is empty, 1 for V, 2 for H.
  friend bool operator<(const TierName& a, const TierName& b) {
    const std::uint32_t differ = (a.owned[0] ^ b.owned[0]) | (a.owned[1] ^ b.owned[1]);
    if (differ == 0) return false;
    const std::uint32_t highest = std::bit_floor(differ);
    const auto digit = [&](const TierName& name) {
      return (name.owned[1] & highest) != 0 ? 2 : (name.owned[0] & highest) != 0 ? 1 : 0;
    };
    return digit(a) < digit(b);
  }
  friend bool operator==(const TierName&, const TierName&) = default;

  bool has(std::size_t midpoint) const { return ((owned[0] | owned[1]) >> midpoint & 1) != 0; }
  int taken() const { return std::popcount(owned[0] | owned[1]); }
  TierName with(std::size_t midpoint, Player player) const {
    ONYX_ASSERT(midpoint < 32);
    TierName name = *this;
    name.owned[index_of(player)] |= 1U << midpoint;
    return name;
  }
  TierName without(std::size_t midpoint) const {
    ONYX_ASSERT(midpoint < 32 && has(midpoint));
    return {{owned[0] & ~(1U << midpoint), owned[1] & ~(1U << midpoint)}};
  }
};

/// Returns one character per midpoint (V, H or 0), starting with midpoint 0.
std::string text_of(const TierName& name, std::size_t midpoints);

/// The slice that a tier hands down for one of the midpoints taken in it.
struct SliceName {
  TierName tier;
  std::size_t midpoint = 0;

  friend bool operator<(const SliceName& a, const SliceName& b) {
    return a.tier == b.tier ? a.midpoint < b.midpoint : a.tier < b.tier;
  }
  friend bool operator==(const SliceName&, const SliceName&) = default;
};

/// The action of a symmetry on tiers and on their cells.
struct TierSymmetry {
  CellSymmetry cells;
  std::vector<std::size_t> midpoints;  ///< The image of each midpoint.

  TierName operator()(const TierName& name) const;
};

class TierMap {
 public:
  /// The identity must be first in `group`.
  TierMap(std::size_t midpoints, std::vector<TierSymmetry> group)
      : midpoints_(midpoints), group_(std::move(group)) {}

  std::size_t midpoints() const { return midpoints_; }
  /// The number of all tiers, including symmetric ones that are not solved.
  std::uint64_t tier_count() const { return tier::power_of_3(static_cast<int>(midpoints_)); }
  /// Returns the tiers to solve with exactly `taken` midpoints taken. O(4^midpoints).
  std::vector<TierName> level(std::size_t taken) const;
  /// Returns all tiers to solve, in descending order of midpoints taken.
  std::vector<TierName> all() const;
  /// Returns how many tiers are symmetric to `name`, including `name`; 0 if `name` is not solved.
  std::uint64_t alike(const TierName& name) const;
  /// Returns the number of these tiers that are images only under colour-swapping symmetries.
  std::uint64_t alike_swapped(const TierName& name) const;
  /// Returns the symmetry that maps `name` to the tier that is solved; the identity if possible.
  const TierSymmetry& to_solved(const TierName& name) const;
  bool is_identity(const TierSymmetry& symmetry) const { return &symmetry == group_.data(); }

  std::vector<SliceName> slices_of(const TierName& name) const;
  std::vector<SliceName> read_by(const TierName& name) const;
  TierName reader_of(const SliceName& slice) const;

  /// Returns all tiers that lack a result, or lack a slice that another returned tier reads.
  std::set<TierName> to_solve(const std::function<bool(const TierName&)>& has_result,
                              const std::function<bool(const SliceName&)>& has_slice) const;

 private:
  std::size_t midpoints_;
  std::vector<TierSymmetry> group_;
};

}  // namespace onyx
