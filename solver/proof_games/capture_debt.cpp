#include "solver/proof_games/capture_debt.h"

#include <algorithm>
#include <array>

#include "solver/proof_games/unreachable.h"

namespace onyx {
namespace {

// Unit: about one retro-move. Only the order of the prices matters much.
constexpr int kCapture = 2;         ///< Undoing a capture, nothing being in the way.
constexpr int kOwnInTheWay = 2;     ///< Costs the capturing side a turn ...
constexpr int kTheirsInTheWay = 1;  ///< ... the other side a turn, which it must fill anyway.
constexpr int kMidpoint = 12;       ///< A stone on the midpoint of the capture's square.
constexpr int kSetupStoneGone = 50;
constexpr int kPass = 100;
constexpr int kNever = 1000;  ///< For a stone that cannot come back.

}  // namespace

template <int W>
CaptureDebt<W>::CaptureDebt(const WideBoard<W>& board, const WidePosition<W>& setup)
    : board_(board), setup_(setup) {
  const Geometry& geometry = board.geometry();
  board.midpoints().for_each([&](Place midpoint) {
    squares_.push_back({midpoint, geometry.corners_of(geometry.square_of(midpoint))});
  });
}

template <int W>
int CaptureDebt<W>::of(const WidePosition<W>& position) const {
  int debt = of_missing_setup(position);
  const int passes = passes_before_midpoints(position);
  const int lead = captured_pairs_lead(position);
  // A player who would have to pass needs extra stones, which are captured later, so each side
  // captures one more pair.
  std::array<int, 2> wanted{std::max(lead, 0), std::max(-lead, 0)};
  if (passes > 0) {
    debt += kPass * passes;
    for (int& pairs : wanted) ++pairs;
  }
  return std::min(debt + of_captures(position, wanted), kMostDebt);
}

// A missing stone comes back together with the opposite one when a capture by the two stones beside
// them is undone, and those two may have to come back first. Costs are added as if nothing were
// shared and nothing lost, by relaxation until nothing changes: the additive heuristic of B. Bonet
// and H. Geffner, "Planning as Heuristic Search", 2001.
template <int W>
typename CaptureDebt<W>::StoneCosts CaptureDebt<W>::stone_costs(
    const WidePosition<W>& position) const {
  const PlaceSet<W> occupied = position.occupied();
  StoneCosts costs;
  for (const std::size_t player : {0U, 1U}) {
    costs[player].assign(static_cast<std::size_t>(board_.geometry().point_count()), kNever);
    (position.stones[player] & board_.points()).for_each([&](Place point) {
      costs[player][point] = 0;
    });
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Square& square : squares_) {
      const auto& corners = square.corners;
      for (const std::size_t first : {0U, 1U}) {
        const std::array<Place, 2> pair{corners[first], corners[first + 2]};
        const std::array<Place, 2> beside{corners[first + 1], corners[(first + 3) % 4]};
        for (const std::size_t owner : {0U, 1U}) {
          int cost = kCapture + costs[1 - owner][beside[0]] + costs[1 - owner][beside[1]];
          if (occupied.has(square.midpoint)) cost += kMidpoint;
          for (const Place point : pair) cost += occupied.has(point) ? kOwnInTheWay : 0;
          for (const Place point : pair) {
            if (cost >= costs[owner][point]) continue;
            costs[owner][point] = cost;
            changed = true;
          }
        }
      }
    }
  }
  return costs;
}

template <int W>
int CaptureDebt<W>::of_missing_setup(const WidePosition<W>& position) const {
  const std::array<PlaceSet<W>, 2> gone{setup_.stones[0] - position.stones[0],
                                        setup_.stones[1] - position.stones[1]};
  if ((gone[0] | gone[1]).empty()) return 0;
  int debt = 0;
  const StoneCosts costs = stone_costs(position);
  for (const std::size_t owner : {0U, 1U}) {
    gone[owner].for_each([&](Place point) { debt += kSetupStoneGone + costs[owner][point]; });
  }
  return debt;
}

// Players place midpoints where they can, otherwise points that are not corners of missing
// midpoints.
template <int W>
int CaptureDebt<W>::passes_before_midpoints(const WidePosition<W>& position) const {
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
int CaptureDebt<W>::of_captures(const WidePosition<W>& position, std::array<int, 2> wanted) const {
  const PlaceSet<W> occupied = position.occupied();
  int debt = 0;
  for (const std::size_t captor : {0U, 1U}) {
    if (wanted[captor] == 0) continue;
    const PlaceSet<W>& own = position.stones[captor];
    // The prices of all squares where the captures could be undone; at first only of squares with
    // both capturing stones present, which usually suffice.
    std::vector<int> prices;
    const auto consider = [&](const Square& square, std::size_t first, int price) {
      for (const std::size_t i : {first + 1, first + 3}) {
        const Place point = square.corners[i % 4];
        if (occupied.has(point)) price += own.has(point) ? kOwnInTheWay : kTheirsInTheWay;
      }
      prices.push_back(price + (occupied.has(square.midpoint) ? kMidpoint : 0));
    };
    const auto has_both = [&](const Square& square, std::size_t first) {
      return own.has(square.corners[first]) && own.has(square.corners[first + 2]);
    };
    for (const Square& square : squares_) {
      for (const std::size_t first : {0U, 1U}) {
        if (has_both(square, first)) consider(square, first, kCapture);
      }
    }
    const auto pairs = static_cast<std::size_t>(wanted[captor]);
    if (prices.size() < pairs) {
      const StoneCosts costs = stone_costs(position);
      for (const Square& square : squares_) {
        for (const std::size_t first : {0U, 1U}) {
          if (has_both(square, first)) continue;
          consider(square, first,
                   kCapture + costs[captor][square.corners[first]] +
                       costs[captor][square.corners[first + 2]]);
        }
      }
    }
    const std::size_t taken = std::min(pairs, prices.size());
    const auto end = prices.begin() + static_cast<std::ptrdiff_t>(taken);
    std::partial_sort(prices.begin(), end, prices.end());
    for (auto price = prices.begin(); price != end; ++price) debt += std::min(*price, kNever);
    debt += static_cast<int>(pairs - taken) * kNever;
  }
  return debt;
}

#define ONYX_INSTANTIATE(W) template class CaptureDebt<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
