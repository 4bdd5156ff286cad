#include "solver/whole_board.h"

#include <algorithm>
#include <map>
#include <memory>

namespace onyx {
namespace {

/// Who owns which midpoints, as sets of indices into the board's midpoints.
struct TierName {
  std::uint32_t owned[2] = {0, 0};

  friend auto operator<=>(const TierName&, const TierName&) = default;
  TierName with(std::size_t midpoint, Player player) const {
    TierName name = *this;
    name.owned[static_cast<std::size_t>(index_of(player))] |= 1U << midpoint;
    return name;
  }
};

/// Points in the order of their cells: corners of few squares first, as the tier engine likes it.
template <int W>
std::vector<Place> points_as_cells(const Board<W>& board) {
  std::vector<Place> points;
  board.points().for_each([&](Place point) { points.push_back(point); });
  const auto squares = [&](Place point) {
    int count = 0;
    for (const auto& view : board.squares_at(point)) count += view.opposite.any() ? 1 : 0;
    return count;
  };
  std::stable_sort(points.begin(), points.end(),
                   [&](Place a, Place b) { return squares(a) < squares(b); });
  return points;
}

template <int W>
class WholeBoardSolver {
 public:
  WholeBoardSolver(const Board<W>& board, const WholeBoardLimits& limits)
      : board_(board),
        limits_(limits),
        points_(points_as_cells(board)),
        solver_(static_cast<int>(points_.size()), limits.threads) {
    board.midpoints().for_each([&](Place place) { midpoints_.push_back(place); });
  }

  WholeBoard run() {
    WholeBoard result;
    WholeBoardProgress progress;
    for (std::size_t i = 0; i < midpoints_.size(); ++i) progress.tiers = 3 * progress.tiers + 2;
    ++progress.tiers;
    Slices above;
    for (std::size_t taken = midpoints_.size() + 1; taken-- > 0;) {
      Slices here;
      for (const TierName& name : names_with(taken)) {
        if (limits_.interrupt != nullptr && limits_.interrupt->load(std::memory_order_relaxed)) {
          return result;
        }
        solve_tier(name, above, here);
        result.counts += solver_.counts();
        result.most_sweeps = std::max(result.most_sweeps, solver_.sweep_count());
        result.peak_bytes = std::max(result.peak_bytes, bytes_of(above) + bytes_of(here));
        ++progress.tiers_done;
        if (limits_.progress) limits_.progress(progress);
      }
      above = std::move(here);
    }
    result.peak_bytes += solver_.bytes();
    result.is_complete = true;
    return result;
  }

 private:
  /// By tier, then by the midpoint among those it has taken.
  using Slices = std::map<TierName, std::map<std::size_t, TierSlice>>;

  static std::uint64_t bytes_of(const Slices& slices) {
    std::uint64_t bytes = 0;
    for (const auto& [name, by_midpoint] : slices) {
      for (const auto& [midpoint, slice] : by_midpoint) bytes += slice.entries.bytes();
    }
    return bytes;
  }

  std::vector<TierName> names_with(std::size_t taken) const {
    std::vector<TierName> names;
    const std::uint32_t all = (1U << midpoints_.size()) - 1;
    for (std::uint32_t v = 0; v <= all; ++v) {
      for (std::uint32_t h = 0; h <= all; ++h) {
        const auto count = static_cast<std::size_t>(std::popcount(v) + std::popcount(h));
        if ((v & h) == 0 && count == taken) names.push_back({{v, h}});
      }
    }
    return names;
  }

  Position<W> position_of(const TierName& name) const {
    Position<W> position;
    for (std::size_t i = 0; i < midpoints_.size(); ++i) {
      for (std::size_t player = 0; player < 2; ++player) {
        if ((name.owned[player] >> i & 1) != 0) position.stones[player].add(midpoints_[i]);
      }
    }
    return position;
  }

  /// Whether V is connected depends on V's midpoints alone, so few tables serve all tiers.
  const ConnectionTable& connections(const CellBoard& cells, const TierName& name, Player player) {
    const auto side = static_cast<std::size_t>(index_of(player));
    auto& table = connections_[side][name.owned[side]];
    if (table == nullptr) table = std::make_unique<ConnectionTable>(cells, player);
    return *table;
  }

  void solve_tier(const TierName& name, const Slices& above, Slices& here) {
    const CellBoard cells = make_cell_board(board_, position_of(name), points_);
    const auto index_of_midpoint = [&](Place place) {
      return static_cast<std::size_t>(place - midpoints_.front());
    };
    solver_.solve(cells,
                  {&connections(cells, name, Player::V), &connections(cells, name, Player::H)},
                  [&](const CellMidpoint& midpoint, Player mover) -> const TierSlice& {
                    const std::size_t index = index_of_midpoint(midpoint.place);
                    return above.at(name.with(index, mover)).at(index);
                  });
    for (std::size_t i = 0; i < midpoints_.size(); ++i) {
      for (const Player owner : {Player::V, Player::H}) {
        const auto side = static_cast<std::size_t>(index_of(owner));
        if ((name.owned[side] >> i & 1) == 0) continue;
        here[name][i] = solver_.slice(corners_of(midpoints_[i]), other(owner));
      }
    }
  }

  std::array<int, 4> corners_of(Place midpoint) const {
    std::array<int, 4> cells{};
    const Geometry& geometry = board_.geometry();
    const auto corners = geometry.corners_of(geometry.square_of(midpoint));
    for (std::size_t i = 0; i < 4; ++i) {
      const auto at = std::find(points_.begin(), points_.end(), corners[i]);
      cells[i] = static_cast<int>(at - points_.begin());
    }
    return cells;
  }

  const Board<W>& board_;
  const WholeBoardLimits& limits_;
  std::vector<Place> points_;     ///< By cell.
  std::vector<Place> midpoints_;  ///< Consecutive places.
  TierSolver solver_;
  std::array<std::map<std::uint32_t, std::unique_ptr<ConnectionTable>>, 2> connections_;
};

}  // namespace

WholeBoard solve_whole_board(BoardSize size, const WholeBoardLimits& limits) {
  return with_board(size, [&](const auto& board) { return WholeBoardSolver(board, limits).run(); });
}

}  // namespace onyx
