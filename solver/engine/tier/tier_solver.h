// The tier engine: computes the values of all colourings of a set of cells at once.
//
// A *tier* fixes which player owns which midpoints. A *colouring* assigns to each cell (a point,
// cell_board.h) the state empty, V or H; there are 3^cells for each side to move. Wins and losses
// are bit sets. A sweep applies every move to a *block* of 243 colourings in a few
// vector operations (tier/kernel/kernel.h). Why the result is correct:
// - A colouring is won if some move leads to a loss of the opponent, and lost if every move leads
//   to a win of the opponent. So wins and losses are correct, by induction.
// - Sweeps continue until a sweep decides nothing. Then every open colouring has a move to an open
//   colouring, and no move to a loss of the opponent. So both players can avoid losing: a draw.
// The order matters only for speed. Tiles (tier/kernel/kernel.h) with more stones come first, so
// that the results of placements are known; captures need further sweeps. Tiles form groups by the
// numbers of V's and of H's stones on the outer cells. Tiles of a group never read each other,
// because a move adds at most one stone there and removes only stones of the other colour. So they
// are swept in parallel, and each sweep has the same result for any number of threads.
//
// Memory per block: 128 bytes, 64 more if midpoints can still be taken, and about one for the order
// of tiles. Source: K. Thompson, "Retrograde Analysis of Certain Endgames", 1986.
#pragma once

#include <optional>
#include <vector>

#include "core/base/big_array.h"
#include "core/base/parallel.h"
#include "solver/engine/graph/values.h"
#include "solver/engine/tier/place_walk.h"
#include "solver/engine/tier/tier_engine.h"
#include "solver/engine/tier/tier_table.h"

namespace onyx {

namespace tier {
inline constexpr std::uint8_t kIllegalCode = 255;  ///< Greater than any distance's code.
static_assert(kMostPlies + 1 < kIllegalCode);
}  // namespace tier

/// Solves tiers one after another, in the same memory.
class TierSolver final : public TierEngine {
 public:
  explicit TierSolver(int cell_count, Threads threads = Threads::all);
  /// Keeps a table larger than memory on disk, in chunks (tier_table.h). Cannot find distances.
  /// Throws std::system_error if the disk has no room.
  TierSolver(int cell_count, int top_cells, const OutOfCore& out_of_core,
             Threads threads = Threads::all);

  bool solve(const CellBoard& cells, const std::array<const ConnectionTable*, 2>& connections,
             SliceSource& slices, const ShouldStop& should_stop) override;

  /// Like solve(), but also finds all distances; the slices must have distances. Takes ten times as
  /// long, and 512 more bytes per block. Throws std::length_error above tier::kMostPlies plies.
  bool solve_with_distances(const CellBoard& cells,
                            const std::array<const ConnectionTable*, 2>& connections,
                            SliceSource& slices, const ShouldStop& should_stop);

  /// Returns the value in the last tier solved, or nullopt for an illegal colouring.
  std::optional<Value> value(const Colouring& colouring, Player to_move) const;
  CountsBySide counts() const override;
  /// This function and the next three require a tier solved with distances.
  std::optional<Outcome> outcome(const Colouring& colouring, Player to_move) const;
  /// Element i counts the positions decided in i plies; the last element is not 0.
  std::vector<std::uint64_t> histogram() const;
  /// Returns the first position decided in exactly `plies` plies, in the order of block numbers.
  std::optional<std::pair<Colouring, Player>> first_decided_in(int plies) const;
  /// Fills `codes` for the colourings starting at number `first`: plies to the end plus one, 0 for
  /// draws, or kIllegalCode. In base 3, digit i of a number is the state of `cell_of_digit[i]`.
  void read(const std::vector<int>& cell_of_digit, Player to_move, std::uint64_t first,
            std::vector<std::uint8_t>& codes) const;
  void for_each_drawn(const VisitColouring& visit) const override;
  TierSlice slice(const std::array<int, 4>& corners, Player to_move) const;
  HandedDown handed_down(const std::array<int, 4>& corners, Player to_move) override {
    return slice(corners, to_move);
  }
  int sweep_count() const { return sweep_count_; }
  std::uint64_t bytes() const override {
    return table_.bytes() + codes_.bytes() + order_.places.size() * TileOrder::kBytes;
  }

 private:
  void start(const CellBoard& cells, const std::array<const ConnectionTable*, 2>& connections);
  void add_midpoint(const CellMidpoint& midpoint, Player mover, const TierSlice& slice);
  tier::BlockPlace first_place_of(std::size_t chunk) const;
  /// Calls visit(entry, block) in parallel for the blocks of the chunk that belong to a slice.
  template <class Visit>
  void for_each_entry(const SliceIndex& index, std::size_t chunk, const Visit& visit) const {
    table_.for_each_range_of(chunk, threads_, [&](std::size_t begin, std::size_t end) {
      PlaceWalk walk(high_count_, static_cast<std::uint32_t>(begin));
      for (std::size_t i = begin; i < end; ++i, walk.advance()) {
        if (index.contains(walk.place())) visit(index(walk.place()), i);
      }
    });
  }
  void use_for_sweep(std::size_t chunk, bool is_sparse) const;
  bool sweep_until_stable(const ShouldStop& should_stop);
  std::optional<bool> sweep_chunk(std::size_t chunk, tier::TileBlocks* open,
                                  const ShouldStop& should_stop);
  std::optional<bool> sweep_once(std::size_t chunk, tier::TileBlocks* open,
                                 const ShouldStop& should_stop);
  struct MidpointReplies;
  void enter_replies(const MidpointReplies& replies, int ply);
  bool add_layers(const std::vector<MidpointReplies>& replies, std::vector<tier::BlockPlace> places,
                  const ShouldStop& should_stop);
  std::pair<std::size_t, std::size_t> number_of(const Colouring& colouring) const;

  const int high_count_;
  const int top_cells_;    ///< See tier_table.h.
  const TileOrder order_;  ///< For the tiles of a chunk.
  Threads threads_;
  tier::Rules rules_;
  tier::TileRules tile_rules_;
  TierTable table_;
  BigArray<tier::BlockCodes> codes_;
  bool has_distances_ = false;
  int sweep_count_ = 0;
  std::vector<tier::BlockPlace> places_;
  std::vector<tier::TileBlocks> open_;
};

}  // namespace onyx
