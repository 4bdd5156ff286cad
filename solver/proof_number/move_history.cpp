#include "solver/proof_number/move_history.h"

#include <algorithm>
#include <cmath>

namespace onyx::proof_number {
namespace {

constexpr int kPatternBits = 16;
/// A move that was never counted is taken for one that was so often, with the usual share of wins:
/// about what moves that have to be guessed come to.
constexpr double kUsualCount = 4;
constexpr double kUsualShare = 0.3;
/// Both halve when their sum reaches it: what is learnt last counts more.
constexpr std::uint32_t kMostCounted = 4000;
/// How much of the logarithm of a move's share of wins counts. Found by trying: between 0.35 and 0.7
/// of replies alone the nodes hardly differ, and patterns add to it if they count less.
constexpr double kReplyWeight = 0.4;
constexpr double kPatternWeight = 0.3;

}  // namespace

template <int W>
MoveHistory<W>::MoveHistory(const Board<W>& board)
    : board_(board), patterns_(std::size_t{1} << kPatternBits) {
  const auto places = static_cast<std::size_t>(board.place_count());
  replies_.resize(2 * (places + 1) * places);
  for (std::size_t i = 0; i < places; ++i) {
    const auto place = static_cast<Place>(i);
    const PlaceSet<W> near = board.neighbours(place) | board.across(place);
    PlaceSet<W> around = near;
    near.for_each([&](Place next) { around |= board.neighbours(next); });
    around.remove(place);
    around_.push_back(around);
  }
  for (std::size_t part = 0; part < hardness_.size(); ++part) {
    const double octaves = kLeastOctave + static_cast<double>(part) / kPartsOfOctave;
    hardness_[part] = static_cast<std::uint32_t>(std::lround(kUsual * std::exp2(octaves)));
  }
}

template <int W>
std::size_t MoveHistory<W>::reply_index(Player mover, Place before, Place move) const {
  const auto places = static_cast<std::size_t>(board_.place_count());
  return (static_cast<std::size_t>(index_of(mover)) * (places + 1) + before) * places + move;
}

template <int W>
std::size_t MoveHistory<W>::pattern_index(const Position<W>& position, Place move) const {
  // Each step mixes all bits into the high half and then into the low one (as in MurmurHash3's
  // finalizer).
  std::uint64_t key =
      2 * std::uint64_t{move} + static_cast<std::uint64_t>(index_of(position.to_move));
  for (const PlaceSet<W>& stones : position.stones) {
    const PlaceSet<W> near = stones & around_[move];
    for (const std::uint64_t word : near.words()) {
      key = (key ^ word) * 0xff51afd7ed558ccd;
      key ^= key >> 32;
    }
  }
  return key * 0x9e3779b97f4a7c15 >> (64 - kPatternBits);
}

template <int W>
std::uint32_t MoveHistory<W>::hardness(const Position<W>& position, Place before,
                                       Place move) const {
  const int parts = replies_[reply_index(position.to_move, before, move)].parts +
                    patterns_[pattern_index(position, move)].parts;
  const int index = parts - kLeastOctave * kPartsOfOctave;
  return hardness_[static_cast<std::size_t>(
      std::clamp(index, 0, static_cast<int>(hardness_.size()) - 1))];
}

template <int W>
void MoveHistory<W>::count(const Position<W>& position, Place before, Place move, bool wins) {
  add(replies_[reply_index(position.to_move, before, move)], wins, kReplyWeight);
  add(patterns_[pattern_index(position, move)], wins, kPatternWeight);
}

template <int W>
void MoveHistory<W>::add(Tally& tally, bool wins, double weight) {
  if (tally.wins + tally.losses >= kMostCounted) {
    tally.wins /= 2;
    tally.losses /= 2;
  }
  ++(wins ? tally.wins : tally.losses);
  const double share = (tally.wins + kUsualCount * kUsualShare) /
                       (tally.wins + tally.losses + kUsualCount) / kUsualShare;
  tally.parts = static_cast<std::int16_t>(std::lround(-kPartsOfOctave * weight * std::log2(share)));
}

#define ONYX_INSTANTIATE(W) template class MoveHistory<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx::proof_number
