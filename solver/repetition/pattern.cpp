#include "solver/repetition/pattern.h"

#include <fmt/core.h>
#include <xxhash.h>

#include <array>
#include <bit>

#include "core/base/assert.h"
#include "core/base/packed_bytes.h"
#include "core/legality.h"

namespace onyx {
namespace {

using Vertex = ColouredGraph::Vertex;

/// What a vertex represents. Pattern names depend on the enumerators' values.
enum class Kind : std::uint8_t { player, edge, point, midpoint, join, square, diagonal, stone };

/// Corners 0 and 2 are one diagonal, 1 and 3 the other.
using Corners = std::array<Place, 4>;

template <int W>
class GraphBuilder {
 public:
  GraphBuilder(const WideBoard<W>& board, const WidePosition<W>& position, const Arena<W>& arena)
      : board_(board),
        arena_(arena),
        frozen_(position),
        point_at_(static_cast<std::size_t>(board.place_count())) {
    for (PlaceSet<W>& stones : frozen_.stones) stones -= arena.points;
    cells_ = make_cell_board(board, frozen_, in_cell_order(board, arena.points));
  }

  ColouredGraph build() {
    for (Vertex& player : players_) player = add(Kind::player);
    for (const Place place : cells_.places) {
      points_.push_back(add(Kind::point));
      point_at_[place] = points_.back();
    }
    for (std::size_t side = 0; side < 2; ++side) {
      add_edge(side, cells_.start[side]);
      add_edge(side, cells_.goal[side]);
      add_joins(side);
    }
    (board_.midpoints() - frozen_.occupied()).for_each([&](Place midpoint) {
      const Geometry& geometry = board_.geometry();
      const Corners corners = geometry.corners_of(geometry.square_of(midpoint));
      const bool is_live = arena_.midpoints.has(midpoint);
      const bool can_capture = might_be_captured(frozen_, arena_.points, corners, 0) ||
                               might_be_captured(frozen_, arena_.points, corners, 1);
      if (is_live || can_capture) add_square(corners, is_live);
    });
    return graph_;
  }

 private:
  Vertex add(Kind kind) { return graph_.add_vertex(static_cast<std::uint8_t>(kind)); }
  void connect(Vertex a, Vertex b) { graph_.edges.emplace_back(a, b); }

  void add_edge(std::size_t side, CellSet takes_part) {
    const Vertex edge = add(Kind::edge);
    connect(edge, players_[side]);
    for (; takes_part != 0; takes_part &= takes_part - 1) {
      connect(edge, points_[static_cast<std::size_t>(std::countr_zero(takes_part))]);
    }
  }

  void add_joins(std::size_t side) {
    for (std::size_t a = 0; a < points_.size(); ++a) {
      const CellSet later = cells_.neighbours[side][a] >> a >> 1 << a << 1;
      for (CellSet left = later; left != 0; left &= left - 1) {
        const auto b = static_cast<std::size_t>(std::countr_zero(left));
        const CellSet both = CellSet{1} << a | CellSet{1} << b;
        if ((cells_.start[side] & both) == both || (cells_.goal[side] & both) == both) continue;
        const Vertex join = add(Kind::join);
        connect(join, players_[side]);
        connect(join, points_[a]);
        connect(join, points_[b]);
      }
    }
  }

  void add_square(const Corners& corners, bool is_live) {
    const Vertex square = add(Kind::square);
    if (is_live) {
      const Vertex middle = add(Kind::midpoint);
      connect(middle, square);
      for (const Place corner : corners) connect(middle, point_at_[corner]);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const Vertex diagonal = add(Kind::diagonal);
      connect(diagonal, square);
      for (const Place corner : {corners[i], corners[i + 2]}) connect(diagonal, at(corner));
    }
  }

  Vertex at(Place corner) {
    if (arena_.points.has(corner)) return point_at_[corner];
    ONYX_ASSERT(frozen_.occupied().has(corner));
    const Vertex stone = add(Kind::stone);
    connect(stone, players_[frozen_.of(Player::V).has(corner) ? 0 : 1]);
    return stone;
  }

  const WideBoard<W>& board_;
  const Arena<W>& arena_;
  WidePosition<W> frozen_;  ///< The stones outside the arena.
  CellBoard cells_;
  ColouredGraph graph_;
  std::array<Vertex, 2> players_{};
  std::vector<Vertex> points_;    ///< Indexed by cell.
  std::vector<Vertex> point_at_;  ///< Indexed by place; only for places in the arena.
};

}  // namespace

std::string Pattern::name() const {
  // 4-byte little-endian numbers: the number of vertices, their colours, the edges.
  std::string bytes;
  append_number(bytes, static_cast<std::uint32_t>(graph_.colours.size()));
  for (const std::uint32_t colour : graph_.colours) append_number(bytes, colour);
  for (const auto& [a, b] : graph_.edges) {
    append_number(bytes, a);
    append_number(bytes, b);
  }
  return fmt::format("{:016x}", XXH64(bytes.data(), bytes.size(), 0));
}

template <int W>
std::optional<Pattern> pattern_of(const WideBoard<W>& board, const WidePosition<W>& position) {
  ONYX_ASSERT(is_legal(board, position));
  const Arena<W> arena = arena_of(board, position);
  if (arena.points.count() > kMaxCells) return std::nullopt;
  return Pattern(GraphBuilder<W>(board, position, arena).build());
}

#define ONYX_INSTANTIATE(W) \
  template std::optional<Pattern> pattern_of(const WideBoard<W>&, const WidePosition<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
