// Which tiers there are over one set of cells, which of them are symmetric, and who reads which
// slice of whom.
//
// A tier reads the tiers with one midpoint more: of each only the slice in which the corners of
// that midpoint are empty. Of tiers that a symmetry maps to each other only the least is solved.
// If a symmetry maps the tier that is read to the least one, S, it maps the reader to one that
// lacks the same midpoint. So each slice of S has exactly one reader: the least image of S without
// that midpoint.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/player.h"
#include "solver/tier/slice.h"

namespace onyx {

/// Who owns which midpoints, as sets of their indices.
struct TierName {
  std::uint32_t owned[2] = {0, 0};

  /// By the ternary number whose digit i is 0 if midpoint i is empty, 1 for V, 2 for H, so that
  /// which tier of several symmetric ones is solved does not depend on how sets are kept.
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
  TierName with(std::size_t midpoint, Player player) const;
  TierName without(std::size_t midpoint) const;
};

/// A letter for each midpoint, V, H or 0, midpoint 0 first.
std::string text_of(const TierName& name, std::size_t midpoints);

/// What a tier hands down for one of the midpoints that it has taken.
struct SliceName {
  TierName tier;
  std::size_t midpoint = 0;

  friend bool operator<(const SliceName& a, const SliceName& b) {
    return a.tier == b.tier ? a.midpoint < b.midpoint : a.tier < b.tier;
  }
  friend bool operator==(const SliceName&, const SliceName&) = default;
};

/// A symmetry as it acts on tiers and on their cells.
struct TierSymmetry {
  CellSymmetry cells;
  std::vector<std::size_t> midpoints;  ///< By midpoint, its image.

  TierName operator()(const TierName& name) const;
};

class TierMap {
 public:
  /// `group`: the identity first.
  TierMap(std::size_t midpoints, std::vector<TierSymmetry> group)
      : midpoints_(midpoints), group_(std::move(group)) {}

  std::size_t midpoints() const { return midpoints_; }
  /// All tiers, symmetric ones too.
  std::uint64_t tier_count() const;
  /// Those to solve that have so many midpoints taken, in order. O(4^midpoints).
  std::vector<TierName> level(std::size_t taken) const;
  /// Those to solve, the fullest first.
  std::vector<TierName> all() const;
  /// How many tiers one that is solved stands for, itself included; 0 for one that is not solved.
  std::uint64_t alike(const TierName& name) const;
  /// Of these, those that it is led to only by symmetries that swap the colours.
  std::uint64_t alike_swapped(const TierName& name) const;
  /// The symmetry that leads from a tier to the one that is solved for it; the identity is
  /// preferred.
  const TierSymmetry& to_solved(const TierName& name) const;
  bool is_identity(const TierSymmetry& symmetry) const { return &symmetry == group_.data(); }

  /// Of a tier that is solved.
  std::vector<SliceName> slices_of(const TierName& name) const;
  /// Those that the tier may read.
  std::vector<SliceName> read_by(const TierName& name) const;
  TierName reader_of(const SliceName& slice) const;

  /// The tiers that must be solved when some results and slices are there already: those without a
  /// result, and those of which a slice is missing that another of them reads.
  std::set<TierName> to_solve(const std::function<bool(const TierName&)>& has_result,
                              const std::function<bool(const SliceName&)>& has_slice) const;

 private:
  std::size_t midpoints_;
  std::vector<TierSymmetry> group_;
};

}  // namespace onyx
