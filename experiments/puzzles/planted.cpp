#include "experiments/puzzles/planted.h"

#include "core/base/assert.h"
#include "core/legality.h"

namespace onyx {
namespace {

template <int W>
class Planter {
 public:
  Planter(const WideBoard<W>& board, const WidePosition<W>& position, Random& random)
      : board_(board),
        geometry_(board.geometry()),
        random_(random),
        mover_(position.to_move),
        changed_(position) {}

  bool plant(Theme theme) {
    if (board_.midpoints().empty()) return false;
    if (theme == Theme::double_capture) return plant_double_capture();
    if (theme == Theme::midpoint) return plant_midpoint();
    if (theme == Theme::blocked_midpoint) return plant_blocked_midpoint();
    return plant_ladder();
  }
  const WidePosition<W>& position() const { return changed_; }

 private:
  int random_below(int bound) {
    return static_cast<int>(below(random_, static_cast<std::uint64_t>(bound)));
  }
  void clear(Place place) { set_colour(changed_, place, 2); }
  void put(Player player, Place place) { set_colour(changed_, place, index_of(player)); }
  /// Requires a board with a midpoint, that is, any board but 2x2.
  Cell random_square() { return geometry_.square_of(random_place(board_.midpoints(), random_)); }
  /// Places stones so that the mover completes a capture pattern by playing on the corner `free`.
  void put_corners(Cell square, Place free) {
    const std::array<Place, 4> corners = geometry_.corners_of(square);
    for (std::size_t i = 0; i < 4; ++i) {
      if (corners[i] != free) continue;
      put(mover_, corners[(i + 2) % 4]);
      put(other(mover_), corners[(i + 1) % 4]);
      put(other(mover_), corners[(i + 3) % 4]);
    }
    clear(free);
  }

  bool plant_double_capture() {
    const auto [width, height] = geometry_.size();
    if (width < 3 || height < 3) return false;
    const int x = 1 + random_below(width - 2);
    const int y = 1 + random_below(height - 2);
    for (const Cell cell : {Cell{x - 1, y - 1}, Cell{x, y - 1}, Cell{x - 1, y}, Cell{x, y}}) {
      if (!geometry_.is_square(cell)) continue;
      clear(geometry_.midpoint_of(cell));
      put_corners(cell, geometry_.point_at(x, y));
    }
    return true;
  }

  bool plant_midpoint() {
    const Cell square = random_square();
    clear(geometry_.midpoint_of(square));
    for (const Place corner : geometry_.corners_of(square)) clear(corner);
    return true;
  }

  bool plant_blocked_midpoint() {
    const Cell square = random_square();
    put(random_below(2) == 0 ? mover_ : other(mover_), geometry_.midpoint_of(square));
    put_corners(square, geometry_.corners_of(square)[below(random_, 4)]);
    return true;
  }

  /// The location of a ladder, in coordinates that suit both players: `along` counts points along
  /// the goal edge, and `depth` is the distance from that edge. Each step of the ladder is a rung.
  struct Way {
    bool from_far = false;  ///< Whether the goal is the top or right edge.
    int begin = 0;          ///< `along` of the mover's chain.
    int step = 1;           ///< Direction along the edge: +1 or -1.
  };
  static constexpr int kRungs = 3;

  int depths() const {
    return mover_ == Player::V ? geometry_.size().height : geometry_.size().width;
  }
  Place at(const Way& way, int along, int depth) const {
    const int across = way.from_far ? depths() - 1 - depth : depth;
    return mover_ == Player::V ? geometry_.point_at(along, across)
                               : geometry_.point_at(across, along);
  }

  /// Whether no rung's point is joined to the edge point of the next rung. A stone on such a
  /// point would threaten to connect at two places, and the ladder would end there.
  bool goes_on(const Way& way) const {
    for (int rung = 1; rung <= kRungs; ++rung) {
      const int along = way.begin + rung * way.step;
      if (board_.neighbours(at(way, along, 1)).has(at(way, along + way.step, 0))) return false;
    }
    return true;
  }

  bool plant_ladder() {
    const BoardSize size = geometry_.size();
    const int length = mover_ == Player::V ? size.width : size.height;
    const int room = length - (kRungs + 1);
    if (room < 1 || depths() < 3) return false;
    Way way{random_below(2) == 0, random_below(room), 1};
    if (!goes_on(way)) {
      way.begin = length - 1 - way.begin;
      way.step = -1;
      if (!goes_on(way)) return false;
    }
    for (int depth = 1; depth < depths(); ++depth) put(mover_, at(way, way.begin, depth));
    put(other(mover_), at(way, way.begin, 0));
    for (int rung = 1; rung <= kRungs; ++rung) {
      const Place point = at(way, way.begin + rung * way.step, 1);
      clear(point);
      (board_.neighbours(point) & board_.midpoints()).for_each([&](Place near) { clear(near); });
      clear(at(way, way.begin + rung * way.step, 0));
    }
    put(mover_, at(way, way.begin + (kRungs + 1) * way.step, random_below(2)));
    return true;
  }

  const WideBoard<W>& board_;
  const Geometry& geometry_;
  Random& random_;
  const Player mover_;
  WidePosition<W> changed_;
};

}  // namespace

bool has_pattern(Theme theme) {
  return theme == Theme::double_capture || theme == Theme::midpoint ||
         theme == Theme::blocked_midpoint || theme == Theme::ladder;
}

template <int W>
std::optional<WidePosition<W>> planted(const WideBoard<W>& board, const WidePosition<W>& position,
                                       Theme theme, Random& random) {
  if (!has_pattern(theme)) return position;
  Planter<W> planter(board, position, random);
  if (!planter.plant(theme)) return std::nullopt;
  const WidePosition<W>& changed = planter.position();
  ONYX_ASSERT(changed.is_sound() && changed.to_move == position.to_move);
  return can_go_on(board, changed) ? std::optional(changed) : std::nullopt;
}

#define ONYX_INSTANTIATE(W)                                                                    \
  template std::optional<WidePosition<W>> planted(const WideBoard<W>&, const WidePosition<W>&, \
                                                  Theme, Random&);
ONYX_FOR_EACH_PUZZLE_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
