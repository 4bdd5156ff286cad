// The graph of reachable positions, in compressed sparse row form.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/assert.h"
#include "core/base/big_array.h"
#include "core/moves.h"
#include "core/packed_position.h"

namespace onyx {

/// The index of a state. A state is an unfinished position, which includes the side to move.
using StateId = std::uint32_t;

/// States and their successors, as the explorer numbers them (explorer.h).
/// - Finished positions are not states. A state whose side to move can connect at once is a *leaf*
///   with an empty row. Other rows are complete, and not empty (core/README.md, fact 3).
/// - A row lists the successors in the order of `placements`, lowest place first, so the k-th
///   target belongs to the k-th legal move and moves need not be stored.
template <int W>
struct StateGraph {
  BigArray<PackedPosition<W>> positions;  ///< Indexed by state.
  BigArray<std::uint64_t> row_begin;      ///< Indexed by state; an extra entry ends the last row.
  BigArray<StateId> targets;
  std::vector<StateId> roots;  ///< In the order of the roots given to explore().

  StateId state_count() const { return static_cast<StateId>(positions.size()); }
  std::uint64_t edge_count() const { return targets.size(); }

  WidePosition<W> position(StateId state) const {
    const WidePosition<W> position = unpack(positions[state]);
    ONYX_ASSERT(position.is_sound());
    return position;
  }
  std::span<const StateId> successors(StateId state) const {
    ONYX_ASSERT(row_begin[state] <= row_begin[state + 1] && row_begin[state + 1] <= targets.size());
    return {targets.data() + row_begin[state], targets.data() + row_begin[state + 1]};
  }
  bool is_leaf(StateId state) const { return row_begin[state] == row_begin[state + 1]; }

  std::size_t bytes() const { return positions.bytes() + row_begin.bytes() + targets.bytes(); }
};

template <int W>
Place move_of_row(const WideBoard<W>& board, const StateGraph<W>& graph, StateId state,
                  std::size_t k) {
  ONYX_ASSERT(k < graph.successors(state).size());
  PlaceSet<W> moves = placements(board, graph.position(state));
  ONYX_ASSERT(static_cast<std::size_t>(moves.count()) == graph.successors(state).size());
  for (; k > 0; --k) moves.pop_lowest();
  return moves.lowest();
}

/// Returns the state after a legal move in `state`, which must not be a leaf.
template <int W>
StateId state_after(const WideBoard<W>& board, const StateGraph<W>& graph, StateId state,
                    Place move) {
  PlaceSet<W> moves = placements(board, graph.position(state));
  ONYX_ASSERT(!graph.is_leaf(state) && moves.has(move));
  std::size_t k = 0;
  while (moves.lowest() != move) {
    moves.pop_lowest();
    ++k;
  }
  return graph.successors(state)[k];
}

}  // namespace onyx
