#include "solver/engine/tier/distributed/part.h"

namespace onyx {

using namespace tier;  // the engine's names: Bits, Block, kGrain and so on

TierPart::TierPart(const TierSplit& split, int rank, Threads threads)
    : split_(split), rank_(rank), threads_(threads), order_(split, rank) {
  const std::size_t count = order_.places.size();
  blocks_.map(count);
  keeps_.map(count);
  blocks_.resize(count);
  keeps_.resize(count);
}

void TierPart::start(const TierTerms& terms) {
  rules_ = terms.rules;
  const StartOfBlocks start_of(rules_.low_count, terms.crosses);
  parallel_for_each_index(threads_, order_.places.size(), kGrain, [&](std::size_t i) {
    const BlockPlace& place = order_.places[i];
    const std::size_t index = index_of(place);
    blocks_[index] = start_of(place, terms.connections[0][place.stones[0]],
                              terms.connections[1][place.stones[1]]);
    keeps_[index] = {};
  });
}

void TierPart::enter_slice(const std::array<int, 4>& corners, Player mover,
                           const BigArray<Known>& entries) {
  const Bits low = low_corners_empty(rules_.low_count, corners);
  const std::size_t side = onyx::index_of(mover);
  for_each_entry(SplitSlice(split_, corners), [&](std::size_t entry, std::size_t block) {
    enter_midpoint(entries[entry], low, blocks_[block].side[side], keeps_[block].side[side]);
  });
}

Part TierPart::part() const {
  // Sweeps change the blocks, hence the const_cast.
  return {const_cast<Block*>(blocks_.data()), keeps_.data(), split_.chunks.data(),
          split_.reciprocal, static_cast<std::uint32_t>(rank_)};
}

void TierPart::answer(const std::uint32_t* questions, std::size_t count, Known* answers) const {
  constexpr std::size_t kAnswerGrain = 4096;
  parallel_for_each_index(threads_, count, kAnswerGrain, [&](std::size_t i) {
    answers[i] = blocks_[questions[i] / 2].side[questions[i] % 2];
  });
}

CountsBySide TierPart::counts() const {
  return counts_of(blocks_.data(), blocks_.size(), rules_.low_count, threads_);
}

BigArray<Known> TierPart::slice(const std::array<int, 4>& corners, Player to_move) const {
  const SplitSlice slice(split_, corners);
  BigArray<Known> entries;
  entries.resize(slice.count_of_rank(static_cast<std::size_t>(rank_)));
  const std::size_t side = onyx::index_of(to_move);
  for_each_entry(slice, [&](std::size_t entry, std::size_t block) {
    entries[entry] = blocks_[block].side[side];
  });
  return entries;
}

std::vector<TierPart::Drawn> TierPart::drawn(std::size_t group) const {
  std::vector<Drawn> found;
  for (std::size_t i = order_.group_begin[group]; i < order_.group_begin[group + 1]; ++i) {
    const Block& block = blocks_[index_of(order_.places[i])];
    const Bits of_v = ~(block.side[0].win | block.side[0].loss);
    const Bits of_h = ~(block.side[1].win | block.side[1].loss);
    if (of_v != Bits{} || of_h != Bits{}) found.push_back({order_.places[i], {of_v, of_h}});
  }
  return found;
}

}  // namespace onyx
