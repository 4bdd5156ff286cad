// A set of places of one board, as a bit set of W machine words.
//
// W depends on the board size (wide_board.h). With W = 1, compilers remove the loops below.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

#include "core/base/assert.h"

namespace onyx {

/// Index of a place: first all points, then all midpoints; row by row from A1, left to right.
using Place = std::uint16_t;

template <int W>
class PlaceSet {
 public:
  constexpr PlaceSet() = default;

  static constexpr PlaceSet single(Place place) {
    PlaceSet set;
    set.add(place);
    return set;
  }

  constexpr bool has(Place place) const {
    ONYX_ASSERT(place < 64 * W);
    return ((words_[word_of(place)] >> bit_of(place)) & 1) != 0;
  }
  constexpr void add(Place place) {
    ONYX_ASSERT(place < 64 * W);
    words_[word_of(place)] |= std::uint64_t{1} << bit_of(place);
  }
  constexpr void remove(Place place) {
    ONYX_ASSERT(place < 64 * W);
    words_[word_of(place)] &= ~(std::uint64_t{1} << bit_of(place));
  }

  constexpr bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words_) any |= word;
    return any == 0;
  }
  constexpr bool any() const { return !empty(); }
  constexpr int count() const {
    int sum = 0;
    for (const std::uint64_t word : words_) sum += std::popcount(word);
    return sum;
  }
  /// Cheaper than count() >= 2.
  constexpr bool has_two() const {
    PlaceSet rest = *this;
    if (rest.empty()) return false;
    rest.pop_lowest();
    return rest.any();
  }
  constexpr bool contains(const PlaceSet& subset) const { return (subset - *this).empty(); }
  constexpr PlaceSet without(Place place) const {
    PlaceSet rest = *this;
    rest.remove(place);
    return rest;
  }

  constexpr Place lowest() const {
    ONYX_ASSERT(any());
    std::size_t word = 0;
    while (W > 1 && words_[word] == 0) ++word;
    return static_cast<Place>(64 * word + static_cast<unsigned>(std::countr_zero(words_[word])));
  }
  constexpr Place pop_lowest() {
    const Place place = lowest();
    std::uint64_t& bits = words_[word_of(place)];
    bits &= bits - 1;
    return place;
  }

  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    for (std::size_t word = 0; word < W; ++word) {
      for (std::uint64_t bits = words_[word]; bits != 0; bits &= bits - 1) {
        visit(static_cast<Place>(64 * word + static_cast<unsigned>(std::countr_zero(bits))));
      }
    }
  }

  constexpr PlaceSet& operator|=(const PlaceSet& that) {
    for (std::size_t i = 0; i < W; ++i) words_[i] |= that.words_[i];
    return *this;
  }
  constexpr PlaceSet& operator&=(const PlaceSet& that) {
    for (std::size_t i = 0; i < W; ++i) words_[i] &= that.words_[i];
    return *this;
  }
  constexpr PlaceSet& operator^=(const PlaceSet& that) {
    for (std::size_t i = 0; i < W; ++i) words_[i] ^= that.words_[i];
    return *this;
  }
  constexpr PlaceSet& operator-=(const PlaceSet& that) {
    for (std::size_t i = 0; i < W; ++i) words_[i] &= ~that.words_[i];
    return *this;
  }
  friend constexpr PlaceSet operator|(PlaceSet a, const PlaceSet& b) { return a |= b; }
  friend constexpr PlaceSet operator&(PlaceSet a, const PlaceSet& b) { return a &= b; }
  friend constexpr PlaceSet operator^(PlaceSet a, const PlaceSet& b) { return a ^= b; }
  friend constexpr PlaceSet operator-(PlaceSet a, const PlaceSet& b) { return a -= b; }

  friend constexpr bool operator==(const PlaceSet&, const PlaceSet&) = default;
  friend constexpr auto operator<=>(const PlaceSet&, const PlaceSet&) = default;

  /// Bit i of word j is place 64 j + i.
  constexpr const std::array<std::uint64_t, W>& words() const { return words_; }
  constexpr std::array<std::uint64_t, W>& words() { return words_; }

 private:
  static constexpr std::size_t word_of(Place place) { return W == 1 ? 0 : place / 64U; }
  static constexpr unsigned bit_of(Place place) { return W == 1 ? place : place % 64U; }

  std::array<std::uint64_t, W> words_{};
};

}  // namespace onyx
