#include "solver/repetition/frame.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/base/assert.h"
#include "core/legality.h"
#include "core/moves.h"

namespace onyx {
namespace {

/// Builds a frame step by step; each step returns false if it is impossible.
template <int W>
class FrameBuilder {
 public:
  FrameBuilder(const WideBoard<W>& board, const WidePosition<W>& inner, const Embedding& embedding,
               const WidePosition<W>& setup)
      : board_(board),
        geometry_(board.geometry()),
        left_(embedding.column),
        right_(embedding.column + embedding.size.width - 1),
        bottom_(embedding.row),
        top_(embedding.row + embedding.size.height - 1),
        outside_(places_outside()),
        setup_(setup),
        position_(inner) {}

  bool place_setup() {
    for (const Player player : {Player::V, Player::H}) {
      const PlaceSet<W>& stones = setup_.of(player);
      if (!position_.of(player).contains(stones - outside_)) return false;
      if (!fix(player, stones & outside_)) return false;
    }
    return true;
  }

  bool place_ring() {
    return fix(Player::V, block(left_, right_, bottom_ - 1, bottom_ - 1)) &&
           fix(Player::V, block(left_, right_, top_ + 1, top_ + 1)) &&
           fix(Player::H, block(left_ - 1, left_ - 1, bottom_, top_)) &&
           fix(Player::H, block(right_ + 1, right_ + 1, bottom_, top_));
  }

  bool place_spines() {
    const auto above = [&](int x) { return block(x, x, top_ + 1, kMaxSide); };
    const auto below = [&](int x) { return block(x, x, 0, bottom_ - 1); };
    const auto to_the_right = [&](int y) { return block(right_ + 1, kMaxSide, y, y); };
    const auto to_the_left = [&](int y) { return block(0, left_ - 1, y, y); };
    return place_spine(Player::V, left_, right_, above) &&
           place_spine(Player::V, left_, right_, below) &&
           place_spine(Player::H, bottom_, top_, to_the_right) &&
           place_spine(Player::H, bottom_, top_, to_the_left);
  }

  /// Gives each remaining point to the player it leans to, or to the other if that makes a cross.
  bool fill() {
    bool fits = true;
    ((outside_ & board_.points()) - fixed_).for_each([&](Place point) {
      Player player = lean(point) >= 0 ? Player::V : Player::H;
      if (makes_cross(point, player)) player = other(player);
      fits = fits && !makes_cross(point, player);
      position_.of(player).add(point);
    });
    return fits && find_cross(board_, position_) == board_.place_count();
  }

  /// Makes V's lead in stones equal `wanted`: recolours points, then adds midpoint stones.
  bool balance(int wanted) {
    while (std::abs(lead() - wanted) >= 2) {
      if (!recolour_towards(wanted)) break;
    }
    PlaceSet<W> midpoints = open_midpoints(board_, setup_.occupied()) & outside_;
    while (lead() != wanted) {
      if (midpoints.empty()) return false;
      position_.of(lead() > wanted ? Player::H : Player::V).add(midpoints.pop_lowest());
    }
    return true;
  }

  Framed<W> result() const {
    Framed<W> framed{.position = position_, .recoloured = recoloured_};
    for (std::size_t player = 0; player < 2; ++player) {
      const PlaceSet<W> stones = position_.stones[player] & outside_;
      framed.points[player] = (stones & board_.points()).count();
      framed.midpoints[player] = (stones & board_.midpoints()).count();
    }
    return framed;
  }

 private:
  /// Points outside R, and midpoints of squares that are not inside R.
  PlaceSet<W> places_outside() const {
    PlaceSet<W> inside = block(left_, right_, bottom_, top_);
    board_.midpoints().for_each([&](Place midpoint) {
      if (inside.contains(board_.neighbours(midpoint))) inside.add(midpoint);
    });
    return (board_.points() | board_.midpoints()) - inside;
  }

  /// Returns the points in these columns and rows. The bounds are inclusive, clipped to the board.
  PlaceSet<W> block(int left, int right, int bottom, int top) const {
    const auto [width, height] = board_.size();
    PlaceSet<W> points;
    for (int y = std::max(bottom, 0); y <= std::min(top, height - 1); ++y) {
      for (int x = std::max(left, 0); x <= std::min(right, width - 1); ++x) {
        points.add(geometry_.point_at(x, y));
      }
    }
    return points;
  }

  /// Places stones that fill() and balance() keep. Returns false if a point has the other colour.
  bool fix(Player player, const PlaceSet<W>& stones) {
    if ((stones & position_.of(other(player))).any()) return false;
    position_.of(player) |= stones;
    fixed_ |= stones;
    return true;
  }

  /// Fixes line(i) for an i from `first` to `last`, as near to the middle as possible.
  template <class Line>
  bool place_spine(Player player, int first, int last, const Line& line) {
    const int middle = (first + last) / 2;
    for (int distance = 0; distance <= last - first; ++distance) {
      for (const int i : {middle - distance, middle + distance}) {
        if (i >= first && i <= last && fix(player, line(i))) return true;
      }
    }
    return false;
  }

  /// How much farther the point is from R vertically than horizontally: positive near V's edges.
  int lean(Place point) const {
    const int x = geometry_.x_of(point);
    const int y = geometry_.y_of(point);
    return std::max({bottom_ - y, y - top_, 0}) - std::max({left_ - x, x - right_, 0});
  }

  bool makes_cross(Place point, Player player) const {
    return has_cross_at(board_, {position_.stones, other(player)}, point);
  }

  int lead() const { return position_.of(Player::V).count() - position_.of(Player::H).count(); }

  /// Recolours stones of the player with too many, least |lean| first. Returns whether any changed.
  bool recolour_towards(int wanted) {
    const Player from = lead() > wanted ? Player::V : Player::H;
    const Player to = other(from);
    std::vector<Place> points;
    ((position_.of(from) & outside_) - fixed_).for_each([&](Place point) {
      points.push_back(point);
    });
    std::stable_sort(points.begin(), points.end(),
                     [&](Place a, Place b) { return std::abs(lean(a)) < std::abs(lean(b)); });
    const int before = recoloured_;
    for (const Place point : points) {
      if (std::abs(lead() - wanted) < 2) break;
      if (makes_cross(point, to)) continue;
      position_.of(from).remove(point);
      position_.of(to).add(point);
      ++recoloured_;
    }
    return recoloured_ > before;
  }

  const WideBoard<W>& board_;
  const Geometry& geometry_;
  const int left_, right_, bottom_, top_;  ///< Bounds of R, inclusive.
  const PlaceSet<W> outside_;
  const WidePosition<W>& setup_;
  WidePosition<W> position_;
  PlaceSet<W> fixed_;
  int recoloured_ = 0;
};

}  // namespace

template <int W>
std::optional<Framed<W>> frame(const WideBoard<W>& board, const WidePosition<W>& inner,
                               const Embedding& embedding, const WidePosition<W>& setup,
                               std::optional<int> lead) {
  ONYX_ASSERT(is_legal(board, inner) && is_legal(board, setup));
  FrameBuilder<W> builder(board, inner, embedding, setup);
  const bool stands = builder.place_setup() && builder.place_ring() && builder.place_spines() &&
                      builder.fill() && (!lead || builder.balance(*lead));
  if (!stands) return std::nullopt;
  const Framed<W> framed = builder.result();
  ONYX_ASSERT(is_legal(board, framed.position));
  return framed;
}

#define ONYX_INSTANTIATE(W)                                                            \
  template std::optional<Framed<W>> frame(const WideBoard<W>&, const WidePosition<W>&, \
                                          const Embedding&, const WidePosition<W>&,    \
                                          std::optional<int>);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
