// The draws reachable from a position, by the faster of two engines; facts about their cycles; and
// the cycle of a draw's certificate (not checked).
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

/// The positions on the certificate's cycle, as text, in order; for a compact certificate, on a
/// shortest cycle through its position. Empty if there is none. `stop` as for drawn_graph(). Throws
/// NoRecord, and FileError for damaged files.
std::vector<std::string> cycle_positions_of(const ProofSource& proof, const Stop& stop);

/// The midpoints of the at most two squares in which a legal move captures.
template <int W>
PlaceSet<W> squares_captured_in(const WideBoard<W>& board, const WidePosition<W>& position,
                                Place move);

template <int W>
struct CycleFacts {
  std::vector<Place> moves;  ///< From the first state back to it.
  PlaceSet<W> squares;       ///< Their midpoints: squares in which the cycle captures.
  int double_captures = 0;   ///< Moves that capture in two squares.
};

/// Each state of `cycle` must be a successor of the one before, cyclically.
template <int W>
CycleFacts<W> facts_of_cycle(const WideBoard<W>& board, const StateGraph<W>& graph,
                             const std::vector<StateId>& cycle);

/// If neither flag is set, the certificate was rejected.
struct NoRecord {
  std::string why;
  bool is_limit = false;       ///< The class is too large.
  bool is_unreadable = false;  ///< The certificate's file cannot be read.
};

/// All draws that draw-keeping moves reach from a legal, unfinished position; if that is won, the
/// graph is complete or empty. One thread. `stop.work` limits the reachable positions unless the
/// search for draws (solver/repetition/draw_search.h) decides first. Throws NoRecord.
template <int W>
SolvedGraph<W> drawn_graph(const WideBoard<W>& board, const WidePosition<W>& position,
                           const Stop& stop);

}  // namespace onyx
