#include "solver/engine/tier/cell_board.h"

#include <bit>
#include <stdexcept>

#include "core/chain.h"

namespace onyx {

template <int W>
CellBoard make_cell_board(const WideBoard<W>& board, const WidePosition<W>& position,
                          const std::vector<Place>& places) {
  if (places.size() > kMaxCells) throw std::invalid_argument("too many cells");
  const Geometry& geometry = board.geometry();
  CellBoard result;
  result.places = places;
  PlaceSet<W> cells;
  std::vector<int> cell_at(static_cast<std::size_t>(board.place_count()), CellCapture::kFrozen);
  for (std::size_t cell = 0; cell < places.size(); ++cell) {
    cells.add(places[cell]);
    cell_at[places[cell]] = static_cast<int>(cell);
  }
  ONYX_ASSERT(cells.count() == result.cell_count());

  for (const Player player : {Player::V, Player::H}) {
    const std::size_t side = index_of(player);
    const PlaceSet<W> frozen = position.of(player) - cells;
    result.neighbours[side].resize(places.size());
    for (std::size_t cell = 0; cell < places.size(); ++cell) {
      const PlaceSet<W> stone = PlaceSet<W>::single(places[cell]);
      const PlaceSet<W> reached = halo(board, frozen | stone, stone);
      ((reached & cells) - stone).for_each([&](Place place) {
        result.neighbours[side][cell] |= CellSet{1} << cell_at[place];
      });
      const PlaceSet<W> chain = reached & (frozen | stone);
      const CellSet bit = CellSet{1} << cell;
      if ((chain & board.start_edge(player)).any()) result.start[side] |= bit;
      if ((chain & board.goal_edge(player)).any()) result.goal[side] |= bit;
    }
    result.captures[side].resize(places.size());
  }

  (board.midpoints() - position.occupied()).for_each([&](Place midpoint) {
    const auto corners = geometry.corners_of(geometry.square_of(midpoint));
    std::array<int, 4> at{};
    for (std::size_t i = 0; i < 4; ++i) at[i] = cell_at[corners[i]];
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t opposite = (i + 2) % 4;
      const std::array<int, 2> adjacent{at[(i + 1) % 4], at[(i + 3) % 4]};
      if (at[i] < 0 || adjacent[0] < 0 || adjacent[1] < 0) continue;
      for (std::size_t side = 0; side < 2; ++side) {
        const bool can_be_own = at[opposite] >= 0 || position.stones[side].has(corners[opposite]);
        if (can_be_own) {
          result.captures[side][static_cast<std::size_t>(at[i])].push_back(
              {at[opposite], adjacent});
        }
      }
    }
    const bool all_cells = at[0] >= 0 && at[1] >= 0 && at[2] >= 0 && at[3] >= 0;
    if (all_cells) result.midpoints.push_back({midpoint, at});
  });
  return result;
}

bool is_connected(const CellBoard& cells, Player player, CellSet stones) {
  const std::size_t side = index_of(player);
  CellSet chain = stones & cells.start[side];
  for (CellSet frontier = chain; frontier != 0;) {
    const auto cell = static_cast<std::size_t>(std::countr_zero(frontier));
    frontier &= frontier - 1;
    const CellSet reached = cells.neighbours[side][cell] & stones & ~chain;
    chain |= reached;
    frontier |= reached;
  }
  return (chain & cells.goal[side]) != 0;
}

#define ONYX_INSTANTIATE(W)                                                       \
  template CellBoard make_cell_board(const WideBoard<W>&, const WidePosition<W>&, \
                                     const std::vector<Place>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
