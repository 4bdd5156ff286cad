// Positions with equal patterns are equivalent games, even on different boards.
//
// Two positions have the same pattern if everything that can happen in their arenas (arena.h) is
// the same up to renaming places and players: the places; the squares in which a capture is
// possible, with the *frozen* stones (outside the arena) on their corners; the live midpoints; and
// the connections through frozen stones. All this forms a graph; patterns are isomorphism classes
// of such graphs. Stones in the arena do not matter, because it can hold every colouring.
//
// The graph has a vertex for: each player; each edge of a player; a point; a live midpoint; a join
// (two points that are connected if both belong to a certain player); a square in which a capture
// is possible, and each of its diagonals; a frozen stone on a corner of such a square. Its lines
// connect: an edge, a join or a frozen stone to its player; an edge to the points that touch it,
// perhaps through frozen stones; a join to its points; a square to its diagonals and live midpoint;
// a diagonal to its corners; a midpoint to its four corners. An isomorphism preserves kinds of
// vertices, but may swap the players. Two points that touch the same edge get no join, because a
// chain from edge to edge can leave out one of them.
#pragma once

#include <optional>
#include <string>

#include "core/base/coloured_graph.h"
#include "solver/repetition/arena.h"

namespace onyx {

/// Patterns are equal iff their graphs are isomorphic.
class Pattern {
 public:
  /// Returns a hash of the canonical graph, 16 hexadecimal digits. Comparisons use the graph.
  std::string name() const;

  friend bool operator==(const Pattern&, const Pattern&) = default;
  friend auto operator<=>(const Pattern&, const Pattern&) = default;

 private:
  explicit Pattern(const ColouredGraph& graph) : graph_(canonical_form(graph)) {}

  template <int W>
  friend std::optional<Pattern> pattern_of(const WideBoard<W>& board,
                                           const WidePosition<W>& position);
  ColouredGraph graph_;  ///< In canonical form; its colours are the kinds in pattern.cpp.
};

/// Returns nothing if the arena has more than kMaxCells points.
template <int W>
std::optional<Pattern> pattern_of(const WideBoard<W>& board, const WidePosition<W>& position);

}  // namespace onyx
