#include "solver/capture_debt.h"

#include <algorithm>
#include <array>

namespace onyx {
namespace {

// The unit is about a retro-move; only the order of the prices matters much.
constexpr int kCapture = 2;         ///< Undoing one where nothing is in the way.
constexpr int kOwnInTheWay = 2;     ///< Costs the capturing side a turn ...
constexpr int kTheirsInTheWay = 1;  ///< ... the other side a turn that it has to fill anyway.
constexpr int kNoSquare = 30;       ///< No two stones to capture with: they must be put back first.
constexpr int kSetupStoneGone = 50;
constexpr int kMissingCaptor = 20;  ///< Of such a stone, next to it.
constexpr int kPass = 100;
constexpr int kMidpointInSetup = 200;
constexpr int kCornerInSetup = 60;  ///< More than a setup stone that is gone: it must go first.

}  // namespace

template <int W>
CaptureDebt<W>::CaptureDebt(const Board<W>& board, const Position<W>& setup)
    : board_(board), setup_(setup) {
  const Geometry& geometry = board.geometry();
  board.midpoints().for_each([&](Place midpoint) {
    squares_.push_back({midpoint, geometry.corners_of(geometry.square_of(midpoint))});
  });
}

template <int W>
int CaptureDebt<W>::of(const Position<W>& position) const {
  int debt = of_setup(position);
  const int passes = passes_before_midpoints(position);
  const int lead = captured_pairs_lead(position);
  // A player who would have to pass needs stones that are captured later, by both sides in turn.
  std::array<int, 2> wanted{std::max(lead, 0), std::max(-lead, 0)};
  if (passes > 0) {
    debt += kPass * passes;
    for (int& pairs : wanted) ++pairs;
  }
  return debt + of_captures(position, wanted);
}

template <int W>
int CaptureDebt<W>::of_setup(const Position<W>& position) const {
  if (setup_.occupied().empty()) return 0;
  int debt = 0;
  const PlaceSet<W> occupied = position.occupied();
  for (const Player owner : {Player::V, Player::H}) {
    const PlaceSet<W>& captors = position.of(other(owner));
    (setup_.of(owner) - position.of(owner)).for_each([&](Place gone) {
      int cheapest = 5 * kNoSquare;
      for (const CornerView<W>& square : board_.squares_at(gone)) {
        if (square.adjacent.empty()) continue;
        const int blockers = (square.opposite & occupied).count();
        const int missing = (square.adjacent - captors).count();
        cheapest = std::min(cheapest, kOwnInTheWay * blockers + kMissingCaptor * missing);
      }
      debt += kSetupStoneGone + cheapest + (occupied.has(gone) ? kOwnInTheWay : 0);
    });
  }
  (occupied & board_.midpoints()).for_each([&](Place midpoint) {
    const PlaceSet<W>& corners = board_.neighbours(midpoint);
    if ((corners & setup_.occupied()).empty()) return;
    debt += kMidpointInSetup + kOwnInTheWay * (corners & occupied).count() +
            (kSetupStoneGone + kCornerInSetup) * (corners & occupied & setup_.occupied()).count();
  });
  return debt;
}

// Players place midpoints where they can, otherwise points beside no midpoint that is to come.
template <int W>
int CaptureDebt<W>::passes_before_midpoints(const Position<W>& position) const {
  const PlaceSet<W> midpoints = position.occupied() & board_.midpoints();
  if (midpoints.empty()) return 0;
  std::array<PlaceSet<W>, 2> missing{position.stones[0] - setup_.stones[0],
                                     position.stones[1] - setup_.stones[1]};
  const auto corners_of_missing = [&] {
    PlaceSet<W> corners;
    ((missing[0] | missing[1]) & board_.midpoints()).for_each([&](Place midpoint) {
      corners |= board_.neighbours(midpoint);
    });
    return corners;
  };
  PlaceSet<W> blocked = corners_of_missing();
  int passes = 0;
  for (std::size_t mover = 0; blocked.any(); mover = 1 - mover) {
    PlaceSet<W>& mine = missing[mover];
    if (const PlaceSet<W> own = mine & board_.midpoints(); own.any()) {
      mine.remove(own.lowest());
      blocked = corners_of_missing();
    } else if (const PlaceSet<W> free = (mine & board_.points()) - blocked; free.any()) {
      mine.remove(free.lowest());
    } else {
      ++passes;
    }
  }
  return passes;
}

template <int W>
int CaptureDebt<W>::of_captures(const Position<W>& position, std::array<int, 2> wanted) const {
  if (wanted[0] == 0 && wanted[1] == 0) return 0;
  // By player: how many squares there are at each price.
  constexpr int kDearest = kCapture + 2 * kOwnInTheWay + kTheirsInTheWay;
  std::array<std::array<int, kDearest + 1>, 2> at_price{};
  const PlaceSet<W> occupied = position.occupied();
  for (const Square& square : squares_) {
    if (occupied.has(square.midpoint)) continue;
    const auto has = [&](std::size_t player, std::size_t corner) {
      return position.stones[player].has(square.corners[corner % 4]);
    };
    for (const std::size_t first : {0U, 1U}) {
      for (const std::size_t captor : {0U, 1U}) {
        if (wanted[captor] == 0 || !has(captor, first) || !has(captor, first + 2)) continue;
        const int own = int{has(captor, first + 1)} + int{has(captor, first + 3)};
        const int theirs = int{has(1 - captor, first + 1)} + int{has(1 - captor, first + 3)};
        const int price = kCapture + kOwnInTheWay * own + kTheirsInTheWay * theirs;
        ++at_price[captor][static_cast<std::size_t>(price)];
      }
    }
  }
  int debt = 0;
  for (const std::size_t captor : {0U, 1U}) {
    int left = wanted[captor];
    for (int price = kCapture; price <= kDearest && left > 0; ++price) {
      const int taken = std::min(left, at_price[captor][static_cast<std::size_t>(price)]);
      debt += taken * price;
      left -= taken;
    }
    debt += left * kNoSquare;
  }
  return debt;
}

#define ONYX_INSTANTIATE(W) template class CaptureDebt<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
