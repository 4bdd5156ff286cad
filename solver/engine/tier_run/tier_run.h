// Solves all tiers of a whole board (whole_board.h) or an arena (arena.h), in descending order of
// midpoints taken. A tier needs only slices of tiers with one more midpoint taken (tier_map.h).
// Each slice is dropped from the store (slice_store.h) as soon as its only reader is solved.
#pragma once

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "core/base/stop.h"
#include "core/symmetry.h"
#include "solver/engine/tier/tier_solver.h"
#include "solver/engine/tier_run/slice_store.h"
#include "solver/engine/tier_run/tier_map.h"

namespace onyx {

/// Memory limit for cached connection tables. All tables of 5x5 would take 16 GiB.
inline constexpr std::uint64_t kMostConnectionBytes = std::uint64_t{1} << 30;

/// At most kMaxCells cells, ordered by in_cell_order(), and all empty midpoints between cells.
template <int W>
struct TierTask {
  WidePosition<W> frozen;  ///< Stones on cells and the side to move are ignored.
  std::vector<Place> cells;
  std::vector<Place> midpoints;
  std::vector<Symmetry> group;  ///< Symmetries that map the task to itself, the identity first.
  bool with_distances = false;
};

inline std::size_t index_in(const std::vector<Place>& places, Place place) {
  const auto found = std::find(places.begin(), places.end(), place);
  ONYX_ASSERT(found != places.end());
  return static_cast<std::size_t>(found - places.begin());
}

template <int W>
std::vector<std::array<int, 4>> corners_of(const WideBoard<W>& board, const TierTask<W>& task) {
  const Geometry& geometry = board.geometry();
  std::vector<std::array<int, 4>> all;
  for (const Place midpoint : task.midpoints) {
    const auto corners = geometry.corners_of(geometry.square_of(midpoint));
    std::transform(corners.begin(), corners.end(), all.emplace_back().begin(),
                   [&](Place corner) { return static_cast<int>(index_in(task.cells, corner)); });
  }
  return all;
}

template <int W>
TierMap map_of(const TierTask<W>& task) {
  std::vector<TierSymmetry> group;
  for (const Symmetry& symmetry : task.group) {
    TierSymmetry& tiers = group.emplace_back();
    tiers.cells.swaps_colours = symmetry.swaps_colours;
    for (const Place cell : task.cells) {
      const std::size_t image = index_in(task.cells, symmetry.image[cell]);
      tiers.cells.image.push_back(static_cast<int>(image));
    }
    for (const Place midpoint : task.midpoints) {
      tiers.midpoints.push_back(index_in(task.midpoints, symmetry.image[midpoint]));
    }
  }
  return {task.midpoints.size(), std::move(group)};
}

/// A tier that `solver` has just solved.
template <int W, class Engine = TierSolver>
struct SolvedTier {
  const TierName& name;
  const WidePosition<W>& fixed;  ///< The frozen stones and this tier's stones on midpoints.
  const CellBoard& cells;
  const Engine& solver;
  std::uint64_t alike;          ///< The number of symmetric tiers, including this one.
  std::uint64_t alike_swapped;  ///< See TierMap::alike_swapped().
  const std::vector<std::uint64_t>& histogram;  ///< From the solver; empty without distances.

  CountsBySide counts() const {
    return solver.counts().times(alike - alike_swapped, alike_swapped);
  }

  WidePosition<W> position(const Colouring& colouring, Player to_move) const {
    WidePosition<W> position = fixed;
    position.to_move = to_move;
    for (std::size_t player = 0; player < 2; ++player) {
      for (CellSet left = colouring.stones[player]; left != 0; left &= left - 1) {
        position.stones[player].add(cells.places[static_cast<std::size_t>(std::countr_zero(left))]);
      }
    }
    return position;
  }
};

/// Solves all tiers in the memory of one engine. Only a TierSolver finds distances.
template <int W, class Engine = TierSolver>
class TierRun {
 public:
  using Visit = std::function<void(const SolvedTier<W, Engine>&)>;

  /// `solver` must have the task's number of cells. Keeps at least one connection table per player.
  TierRun(const WideBoard<W>& board, const TierTask<W>& task, Engine& solver, Threads threads,
          std::uint64_t most_connection_bytes = kMostConnectionBytes)
      : board_(board),
        task_(task),
        solver_(solver),
        threads_(threads),
        most_connection_bytes_(most_connection_bytes),
        corners_(corners_of(board, task)),
        map_(map_of(task)) {}

  const TierMap& map() const { return map_; }

  /// Solves all tiers; visits the tier with no midpoint taken last. Returns false if interrupted.
  bool run(const Visit& visit, Interrupt interrupt = {}) {
    MemorySlices slices;
    return run(visit, slices, {}, [&] { return interrupt.has_come(); });
  }

  using Which = std::function<bool(const TierName&)>;

  /// Solves the tiers for which is_wanted is true (all if is_wanted is empty). The store must have
  /// the slices that these tiers read from unwanted tiers. Keeps a slice only if is_reader (by
  /// default is_wanted) is true for its reader, and drops it once the reader has been visited.
  bool run(const Visit& visit, SliceStore& slices, const Which& is_wanted,
           const ShouldStop& should_stop, const Which& is_reader = {}) {
    const Which& reads = is_reader ? is_reader : is_wanted;
    slice_bytes_ = 0;
    for (std::size_t taken = task_.midpoints.size() + 1; taken-- > 0;) {
      for (const TierName& name : map_.level(taken)) {
        if (is_wanted && !is_wanted(name)) continue;
        if (should_stop()) return false;
        const WidePosition<W> fixed = position_of(name);
        const CellBoard cells = make_cell_board(board_, fixed, task_.cells);
        if (!solve_tier(name, cells, slices, should_stop)) return false;
        for (const SliceName& slice : map_.slices_of(name)) {
          if (!reads || reads(map_.reader_of(slice))) hand_down(slice, slices);
        }
        slice_bytes_ = std::max(slice_bytes_, slices.bytes());
        std::vector<std::uint64_t> histogram;
        if constexpr (kHasDistances) {
          if (task_.with_distances) histogram = solver_.histogram();
        }
        visit({name, fixed, cells, solver_, map_.alike(name), map_.alike_swapped(name), histogram});
        for (const SliceName& slice : map_.read_by(name)) slices.drop(slice);
      }
    }
    return true;
  }

  std::uint64_t slice_bytes() const { return slice_bytes_; }

 private:
  static constexpr bool kHasDistances = std::is_same_v<Engine, TierSolver>;

  WidePosition<W> position_of(const TierName& name) const {
    WidePosition<W> position = task_.frozen;
    for (PlaceSet<W>& stones : position.stones) {
      for (const Place cell : task_.cells) stones.remove(cell);
    }
    for (std::size_t i = 0; i < task_.midpoints.size(); ++i) {
      for (std::size_t player = 0; player < 2; ++player) {
        if ((name.owned[player] >> i & 1) != 0) position.stones[player].add(task_.midpoints[i]);
      }
    }
    return position;
  }

  /// Returns the table, cached because it depends only on the player's own midpoints.
  const ConnectionTable& connections(const CellBoard& cells, const TierName& name, Player player) {
    const std::size_t side = index_of(player);
    auto& tables = connections_[side];
    const auto found = tables.find(name.owned[side]);
    if (found != tables.end()) return *found->second;
    if (!tables.empty() &&
        (tables.size() + 1) * tables.begin()->second->bytes() > most_connection_bytes_ / 2) {
      tables.clear();
    }
    auto& table = tables[name.owned[side]];
    table = std::make_unique<ConnectionTable>(cells, player, threads_);
    return *table;
  }

  class Source final : public SliceSource {
   public:
    Source(const TierRun& run, const TierName& name, SliceStore& slices)
        : run_(run), name_(name), slices_(slices) {}

    const TierSlice& whole(const CellMidpoint& midpoint, Player mover) override {
      const TierSymmetry& symmetry = find(midpoint, mover);
      const TierSlice& solved = slices_.get(last_);
      if (run_.map_.is_identity(symmetry)) return solved;
      return from_image_ =
                 slice_from_image(solved, midpoint.corners, symmetry.cells, run_.threads_);
    }
    Packed packed(const CellMidpoint& midpoint, Player mover) override {
      const TierSymmetry& symmetry = find(midpoint, mover);
      return {&slices_.get_packed(last_),
              run_.map_.is_identity(symmetry) ? nullptr : &symmetry.cells};
    }
    void refuse_last() override { slices_.refuse(last_); }

   private:
    const TierSymmetry& find(const CellMidpoint& midpoint, Player mover) {
      const std::size_t index = index_in(run_.task_.midpoints, midpoint.place);
      const TierName next = name_.with(index, mover);
      const TierSymmetry& symmetry = run_.map_.to_solved(next);
      last_ = {symmetry(next), symmetry.midpoints[index]};
      return symmetry;
    }

    const TierRun& run_;
    const TierName& name_;
    SliceStore& slices_;
    SliceName last_;
    TierSlice from_image_;
  };

  bool solve_tier(const TierName& name, const CellBoard& cells, SliceStore& slices,
                  const ShouldStop& should_stop) {
    Source source(*this, name, slices);
    const std::array connected = {&connections(cells, name, Player::V),
                                  &connections(cells, name, Player::H)};
    if constexpr (kHasDistances) {
      if (task_.with_distances) {
        return solver_.solve_with_distances(cells, connected, source, should_stop);
      }
    }
    return solver_.solve(cells, connected, source, should_stop);
  }

  void hand_down(const SliceName& name, SliceStore& slices) {
    ONYX_ASSERT(name.tier.has(name.midpoint));
    const bool is_v = (name.tier.owned[0] >> name.midpoint & 1) != 0;
    slices.put(name, solver_.handed_down(corners_[name.midpoint], is_v ? Player::H : Player::V));
  }

  const WideBoard<W>& board_;
  const TierTask<W>& task_;
  Engine& solver_;
  const Threads threads_;
  const std::uint64_t most_connection_bytes_;
  const std::vector<std::array<int, 4>> corners_;
  const TierMap map_;
  std::array<std::map<std::uint32_t, std::unique_ptr<ConnectionTable>>, 2> connections_;
  std::uint64_t slice_bytes_ = 0;
};

/// Orders the cells for TierEngine::solve(): corners of few squares come first.
template <int W>
std::vector<Place> in_cell_order(const WideBoard<W>& board, const PlaceSet<W>& points) {
  std::vector<Place> cells;
  points.for_each([&](Place point) { cells.push_back(point); });
  const auto squares = [&](Place point) {
    const auto& views = board.squares_at(point);
    return std::ranges::count_if(views, [](const auto& view) { return view.opposite.any(); });
  };
  std::ranges::stable_sort(cells, {}, squares);
  return cells;
}

}  // namespace onyx
