#include "solver/whole_board.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "core/symmetry.h"

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
    for (const Symmetry& symmetry : symmetries_of(board.geometry())) {
      TierSymmetry& tiers = group_.emplace_back();
      tiers.cells.swaps_colours = symmetry.swaps_colours;
      for (const Place point : points_) tiers.cells.image.push_back(cell_of(symmetry.image[point]));
      for (const Place midpoint : midpoints_) {
        tiers.midpoints.push_back(midpoint_index(symmetry.image[midpoint]));
      }
    }
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
        const std::uint64_t alike = tiers_alike(name);
        if (alike == 0) continue;
        if (limits_.interrupt != nullptr && limits_.interrupt->load(std::memory_order_relaxed)) {
          return result;
        }
        solve_tier(name, above, here);
        const ValueCounts counts = solver_.counts();
        for (std::uint64_t i = 0; i < alike; ++i) result.counts += counts;
        result.most_sweeps = std::max(result.most_sweeps, solver_.sweep_count());
        result.peak_bytes = std::max(result.peak_bytes, bytes_of(above) + bytes_of(here));
        progress.tiers_done += alike;
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

  /// A symmetry of the board, as it acts on tiers.
  struct TierSymmetry {
    CellSymmetry cells;
    std::vector<std::size_t> midpoints;  ///< By midpoint, its image.

    TierName operator()(const TierName& name) const {
      TierName image;
      for (std::size_t player = 0; player < 2; ++player) {
        const std::size_t colour = cells.swaps_colours ? 1 - player : player;
        for (std::size_t i = 0; i < midpoints.size(); ++i) {
          image.owned[colour] |= (name.owned[player] >> i & 1) << midpoints[i];
        }
      }
      return image;
    }
  };

  /// How many tiers are symmetric to this one, itself included, if it is the least of them, which
  /// is solved for all; else 0.
  std::uint64_t tiers_alike(const TierName& name) const {
    std::set<TierName> alike;
    for (const TierSymmetry& symmetry : group_) alike.insert(symmetry(name));
    return name == *alike.begin() ? alike.size() : 0;
  }

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
    TierSlice slice;
    solver_.solve(
        cells, {&connections(cells, name, Player::V), &connections(cells, name, Player::H)},
        [&](const CellMidpoint& midpoint, Player mover) -> const TierSlice& {
          const std::size_t index = midpoint_index(midpoint.place);
          const TierName next = name.with(index, mover);
          const TierSymmetry& symmetry = *std::min_element(
              group_.begin(), group_.end(),
              [&](const TierSymmetry& a, const TierSymmetry& b) { return a(next) < b(next); });
          const TierSlice& solved = above.at(symmetry(next)).at(symmetry.midpoints[index]);
          if (&symmetry == &group_.front()) return solved;
          slice = slice_from_image(solver_.order(), solved, midpoint.corners, symmetry.cells,
                                   limits_.threads);
          return slice;
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
    for (std::size_t i = 0; i < 4; ++i) cells[i] = cell_of(corners[i]);
    return cells;
  }

  int cell_of(Place point) const {
    return static_cast<int>(std::find(points_.begin(), points_.end(), point) - points_.begin());
  }
  std::size_t midpoint_index(Place midpoint) const {
    return static_cast<std::size_t>(midpoint - midpoints_.front());
  }

  const Board<W>& board_;
  const WholeBoardLimits& limits_;
  std::vector<Place> points_;        ///< By cell.
  std::vector<Place> midpoints_;     ///< Consecutive places.
  std::vector<TierSymmetry> group_;  ///< The identity first.
  TierSolver solver_;
  std::array<std::map<std::uint32_t, std::unique_ptr<ConnectionTable>>, 2> connections_;
};

}  // namespace

WholeBoard solve_whole_board(BoardSize size, const WholeBoardLimits& limits) {
  return with_board(size, [&](const auto& board) { return WholeBoardSolver(board, limits).run(); });
}

}  // namespace onyx
