// The draws reachable from a position, found by the quicker of two engines; facts about their
// cycles; and the cycle that a draw's certificate leads to (without checking the certificate).
#pragma once

#include "core/base/stop.h"
#include "core/position.h"
#include "experiments/repetition/describe/proof_source.h"
#include "solver/engine/graph/strategy.h"
#include "solver/repetition/recurrence.h"

namespace onyx {

/// The position before each of the moves, as text.
std::vector<std::string> positions_along(const Position& start,
                                         const std::vector<std::string>& moves);

/// The positions of the certificate's cycle as text, in order; for a compact one, which names none,
/// of a shortest cycle through its position. Empty if there is none. `stop` as for drawn_graph().
/// Throws FileError for damaged files, and NoRecord.
std::vector<std::string> cycle_positions_of(const ProofSource& proof, const Stop& stop);

/// The squares in which a legal move captures, as their midpoints; none, one or two.
template <int W>
PlaceSet<W> squares_captured_in(const WideBoard<W>& board, const WidePosition<W>& position,
                                Place move);

template <int W>
struct CycleFacts {
  std::vector<Place> moves;  ///< From the first state back to it.
  PlaceSet<W> squares;       ///< Squares in which the cycle captures, as their midpoints.
  int double_captures = 0;   ///< Moves that capture in two squares.
};

/// In `cycle` each state is a successor of the one before, and the first a successor of the last.
template <int W>
CycleFacts<W> facts_of_cycle(const WideBoard<W>& board, const StateGraph<W>& graph,
                             const std::vector<StateId>& cycle);

/// Why there is no record. If neither flag is set, the certificate was rejected.
struct NoRecord {
  std::string why;
  bool is_limit = false;       ///< The class is too large.
  bool is_unreadable = false;  ///< The certificate's file cannot be read.
};

/// A graph of all draws that draw-keeping moves reach from its root, a legal, unfinished position;
/// if that is won, the graph is complete or empty. Runs on one thread. `stop.work` limits the
/// reachable positions, unless the search for draws (solver/repetition/draw_search.h) settles the
/// position first. Throws NoRecord.
template <int W>
SolvedGraph<W> drawn_graph(const WideBoard<W>& board, const WidePosition<W>& position,
                           const Stop& stop);

}  // namespace onyx
