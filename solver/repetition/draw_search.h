// Finds the draws reachable by moves that keep the draw, where too many positions are reachable to
// explore all. Proof-number search (solver/engine/proof_number/found_value.h) finds values. It
// proves a draw by a safe strategy of each player. A position reachable both under a safe strategy
// of V and under one of H is a draw and needs no search.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/stop.h"
#include "solver/engine/graph/strategy.h"

namespace onyx {

template <int W>
struct DrawsFound {
  /// If not complete, `drawn` is empty.
  End end = End::complete;
  std::optional<Player> winner{};  ///< Set if the position is not a draw.
  /// The draws reached by moves that keep the draw; rows hold drawn successors in order of place.
  SolvedGraph<W> drawn{};
};

/// A table of this size suffices for draws with few stones on small boards.
inline constexpr std::uint64_t kDrawTableBytes = std::uint64_t{256} << 20;

/// Finds the draws reachable from a legal, unfinished position. Runs on one thread. The work limit
/// counts nodes of the search for one value; the memory limit applies to each strategy.
template <int W>
DrawsFound<W> find_draws(const WideBoard<W>& board, const WidePosition<W>& position,
                         std::uint64_t table_bytes, const Stop& stop);

}  // namespace onyx
