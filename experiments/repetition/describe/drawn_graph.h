// The draws reachable from a position, by the quicker of two engines.
#pragma once

#include <string>

#include "core/base/stop.h"
#include "solver/engine/graph/strategy.h"

namespace onyx {

/// Why there is no record.
struct NoRecord {
  std::string why;
  bool is_limit = false;       ///< The class is too large; otherwise the certificate is rejected,
  bool is_unreadable = false;  ///< or its file cannot be read.
};

/// A graph that holds all draws reached by moves that keep the draw; other reachable positions may
/// be missing. Its only root is the position, which must be legal and not finished but need not be
/// a draw: if it is won, the graph is complete or empty. Runs on one thread. `stop.work` limits the
/// positions that may be reachable, unless the search for draws (solver/repetition/draw_search.h)
/// settles the position first; of the other limits only the interrupt counts. Throws NoRecord.
template <int W>
SolvedGraph<W> drawn_graph(const WideBoard<W>& board, const WidePosition<W>& position,
                           const Stop& stop);

}  // namespace onyx
