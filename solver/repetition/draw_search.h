// The draws that play can go through while nobody gives the draw up, where far too much else can be
// reached to walk through it all: few stones, many empty points. Values are by proof numbers
// (solver/proof_number/found_value.h), and only draws are kept.
//
// A draw comes with a safe strategy of each player. Wherever play under V's strategy leads, V is
// not beaten, and the same with H: so a position on both is a draw, and not searched again.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/stop.h"
#include "solver/graph/strategy.h"

namespace onyx {

/// What a search for draws found.
template <int W>
struct DrawsFound {
  /// If not complete, there are no draws: of some position the value is not known.
  End end = End::complete;
  std::optional<Player> winner;  ///< If the position is no draw.
  /// The draws that are reached by moves that keep the draw, the position first, as the one root.
  /// Rows hold drawn successors alone, in the order of their places.
  SolvedGraph<W> drawn;
};

/// A table that does for draws of as few stones as there are on small boards.
inline constexpr std::uint64_t kDrawTableBytes = std::uint64_t{256} << 20;

/// The position must be legal and not finished. On one thread, with a table of `table_bytes` at
/// most. Of `stop`, a unit of work is a node of the search for one value, and memory is that of one
/// strategy.
template <int W>
DrawsFound<W> find_draws(const Board<W>& board, const Position<W>& position,
                         std::uint64_t table_bytes, const Stop& stop);

}  // namespace onyx
