#include "solver/engine/tier_run/tier_map.h"

#include <algorithm>

#include "core/base/assert.h"

namespace onyx {

std::string text_of(const TierName& name, std::size_t midpoints) {
  std::string text;
  for (std::size_t i = 0; i < midpoints; ++i) {
    text += !name.has(i) ? '0' : (name.owned[0] >> i & 1) != 0 ? 'V' : 'H';
  }
  return text;
}

TierName TierSymmetry::operator()(const TierName& name) const {
  TierName image;
  for (std::size_t player = 0; player < 2; ++player) {
    const std::size_t colour = cells.swaps_colours ? 1 - player : player;
    for (std::size_t i = 0; i < midpoints.size(); ++i) {
      image.owned[colour] |= (name.owned[player] >> i & 1) << midpoints[i];
    }
  }
  return image;
}

std::vector<TierName> TierMap::level(std::size_t taken) const {
  ONYX_ASSERT(taken <= midpoints_ && midpoints_ < 32);
  std::vector<TierName> names;
  const std::uint32_t all = (1U << midpoints_) - 1;
  for (std::uint32_t v = 0; v <= all; ++v) {
    for (std::uint32_t h = 0; h <= all; ++h) {
      const TierName name{{v, h}};
      if ((v & h) != 0 || name.taken() != static_cast<int>(taken)) continue;
      if (alike(name) > 0) names.push_back(name);
    }
  }
  return names;
}

std::vector<TierName> TierMap::all() const {
  std::vector<TierName> names;
  for (std::size_t taken = midpoints_ + 1; taken-- > 0;) {
    const std::vector<TierName> here = level(taken);
    names.insert(names.end(), here.begin(), here.end());
  }
  return names;
}

std::uint64_t TierMap::alike(const TierName& name) const {
  ONYX_ASSERT(!group_.empty());
  std::set<TierName> images;
  for (const TierSymmetry& symmetry : group_) images.insert(symmetry(name));
  return name == *images.begin() ? images.size() : 0;
}

std::uint64_t TierMap::alike_swapped(const TierName& name) const {
  std::array<std::set<TierName>, 2> images;  // indexed by whether the symmetry swaps colours
  for (const TierSymmetry& symmetry : group_) {
    images[symmetry.cells.swaps_colours ? 1 : 0].insert(symmetry(name));
  }
  for (const TierName& image : images[0]) images[1].erase(image);
  return images[1].size();
}

const TierSymmetry& TierMap::to_solved(const TierName& name) const {
  return *std::ranges::min_element(
      group_, [&](const TierSymmetry& a, const TierSymmetry& b) { return a(name) < b(name); });
}

std::vector<SliceName> TierMap::slices_of(const TierName& name) const {
  std::vector<SliceName> slices;
  for (std::size_t i = 0; i < midpoints_; ++i) {
    if (name.has(i)) slices.push_back({name, i});
  }
  return slices;
}

std::vector<SliceName> TierMap::read_by(const TierName& name) const {
  std::set<SliceName> slices;
  for (std::size_t i = 0; i < midpoints_; ++i) {
    if (name.has(i)) continue;
    for (const Player player : {Player::V, Player::H}) {
      const TierName next = name.with(i, player);
      // Different symmetries may map `next` to the same tier, but `i` to different midpoints. Then
      // `name` reads several slices of that tier.
      for (const TierSymmetry& symmetry : group_) {
        const TierName image = symmetry(next);
        if (alike(image) > 0) slices.insert({image, symmetry.midpoints[i]});
      }
    }
  }
  return {slices.begin(), slices.end()};
}

TierName TierMap::reader_of(const SliceName& slice) const {
  const TierName reader = slice.tier.without(slice.midpoint);
  return to_solved(reader)(reader);
}

std::set<TierName> TierMap::to_solve(const std::function<bool(const TierName&)>& has_result,
                                     const std::function<bool(const SliceName&)>& has_slice) const {
  std::set<TierName> wanted;
  // Whether a tier is needed depends on its readers, which have one fewer midpoint taken.
  for (std::size_t taken = 0; taken <= midpoints_; ++taken) {
    for (const TierName& name : level(taken)) {
      const std::vector<SliceName> slices = slices_of(name);
      const bool is_missed = std::any_of(slices.begin(), slices.end(), [&](const SliceName& slice) {
        return wanted.contains(reader_of(slice)) && !has_slice(slice);
      });
      if (is_missed || !has_result(name)) wanted.insert(name);
    }
  }
  return wanted;
}

}  // namespace onyx
