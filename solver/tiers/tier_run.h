// All tiers over one set of cells, from the fullest down: whole boards (whole_board.h) and arenas
// (arena.h).
//
// Midpoint stones stay, so a tier needs only tiers with one midpoint more, and of these only the
// slice in which that midpoint's corners are empty. A slice is dropped when all tiers that can need
// it are solved. Of tiers that a symmetry of the board maps to each other only one is solved.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "core/symmetry.h"
#include "solver/tiers/tier.h"

namespace onyx {

/// What is asked for: the stones outside the cells, the cells (points, at most kMaxCells) and the
/// empty midpoints that may be taken, which must be those whose corners are all cells. Cells that
/// are corners of few squares should come first.
template <int W>
struct TierTask {
  Position<W> frozen;  ///< Its stones on cells and its side to move are ignored.
  std::vector<Place> cells;
  std::vector<Place> midpoints;
  std::vector<Symmetry> group;  ///< Symmetries that map all of this to itself, the identity first.
  bool with_distances = false;
};

/// A tier just solved.
template <int W>
struct SolvedTier {
  const Position<W>& fixed;  ///< The frozen stones and this tier's on midpoints.
  const CellBoard& cells;
  const TierSolver& solver;
  std::uint64_t alike;                          ///< Tiers that it stands for, itself included.
  const std::vector<std::uint64_t>& histogram;  ///< Of the solver; empty without distances.

  Position<W> position(const Colouring& colouring, Player to_move) const {
    Position<W> position = fixed;
    position.to_move = to_move;
    for (std::size_t player = 0; player < 2; ++player) {
      for (CellSet left = colouring.stones[player]; left != 0; left &= left - 1) {
        position.stones[player].add(cells.places[static_cast<std::size_t>(std::countr_zero(left))]);
      }
    }
    return position;
  }
};

/// Solves the tasks of one cell count after the other, in the same memory.
template <int W>
class TierRun {
 public:
  using Visit = std::function<void(const SolvedTier<W>&)>;

  /// `solver` must be for as many cells as the task has.
  TierRun(const Board<W>& board, const TierTask<W>& task, TierSolver& solver, Threads threads)
      : board_(board), task_(task), solver_(solver), threads_(threads) {
    std::vector<int> cell_at(static_cast<std::size_t>(board.place_count()), -1);
    for (std::size_t i = 0; i < task.cells.size(); ++i) {
      cell_at[task.cells[i]] = static_cast<int>(i);
    }
    for (const Place midpoint : task.midpoints) {
      const Geometry& geometry = board.geometry();
      const auto corners = geometry.corners_of(geometry.square_of(midpoint));
      std::transform(corners.begin(), corners.end(), corners_.emplace_back().begin(),
                     [&](Place corner) { return cell_at[corner]; });
    }
    for (const Symmetry& symmetry : task.group) {
      TierSymmetry& tiers = group_.emplace_back();
      tiers.cells.swaps_colours = symmetry.swaps_colours;
      for (const Place cell : task.cells) {
        tiers.cells.image.push_back(cell_at[symmetry.image[cell]]);
      }
      for (const Place midpoint : task.midpoints) {
        tiers.midpoints.push_back(index_of_midpoint(symmetry.image[midpoint]));
      }
    }
  }

  std::uint64_t tier_count() const {
    std::uint64_t count = 1;
    for (std::size_t i = 0; i < task_.midpoints.size(); ++i) count *= 3;
    return count;
  }

  /// Calls visit for every tier that is solved; the last one has no midpoint of the task taken.
  /// Returns false if interrupted.
  bool run(const Visit& visit, const std::atomic<bool>* interrupt = nullptr) {
    Slices above;
    for (std::size_t taken = task_.midpoints.size() + 1; taken-- > 0;) {
      Slices here;
      for (const TierName& name : names_with(taken)) {
        if (interrupt != nullptr && interrupt->load(std::memory_order_relaxed)) return false;
        const std::uint64_t alike = tiers_alike(name);
        if (alike == 0) continue;
        const Position<W> fixed = position_of(name);
        const CellBoard cells = make_cell_board(board_, fixed, task_.cells);
        solve_tier(name, cells, above, here);
        slice_bytes_ = std::max(slice_bytes_, bytes_of(above) + bytes_of(here));
        const auto histogram =
            task_.with_distances ? solver_.histogram() : std::vector<std::uint64_t>();
        visit({fixed, cells, solver_, alike, histogram});
      }
      above = std::move(here);
    }
    return true;
  }

  /// Of all slices that were needed at a time, at most.
  std::uint64_t slice_bytes() const { return slice_bytes_; }

 private:
  /// Who owns which midpoints of the task, as sets of their indices.
  struct TierName {
    std::uint32_t owned[2] = {0, 0};

    /// By the ternary number whose digit i is 0 if midpoint i is empty, 1 for V, 2 for H, so that
    /// which tier of several symmetric ones is solved does not depend on how sets are kept.
    friend bool operator<(const TierName& a, const TierName& b) {
      const std::uint32_t differ = (a.owned[0] ^ b.owned[0]) | (a.owned[1] ^ b.owned[1]);
      if (differ == 0) return false;
      const std::uint32_t highest = std::bit_floor(differ);
      const auto digit = [&](const TierName& name) {
        return (name.owned[1] & highest) != 0 ? 2 : (name.owned[0] & highest) != 0 ? 1 : 0;
      };
      return digit(a) < digit(b);
    }
    friend bool operator==(const TierName&, const TierName&) = default;
    TierName with(std::size_t midpoint, Player player) const {
      TierName name = *this;
      name.owned[static_cast<std::size_t>(index_of(player))] |= 1U << midpoint;
      return name;
    }
  };
  /// By tier, then by the midpoint among those it has taken.
  using Slices = std::map<TierName, std::map<std::size_t, TierSlice>>;

  /// A symmetry of the task, as it acts on tiers.
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

  static std::uint64_t bytes_of(const Slices& slices) {
    std::uint64_t bytes = 0;
    for (const auto& [name, by_midpoint] : slices) {
      for (const auto& [midpoint, slice] : by_midpoint) {
        bytes += slice.entries.bytes() + slice.codes.bytes();
      }
    }
    return bytes;
  }

  std::size_t index_of_midpoint(Place midpoint) const {
    const auto& all = task_.midpoints;
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), midpoint) - all.begin());
  }

  std::vector<TierName> names_with(std::size_t taken) const {
    std::vector<TierName> names;
    const std::uint32_t all = (1U << task_.midpoints.size()) - 1;
    for (std::uint32_t v = 0; v <= all; ++v) {
      for (std::uint32_t h = 0; h <= all; ++h) {
        const auto count = static_cast<std::size_t>(std::popcount(v) + std::popcount(h));
        if ((v & h) == 0 && count == taken) names.push_back({{v, h}});
      }
    }
    return names;
  }

  /// How many tiers are symmetric to this one, itself included, if it is the least of them, which
  /// is solved for all; else 0.
  std::uint64_t tiers_alike(const TierName& name) const {
    std::set<TierName> alike;
    for (const TierSymmetry& symmetry : group_) alike.insert(symmetry(name));
    return name == *alike.begin() ? alike.size() : 0;
  }

  Position<W> position_of(const TierName& name) const {
    Position<W> position = task_.frozen;
    for (PlaceSet<W>& stones : position.stones) {
      for (const Place cell : task_.cells) stones.remove(cell);
    }
    for (std::size_t i = 0; i < task_.midpoints.size(); ++i) {
      for (std::size_t player = 0; player < 2; ++player) {
        const bool is_owner = (name.owned[player] >> i & 1) != 0;
        if (is_owner) position.stones[player].add(task_.midpoints[i]);
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

  void solve_tier(const TierName& name, const CellBoard& cells, const Slices& above, Slices& here) {
    TierSlice from_image;
    const auto slice_of = [&](const CellMidpoint& midpoint, Player mover) -> const TierSlice& {
      const std::size_t index = index_of_midpoint(midpoint.place);
      const TierName next = name.with(index, mover);
      const TierSymmetry& symmetry = *std::min_element(
          group_.begin(), group_.end(),
          [&](const TierSymmetry& a, const TierSymmetry& b) { return a(next) < b(next); });
      const TierSlice& solved = above.at(symmetry(next)).at(symmetry.midpoints[index]);
      if (&symmetry == &group_.front()) return solved;
      return from_image = slice_from_image(solver_.order(), solved, midpoint.corners,
                                           symmetry.cells, threads_);
    };
    const std::array<const ConnectionTable*, 2> connected = {&connections(cells, name, Player::V),
                                                             &connections(cells, name, Player::H)};
    if (task_.with_distances) {
      solver_.solve_with_distances(cells, connected, slice_of);
    } else {
      solver_.solve(cells, connected, slice_of);
    }
    for (std::size_t i = 0; i < task_.midpoints.size(); ++i) {
      for (const Player owner : {Player::V, Player::H}) {
        const auto side = static_cast<std::size_t>(index_of(owner));
        if ((name.owned[side] >> i & 1) == 0) continue;
        here[name][i] = solver_.slice(corners_[i], other(owner));
      }
    }
  }

  const Board<W>& board_;
  const TierTask<W>& task_;
  TierSolver& solver_;
  const Threads threads_;
  std::vector<std::array<int, 4>> corners_;  ///< By midpoint, its cells.
  std::vector<TierSymmetry> group_;
  std::array<std::map<std::uint32_t, std::unique_ptr<ConnectionTable>>, 2> connections_;
  std::uint64_t slice_bytes_ = 0;
};

/// Places as cells: corners of few squares first.
template <int W>
std::vector<Place> in_cell_order(const Board<W>& board, const PlaceSet<W>& points) {
  std::vector<Place> cells;
  points.for_each([&](Place point) { cells.push_back(point); });
  const auto squares = [&](Place point) {
    const auto& views = board.squares_at(point);
    return std::count_if(views.begin(), views.end(),
                         [](const auto& view) { return view.opposite.any(); });
  };
  std::stable_sort(cells.begin(), cells.end(),
                   [&](Place a, Place b) { return squares(a) < squares(b); });
  return cells;
}

}  // namespace onyx
