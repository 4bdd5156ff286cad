// Finds the draws that play can pass through while no player gives the draw up, for positions with
// far too many reachable positions to explore: few stones, many empty points. Values come from
// proof-number search (solver/engine/proof_number/found_value.h), and only draws are kept.
//
// A draw comes with a safe strategy of each player. V does not lose in any position that play under
// V's strategy reaches, and likewise for H. So a position that play under both strategies reaches
// is a draw, and is not searched again.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/stop.h"
#include "solver/engine/graph/strategy.h"

namespace onyx {

template <int W>
struct DrawsFound {
  /// If not complete, `drawn` is empty, because the value of some position is not known.
  End end = End::complete;
  std::optional<Player> winner{};  ///< Set if the position is not a draw.
  /// The draws reached by moves that keep the draw; the position is the first, and the only root.
  /// Rows hold only drawn successors, in the order of their places.
  SolvedGraph<W> drawn{};
};

/// Size of a transposition table that suffices for draws with few stones on small boards.
inline constexpr std::uint64_t kDrawTableBytes = std::uint64_t{256} << 20;

/// The position must be legal and unfinished. Runs on one thread, with a transposition table of at
/// most `table_bytes`. In `stop`, a unit of work is a node of the search for one value, and the
/// memory limit applies to one strategy.
template <int W>
DrawsFound<W> find_draws(const WideBoard<W>& board, const WidePosition<W>& position,
                         std::uint64_t table_bytes, const Stop& stop);

}  // namespace onyx
