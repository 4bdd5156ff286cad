#include "solver/proof_number/move_history.h"

#include <algorithm>
#include <cmath>

namespace onyx::proof_number {
namespace {

/// A move that was never counted is taken for one that was so often, with the usual share of wins:
/// about what moves that have to be guessed come to.
constexpr double kUsualCount = 4;
constexpr double kUsualShare = 0.3;
/// Both halve when their sum reaches it: what is learnt last counts more.
constexpr int kMostCounted = 4000;
/// How much of the logarithm of a move's share of wins counts. Found by trying: from 0.35 to 0.7
/// the nodes hardly differ.
constexpr double kWeight = 0.5;

}  // namespace

MoveHistory::MoveHistory(int place_count)
    : place_count_(static_cast<std::size_t>(place_count)),
      tallies_(2 * (place_count_ + 1) * place_count_) {
  for (int part = 0; part <= kMostPart; ++part) {
    const double octaves = kLeastOctave + static_cast<double>(part) / kPartsOfOctave;
    hardness_by_part_[static_cast<std::size_t>(part)] =
        static_cast<std::uint32_t>(std::lround(kUsual * std::exp2(octaves)));
  }
}

void MoveHistory::update(Tally& tally) {
  if (tally.wins + tally.losses > kMostCounted) {
    tally.wins /= 2;
    tally.losses /= 2;
  }
  const double share =
      (tally.wins + kUsualCount * kUsualShare) / (tally.wins + tally.losses + kUsualCount);
  const double octaves = -kWeight * std::log2(share / kUsualShare);
  const long part = kUsualPart + std::lround(kPartsOfOctave * octaves);
  tally.part = static_cast<std::uint16_t>(std::clamp<long>(part, 0, kMostPart));
}

}  // namespace onyx::proof_number
