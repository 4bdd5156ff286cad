#include "solver/repetition/pattern.h"

#include <algorithm>
#include <bit>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/isomorphism.hpp>

namespace onyx {
namespace {

/// Mixes a number into another; any good mixing does, since equality never rests on it.
constexpr std::uint64_t mixed(std::uint64_t state, std::uint64_t number) {
  state ^= number + 0x9e3779b97f4a7c15ULL + (state << 6) + (state >> 2);
  state ^= state >> 31;
  state *= 0xbf58476d1ce4e5b9ULL;
  return state ^ state >> 29;
}

std::size_t number_of_colours(std::vector<std::uint64_t> colours) {
  std::sort(colours.begin(), colours.end());
  return static_cast<std::size_t>(std::unique(colours.begin(), colours.end()) - colours.begin());
}

using IsomorphismGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;

/// By vertex, the place of its colour among all colours: what Boost.Graph calls a vertex invariant.
struct ColourOf {
  using argument_type = boost::graph_traits<IsomorphismGraph>::vertex_descriptor;
  using result_type = std::size_t;

  const std::vector<std::uint64_t>& refined;
  const std::vector<std::uint64_t>& colours;

  result_type operator()(argument_type vertex) const {
    return static_cast<std::size_t>(
        std::lower_bound(colours.begin(), colours.end(), refined[vertex]) - colours.begin());
  }
};

}  // namespace

Pattern::Vertex Pattern::add(Kind kind) {
  refined_.push_back(static_cast<std::uint64_t>(kind));
  return static_cast<Vertex>(refined_.size() - 1);
}

void Pattern::refine() {
  for (std::size_t colours = 0; colours != number_of_colours(refined_);) {
    colours = number_of_colours(refined_);
    std::vector<std::vector<std::uint64_t>> around(refined_.size());
    for (const auto& [a, b] : lines_) {
      around[a].push_back(refined_[b]);
      around[b].push_back(refined_[a]);
    }
    for (std::size_t vertex = 0; vertex < refined_.size(); ++vertex) {
      std::sort(around[vertex].begin(), around[vertex].end());
      for (const std::uint64_t colour : around[vertex]) {
        refined_[vertex] = mixed(refined_[vertex], colour);
      }
    }
  }
  std::vector<std::uint64_t> all = refined_;
  std::sort(all.begin(), all.end());
  for (const std::uint64_t colour : all) invariant_ = mixed(invariant_, colour);
}

bool isomorphic(const Pattern& a, const Pattern& b) {
  if (a.invariant_ != b.invariant_ || a.refined_.size() != b.refined_.size() ||
      a.lines_.size() != b.lines_.size()) {
    return false;
  }
  // Refined colours as small numbers, the same for both.
  std::vector<std::uint64_t> colours = a.refined_;
  colours.insert(colours.end(), b.refined_.begin(), b.refined_.end());
  std::sort(colours.begin(), colours.end());
  colours.erase(std::unique(colours.begin(), colours.end()), colours.end());

  using Graph = IsomorphismGraph;
  const Graph one(a.lines_.begin(), a.lines_.end(), a.refined_.size());
  const Graph two(b.lines_.begin(), b.lines_.end(), b.refined_.size());
  std::vector<ColourOf::argument_type> image(a.refined_.size());
  return boost::isomorphism(
      one, two, boost::make_iterator_property_map(image.begin(), get(boost::vertex_index, one)),
      ColourOf{a.refined_, colours}, ColourOf{b.refined_, colours}, colours.size(),
      get(boost::vertex_index, one), get(boost::vertex_index, two));
}

template <int W>
std::optional<Pattern> pattern_of(const Board<W>& board, const Position<W>& position) {
  using Kind = Pattern::Kind;
  using Vertex = Pattern::Vertex;
  constexpr std::array<Player, 2> kPlayers{Player::V, Player::H};
  const Arena<W> arena = arena_of(board, position);
  if (arena.points.count() > static_cast<int>(kMaxCells)) return std::nullopt;
  Position<W> frozen = position;
  for (PlaceSet<W>& stones : frozen.stones) stones -= arena.points;
  const CellBoard cells = make_cell_board(board, frozen, in_cell_order(board, arena.points));

  Pattern pattern;
  std::array<Vertex, 2> players{};
  for (Vertex& player : players) player = pattern.add(Kind::player);
  std::vector<Vertex> point_at(static_cast<std::size_t>(board.place_count()));
  std::vector<Vertex> points;
  for (const Place place : cells.places) {
    points.push_back(pattern.add(Kind::point));
    point_at[place] = points.back();
  }
  for (std::size_t side = 0; side < 2; ++side) {
    for (const CellSet* set : {&cells.start[side], &cells.goal[side]}) {
      const Vertex edge = pattern.add(Kind::edge);
      pattern.join(edge, players[side]);
      for (CellSet left = *set; left != 0; left &= left - 1) {
        pattern.join(edge, points[static_cast<std::size_t>(std::countr_zero(left))]);
      }
    }
    for (std::size_t a = 0; a < points.size(); ++a) {
      for (CellSet left = cells.neighbours[side][a] >> a >> 1 << a << 1; left != 0;
           left &= left - 1) {
        const auto b = static_cast<std::size_t>(std::countr_zero(left));
        const auto both = CellSet{1} << a | CellSet{1} << b;
        if ((cells.start[side] & both) == both || (cells.goal[side] & both) == both) continue;
        const Vertex join = pattern.add(Kind::join);
        pattern.join(join, players[side]);
        pattern.join(join, points[a]);
        pattern.join(join, points[b]);
      }
    }
  }

  const Geometry& geometry = board.geometry();
  (board.midpoints() - frozen.occupied()).for_each([&](Place midpoint) {
    const std::array<Place, 4> corners = geometry.corners_of(geometry.square_of(midpoint));
    // Whether the diagonal of corner i (0 or 1) can come to be the player's.
    const auto can_be = [&](std::size_t i, Player player) {
      return std::all_of(corners.begin(), corners.end(), [&](const Place& corner) {
        const auto k = static_cast<std::size_t>(&corner - corners.data());
        return k % 2 != i || arena.points.has(corner) || frozen.of(player).has(corner);
      });
    };
    const auto changes = [&](std::size_t i) {
      return arena.points.has(corners[i]) || arena.points.has(corners[i + 2]);
    };
    bool is_possible = false;
    for (const Player mover : kPlayers) {
      for (std::size_t i = 0; i < 2; ++i) {
        is_possible =
            is_possible || (changes(i) && can_be(i, mover) && can_be(1 - i, other(mover)));
      }
    }
    const bool is_live = arena.midpoints.has(midpoint);
    if (!is_possible && !is_live) return;
    const Vertex square = pattern.add(Kind::square);
    if (is_live) {
      const Vertex middle = pattern.add(Kind::midpoint);
      pattern.join(middle, square);
      for (const Place corner : corners) pattern.join(middle, point_at[corner]);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const Vertex diagonal = pattern.add(Kind::diagonal);
      pattern.join(diagonal, square);
      for (const Place corner : {corners[i], corners[i + 2]}) {
        if (arena.points.has(corner)) {
          pattern.join(diagonal, point_at[corner]);
          continue;
        }
        const Vertex stone = pattern.add(Kind::stone);
        pattern.join(stone, diagonal);
        pattern.join(stone, players[frozen.of(Player::V).has(corner) ? 0 : 1]);
      }
    }
  });
  pattern.refine();
  return pattern;
}

#define ONYX_INSTANTIATE(W) \
  template std::optional<Pattern> pattern_of(const Board<W>&, const Position<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
