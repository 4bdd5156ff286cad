// Where the step of kernel.h gets its blocks from. Like step.h, this is compiled anew by every
// includer, for its own vectors.
#pragma once

#ifndef ONYX_KERNEL
#error "define ONYX_KERNEL, the namespace, first"
#endif

#include "solver/engine/tier/kernel/kernel.h"

namespace onyx::tier::ONYX_KERNEL {
namespace {

/// All blocks of the tier, by number.
struct WholeTable {
  Block* table;
  const Keep* keeps;  ///< May be null.

  Block& block(const BlockPlace& place) const { return table[place.block]; }
  const Keep* keep(const BlockPlace& place) const {
    return keeps == nullptr ? nullptr : keeps + place.block;
  }
  const Known& reply(std::int64_t number, int side) const { return table[number].side[side]; }
  void fetch(std::int64_t number, int side) const { __builtin_prefetch(&table[number].side[side]); }
};

inline const Chunk& chunk_of(const Part& part, std::int64_t number) {
  // The upper half of the product is the quotient for all numbers of 32 bits (D. Lemire, O. Kaser,
  // N. Kurz, "Faster remainder by direct computation", 2019).
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{part.reciprocal} * static_cast<std::uint64_t>(number);
  return part.chunks[static_cast<std::uint64_t>(product >> 64)];
}

/// The blocks of one part; for blocks of other ranks, the answers to the questions of PartThatAsks,
/// in the same order.
struct PartWithAnswers {
  const Part& part;
  const Known** answers;  ///< By rank, the next answer.

  std::int64_t index_of(const BlockPlace& place) const {
    return place.block - chunk_of(part, place.block).shift;
  }
  Block& block(const BlockPlace& place) const { return part.blocks[index_of(place)]; }
  const Keep* keep(const BlockPlace& place) const {
    return part.keeps == nullptr ? nullptr : part.keeps + index_of(place);
  }
  const Known& reply(std::int64_t number, int side) const {
    const Chunk& chunk = chunk_of(part, number);
    if (chunk.owner != part.rank) return *answers[chunk.owner]++;
    return part.blocks[number - chunk.shift].side[side];
  }
  void fetch(std::int64_t number, int side) const {
    const Chunk& chunk = chunk_of(part, number);
    if (chunk.owner == part.rank) __builtin_prefetch(&part.blocks[number - chunk.shift].side[side]);
  }
};

/// Reads nothing, but notes which blocks of other ranks would be read.
struct PartThatAsks {
  const Part& part;
  Question* questions;
  std::size_t count;

  const Known& reply(std::int64_t number, int side) {
    static constexpr Known kNothing = {};
    const Chunk& chunk = chunk_of(part, number);
    if (chunk.owner != part.rank) {
      questions[count++] = {chunk.owner,
                            static_cast<std::uint32_t>(2 * (number - chunk.shift) + side)};
    }
    return kNothing;
  }
};

}  // namespace
}  // namespace onyx::tier::ONYX_KERNEL
