// The draws of a position's play, by whichever engine is quicker.
#pragma once

#include <string>

#include "core/base/stop.h"
#include "solver/graph/strategy.h"

namespace onyx {

/// Why there is no record.
struct NoRecord {
  std::string why;
  bool is_limit = false;       ///< The class is too large; else the certificate does not hold,
  bool is_unreadable = false;  ///< or its file cannot be read.
};

/// A graph that holds all draws that are reached by moves that keep the draw, with or without what
/// else can be reached; the position, which must be legal and not finished, is its one root. It
/// need not be a draw: of one that is won the graph is whole, or empty. On one thread. Of `stop`
/// the interrupt counts, and as work the positions that may be reachable, where the search for
/// draws (solver/repetition/draw_search.h) does not settle it first. Throws NoRecord.
template <int W>
SolvedGraph<W> drawn_graph(const Board<W>& board, const Position<W>& position, const Stop& stop);

}  // namespace onyx
