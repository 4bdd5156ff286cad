#include "experiments/boards/estimate/proposal.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace onyx {
namespace {

/// From 0 up to 1, not included; the same on every machine.
double fraction(Random& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

}  // namespace

template <int W>
Proposal<W>::Proposal(const Board<W>& board, const std::vector<Position<W>>& known)
    : board_(board), known_(known) {
  if (known_.empty()) throw std::invalid_argument("a proposal needs a known position");
  for (Position<W>& position : known_) position.to_move = Player::V;
  std::sort(known_.begin(), known_.end());
  known_.erase(std::unique(known_.begin(), known_.end()), known_.end());
  double colourings = 1;
  double weight = 1;
  const int places = board.place_count();
  for (int d = 0; d <= places; ++d) {
    weight_.push_back(weight);
    each_.push_back(weight / colourings);
    weight *= 2.0 / 3;
    colourings *= 2.0 * (places - d) / (d + 1);
  }
  const double sum = std::accumulate(weight_.begin(), weight_.end(), 0.0);
  for (double& value : weight_) value /= sum;
  for (double& value : each_) value /= sum;
}

template <int W>
Position<W> Proposal<W>::draw(Random& random) const {
  Position<W> drawn = known_[below(random, known_.size())];
  int changes = 0;
  for (double left = fraction(random); changes < board_.place_count(); ++changes) {
    left -= weight_[static_cast<std::size_t>(changes)];
    if (left < 0) break;
  }
  // Of the places still to come, as many as changes are missing, every set of them alike.
  for (int place = 0; place < board_.place_count(); ++place) {
    const auto left = static_cast<std::uint64_t>(board_.place_count() - place);
    if (below(random, left) >= static_cast<std::uint64_t>(changes)) continue;
    --changes;
    const auto here = static_cast<Place>(place);
    const std::size_t old = drawn.stones[0].has(here) ? 0 : drawn.stones[1].has(here) ? 1 : 2;
    const std::size_t content = (old + 1 + below(random, 2)) % 3;
    for (PlaceSet<W>& stones : drawn.stones) stones.remove(here);
    if (content < 2) drawn.stones[content].add(here);
  }
  return drawn;
}

template <int W>
double Proposal<W>::probability(const Position<W>& stones) const {
  double sum = 0;
  for (const Position<W>& known : known_) {
    sum += each_[static_cast<std::size_t>(distance_between(stones, known))];
  }
  return sum / static_cast<double>(known_.size());
}

#define ONYX_INSTANTIATE(W) template class Proposal<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
