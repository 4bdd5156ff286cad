// Patterns: what makes two positions on different boards, or in different places, the same game.
//
// Two positions have the same pattern if what can ever happen in their arenas is the same up to the
// names of places and of the players: the places, the squares in which a capture is possible with
// the frozen stones on their corners, the live midpoints, and what the frozen stones join: arena
// places with each other and with the edges. All that is one graph, and patterns are its
// isomorphism classes. Stones in the arena do not matter, since the arena holds every colouring.
//
// The graph. One vertex each for: a player; an edge of a player; a point; a live midpoint; a join
// (two points that are connected if both are a certain player's); a square in which a capture is
// possible, and each of its two diagonals; a frozen stone on a corner of such a square. Lines: an
// edge, a join or a frozen stone to its player; an edge to the points that it takes part in; a join
// to its points; a square to its diagonals and its live midpoint, a diagonal to its corners, a
// midpoint to the four around it. An isomorphism keeps what kind of thing a vertex is, and may swap
// the players. Two points that both take part in the same edge get no join: a chain from edge to
// edge can leave out the one or the other.
#pragma once

#include <optional>
#include <string>

#include "core/base/coloured_graph.h"
#include "solver/repetition/arena.h"

namespace onyx {

/// Two patterns are equal iff they are isomorphic.
class Pattern {
 public:
  /// By which it can be stored and cited: 16 hexadecimal digits, a hash of the canonical graph, so
  /// equal for equal patterns, and different for all others that anybody has seen. Whether two are
  /// equal is never asked of the names.
  std::string name() const;
  /// In canonical form; colours are kinds, as pattern.cpp numbers them.
  const ColouredGraph& graph() const { return graph_; }

  friend bool operator==(const Pattern&, const Pattern&) = default;
  friend auto operator<=>(const Pattern&, const Pattern&) = default;

 private:
  explicit Pattern(const ColouredGraph& graph) : graph_(canonical_form(graph)) {}

  template <int W>
  friend std::optional<Pattern> pattern_of(const Board<W>& board, const Position<W>& position);

  ColouredGraph graph_;
};

/// Nothing if the arena has more than kMaxCells points.
template <int W>
std::optional<Pattern> pattern_of(const Board<W>& board, const Position<W>& position);

}  // namespace onyx
