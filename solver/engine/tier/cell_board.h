// A board on which only some points, the *cells*, still vary, with what the rules say about them.
//
// Everything outside the cells is fixed, and reduces to a few connections between cells and edges.
// For the whole board with fixed midpoints, and for the arena of a crowded position (arena.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/wide_position.h"

namespace onyx {

/// A set of cells, one bit each.
using CellSet = std::uint32_t;
inline constexpr int kMaxCells = 32;

/// A square in which a stone on some cell can capture.
struct CellCapture {
  static constexpr int kFrozen = -1;
  int opposite = kFrozen;         ///< The cell that must have the mover's stone; kFrozen if a stone
                                  ///< outside the cells is there.
  std::array<int, 2> adjacent{};  ///< The cells that must have stones of the opponent.
};

/// An empty midpoint, which may be taken while its four corners, all cells, are empty.
struct CellMidpoint {
  Place place = 0;
  std::array<int, 4> corners{};  ///< Corners i and i + 2 are opposite.
};

struct CellBoard {
  std::vector<Place> places;                                      ///< By cell; not midpoints.
  std::array<std::vector<std::vector<CellCapture>>, 2> captures;  ///< By player and cell.
  /// By player and cell: the cells joined to it when both have the player's stones.
  std::array<std::vector<CellSet>, 2> neighbours;
  std::array<CellSet, 2> start{};  ///< By player: the cells joined to the player's start edge.
  std::array<CellSet, 2> goal{};
  std::vector<CellMidpoint> midpoints;

  int cell_count() const { return static_cast<int>(places.size()); }
};

/// The cells are `places`, at most kMaxCells points; all other places stay as they are in
/// `position`, whose stones on cells are ignored. The caller guarantees that no stone outside the
/// cells is ever captured. O(cells * places).
template <int W>
CellBoard make_cell_board(const WideBoard<W>& board, const WidePosition<W>& position,
                          const std::vector<Place>& places);

/// True iff the player is connected when the player's stones on cells are exactly `stones`.
bool is_connected(const CellBoard& cells, Player player, CellSet stones);

}  // namespace onyx
