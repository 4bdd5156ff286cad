// A board on which only the stones on some points, the *cells*, can change: a whole board with
// fixed midpoints, or the arena of a crowded position (arena.h). The other stones are *frozen*;
// they join cells to each other and to the edges, and they can help to capture stones on cells.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/wide_position.h"

namespace onyx {

using CellSet = std::uint32_t;
inline constexpr int kMaxCells = 32;

/// A square in which a stone on a given cell can capture.
struct CellCapture {
  static constexpr int kFrozen = -1;
  int opposite = kFrozen;         ///< The opposite corner; kFrozen if the stone there is frozen.
  std::array<int, 2> adjacent{};  ///< The corners where the opponent's stones are captured.
};

/// An empty midpoint whose corners are all cells. It may be taken while they are empty.
struct CellMidpoint {
  Place place = 0;
  std::array<int, 4> corners{};  ///< Corners i and i + 2 are opposite.
};

struct CellBoard {
  std::vector<Place> places;                                      ///< The point of each cell.
  std::array<std::vector<std::vector<CellCapture>>, 2> captures;  ///< For each player and cell.
  /// For each player and cell, the cells joined to it if both have the player's stones.
  std::array<std::vector<CellSet>, 2> neighbours;
  std::array<CellSet, 2> start{};  ///< For each player, the cells joined to the start edge.
  std::array<CellSet, 2> goal{};
  std::vector<CellMidpoint> midpoints;

  int cell_count() const { return static_cast<int>(places.size()); }
};

/// Makes a board with the cells `places`. Play must never capture elsewhere. O(cells * places).
template <int W>
CellBoard make_cell_board(const WideBoard<W>& board, const WidePosition<W>& position,
                          const std::vector<Place>& places);

/// Whether the player connects with exactly `stones` on the cells.
bool is_connected(const CellBoard& cells, Player player, CellSet stones);

}  // namespace onyx
