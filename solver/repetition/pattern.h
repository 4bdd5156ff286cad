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

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "solver/repetition/arena.h"

namespace onyx {

class Pattern {
 public:
  using Vertex = std::uint32_t;

  /// Equal for isomorphic patterns; nearly always different for others. O(rounds * lines): colours
  /// are refined by those of the neighbours until all vertices have been told apart that can be.
  std::uint64_t invariant() const { return invariant_; }
  std::size_t vertex_count() const { return refined_.size(); }

  /// Exactly. By Boost.Graph's backtracking search over vertices of equal refined colours.
  friend bool isomorphic(const Pattern& a, const Pattern& b);

  /// Nothing if the arena has more than kMaxCells points.
  template <int W>
  friend std::optional<Pattern> pattern_of(const Board<W>& board, const Position<W>& position);

 private:
  enum class Kind : std::uint8_t { player, edge, point, midpoint, join, square, diagonal, stone };

  Vertex add(Kind kind);
  void join(Vertex a, Vertex b) { lines_.emplace_back(a, b); }
  void refine();

  std::vector<std::uint64_t> refined_;  ///< By vertex: first its kind, then its refined colour.
  std::vector<std::pair<Vertex, Vertex>> lines_;
  std::uint64_t invariant_ = 0;
};

template <int W>
std::optional<Pattern> pattern_of(const Board<W>& board, const Position<W>& position);

}  // namespace onyx
