#include "experiments/repetition/find/random_positions.h"

#include <algorithm>
#include <iterator>

#include "core/embedding.h"
#include "solver/repetition/arena.h"

namespace onyx {
namespace {

/// A rectangle around points. Its lower left cell has an even column and row, to fit the tiling.
struct Box {
  int column = kMaxSide;
  int row = kMaxSide;
  BoardSize size;
};

template <int W>
Box box_around(const WideBoard<W>& board, const PlaceSet<W>& points) {
  const Geometry& geometry = board.geometry();
  Box box;
  int right = 0;
  int top = 0;
  points.for_each([&](Place point) {
    box.column = std::min(box.column, geometry.x_of(point));
    box.row = std::min(box.row, geometry.y_of(point));
    right = std::max(right, geometry.x_of(point));
    top = std::max(top, geometry.y_of(point));
  });
  // A board needs at least two columns and two rows.
  box.column = std::max(0, std::min(box.column, right - 1)) / 2 * 2;
  box.row = std::max(0, std::min(box.row, top - 1)) / 2 * 2;
  box.size = {std::max(2, right - box.column + 1), std::max(2, top - box.row + 1)};
  return box;
}

/// Copies a known repetition to a random place on a board, with other surroundings.
///
/// A repetition depends on the arena, the adjacent frozen stones, and their connections to the
/// edges. So a random embedding that preserves the tiling copies the arena and its neighbours; half
/// of the embeddings swap colours and sides. Other places are random, biased to V above and below
/// the copy and to H beside it. A strong bias nearly gives a frame (solver/repetition/frame.h).
template <int W>
class Planting {
 public:
  Planting(const WideBoard<W>& board, const WidePosition<W>& source, Random& random)
      : board_(board), geometry_(board.geometry()), source_(source), random_(random) {}

  std::optional<WidePosition<W>> make() {
    carry_patch();
    fill_surroundings();
    const bool is_mended = mend_crosses(board_, result_, kept_, random_);
    return is_mended && can_go_on(board_, result_) ? std::optional(result_) : std::nullopt;
  }

 private:
  void carry_patch() {
    const Arena<W> arena = arena_of(board_, source_);
    // The patch is the arena, all places next to it, and the corners of every midpoint among these.
    PlaceSet<W> patch = arena.points | arena.midpoints;
    PlaceSet<W>(patch).for_each([&](Place place) { patch |= board_.neighbours(place); });
    (patch & board_.midpoints()).for_each([&](Place square) {
      patch |= board_.neighbours(square);
    });
    const Box box = box_around(board_, patch & board_.points());
    const Geometry small(box.size);
    const std::vector<Embedding> all = embeddings(box.size, board_.size());
    embedding_ = all[below(random_, all.size())];
    const std::vector<Place> image = image_of(embedding_, small, geometry_);
    const auto carried = [&](Player player) {
      return embedding_.swaps_colours ? other(player) : player;
    };
    result_.to_move = carried(source_.to_move);
    patch.for_each([&](Place place) {
      Place in_box = 0;
      if (geometry_.is_midpoint(place)) {
        const Cell square = geometry_.square_of(place);
        in_box = small.midpoint_of({square.column - box.column, square.row - box.row});
      } else {
        in_box =
            small.point_at(geometry_.x_of(place) - box.column, geometry_.y_of(place) - box.row);
      }
      kept_.add(image[in_box]);
      for (const Player player : {Player::V, Player::H}) {
        if (source_.of(player).has(place)) result_.of(carried(player)).add(image[in_box]);
      }
    });
  }

  void fill_surroundings() {
    // Possible chances, in eighths, that a point outside the patch gets a random colour.
    constexpr std::uint64_t kNoise[] = {0, 1, 4};
    const std::uint64_t noise = kNoise[below(random_, std::size(kNoise))];
    (board_.points() - kept_).for_each([&](Place point) {
      const bool is_noise = below(random_, 8) < noise;
      result_.of(is_noise ? random_player(random_) : leaning(point)).add(point);
    });
    constexpr std::uint64_t kMidpointPercent = 10;
    (board_.midpoints() - kept_).for_each([&](Place midpoint) {
      if (below(random_, 100) < kMidpointPercent) result_.of(random_player(random_)).add(midpoint);
    });
  }

  Player leaning(Place point) {
    const int x = geometry_.x_of(point) - embedding_.column;
    const int y = geometry_.y_of(point) - embedding_.row;
    const bool is_in_columns = x >= 0 && x < embedding_.size.width;
    const bool is_in_rows = y >= 0 && y < embedding_.size.height;
    if (is_in_columns == is_in_rows) return random_player(random_);
    return is_in_columns ? Player::V : Player::H;
  }

  const WideBoard<W>& board_;
  const Geometry& geometry_;
  const WidePosition<W>& source_;
  Random& random_;
  Embedding embedding_;
  PlaceSet<W> kept_;  ///< The image of the patch.
  WidePosition<W> result_;
};

}  // namespace

template <int W>
std::optional<WidePosition<W>> random_crowded_position(const WideBoard<W>& board,
                                                       const CrowdSettings& settings,
                                                       Random& random) {
  ONYX_ASSERT(0 <= settings.min_empty && settings.min_empty <= settings.max_empty);
  const auto points = static_cast<std::uint64_t>(board.geometry().point_count());
  WidePosition<W> position;
  position.to_move = random_player(random);
  board.midpoints().for_each([&](Place midpoint) {
    if (below(random, 100) < static_cast<std::uint64_t>(settings.midpoint_percent)) {
      position.of(random_player(random)).add(midpoint);
    }
  });
  const auto low = static_cast<std::uint64_t>(settings.min_empty);
  const auto high = static_cast<std::uint64_t>(settings.max_empty);
  // Selection sampling (Knuth, TAOCP 2, 3.4.2).
  std::uint64_t left = std::min(points, low + below(random, high - low + 1));
  for (std::uint64_t point = 0; point < points; ++point) {
    if (below(random, points - point) < left) {
      --left;
    } else {
      position.of(random_player(random)).add(static_cast<Place>(point));
    }
  }
  ONYX_ASSERT(left == 0);
  const bool is_mended = mend_crosses(board, position, {}, random);
  return is_mended && can_go_on(board, position) ? std::optional(position) : std::nullopt;
}

template <int W>
bool is_promising(const WideBoard<W>& board, const WidePosition<W>& position,
                  const CrowdSettings& settings) {
  if (winning_moves(board, position).any()) return false;
  if (threats_of(board, position, other(position.to_move)).count() > 1) return false;
  const int places = arena_of(board, position).place_count();
  return places >= settings.min_arena && places <= settings.max_arena;
}

template <int W>
std::optional<WidePosition<W>> random_neighbour(const WideBoard<W>& board,
                                                const WidePosition<W>& position, Random& random) {
  WidePosition<W> neighbour = position;
  const auto places = static_cast<std::uint64_t>(board.place_count());
  for (std::uint64_t changes = 1 + below(random, 3); changes > 0; --changes) {
    const auto place = static_cast<Place>(below(random, places));
    set_colour(neighbour, place, below(random, 3));
  }
  return can_go_on(board, neighbour) ? std::optional(neighbour) : std::nullopt;
}

template <int W>
std::optional<WidePosition<W>> random_planting(const WideBoard<W>& board,
                                               const WidePosition<W>& position, Random& random) {
  return Planting<W>(board, position, random).make();
}

#define ONYX_INSTANTIATE(W)                                                                       \
  template std::optional<WidePosition<W>> random_crowded_position(const WideBoard<W>&,            \
                                                                  const CrowdSettings&, Random&); \
  template bool is_promising(const WideBoard<W>&, const WidePosition<W>&, const CrowdSettings&);  \
  template std::optional<WidePosition<W>> random_neighbour(const WideBoard<W>&,                   \
                                                           const WidePosition<W>&, Random&);      \
  template std::optional<WidePosition<W>> random_planting(const WideBoard<W>&,                    \
                                                          const WidePosition<W>&, Random&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
