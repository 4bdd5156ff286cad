// Finds the draws reachable from a position (by two engines), facts about cycles of draws, and the
// (unchecked) cycle of a draw's certificate.
#pragma once

#include <algorithm>

#include "core/base/stop.h"
#include "core/position.h"
#include "experiments/files/proof_source.h"
#include "solver/engine/graph/strategy.h"
#include "solver/repetition/recurrence.h"

namespace onyx {

/// Returns the position before each move as text.
std::vector<std::string> positions_along(const Position& start,
                                         const std::vector<std::string>& moves);

/// Returns the positions on the certificate's cycle, in order, as text; empty if there is no cycle.
/// For a compact certificate, which names no cycle, finds a shortest cycle through its position;
/// `stop` limits this as in drawn_graph(). Throws NoRecord; FileError for a damaged file.
std::vector<std::string> cycle_positions_of(const ProofSource& proof, const Stop& stop);

/// Returns the midpoints of the squares in which a legal move captures (at most two).
template <int W>
PlaceSet<W> squares_captured_in(const WideBoard<W>& board, const WidePosition<W>& position,
                                Place move);

template <int W>
struct CycleFacts {
  std::vector<Place> moves;  ///< From the first state of the cycle back to it.
  PlaceSet<W> squares;       ///< Midpoints of the squares in which the cycle captures.
  int double_captures = 0;   ///< Moves that capture in two squares.
};

/// Returns the recurrent class of the first root; empty if the root does not repeat.
template <int W>
RecurrentClass class_of_root(const SolvedGraph<W>& solved) {
  if (solved.graph.roots.empty()) return {};
  for (RecurrentClass& states : recurrent_classes(solved.graph, solved.outcomes)) {
    if (std::ranges::binary_search(states, solved.graph.roots.front())) return std::move(states);
  }
  return {};
}

/// Each state of `cycle` must be a successor of the previous state, and the first of the last.
template <int W>
CycleFacts<W> facts_of_cycle(const WideBoard<W>& board, const StateGraph<W>& graph,
                             const std::vector<StateId>& cycle);

/// Why a certificate yields no record. No flag: it proves no class, or the run was interrupted.
struct NoRecord {
  std::string why;
  bool is_limit = false;       ///< A limit of states, time or memory was reached.
  bool is_unreadable = false;  ///< The certificate's file cannot be read.
};

/// Returns a solved graph with all draws that draw-keeping moves reach from a legal, unfinished
/// position. It may hold all reachable positions; for a won position it may be empty. Uses one
/// thread. `stop.work` limits the reachable positions unless the search for draws succeeds first.
/// Throws NoRecord at a limit or an interrupt.
template <int W>
SolvedGraph<W> drawn_graph(const WideBoard<W>& board, const WidePosition<W>& position,
                           const Stop& stop);

}  // namespace onyx
