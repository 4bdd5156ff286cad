#include "experiments/boards/estimate/short_cycles.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/moves.h"

namespace onyx {
namespace {

using Moves = std::array<Place, kShortCycle>;

Moves rotated(const Moves& moves, std::size_t by) {
  Moves result;
  std::rotate_copy(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(by), moves.end(),
                   result.begin());
  return result;
}

/// Two opposite corners of a square, which may be captured by a stone on one of the two others.
template <int W>
struct Pair {
  PlaceSet<W> corners;
  PlaceSet<W> others;
  Place midpoint;
};

template <int W>
std::vector<Pair<W>> pairs_of(const Board<W>& board) {
  std::vector<Pair<W>> pairs;
  board.midpoints().for_each([&](Place midpoint) {
    const auto corners = board.geometry().corners_of(board.geometry().square_of(midpoint));
    for (std::size_t i = 0; i < 2; ++i) {
      pairs.push_back({PlaceSet<W>::single(corners[i]) | PlaceSet<W>::single(corners[i + 2]),
                       PlaceSet<W>::single(corners[1 - i]) | PlaceSet<W>::single(corners[3 - i]),
                       midpoint});
    }
  });
  return pairs;
}

template <int W>
class ShortCycleSearch {
 public:
  explicit ShortCycleSearch(const Board<W>& board) : board_(board), pairs_(pairs_of(board)) {}

  std::vector<ShortCycle<W>> run() {
    // By player: what he captures. The search begins with a capture by V, of his first pair.
    for (const Pair<W>& first : pairs_) {
      for (const Pair<W>& second : pairs_) {
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
          for (std::size_t k = i; k < pairs_.size(); ++k) {
            taken_ = {{{&first, &second}, {&pairs_[i], &pairs_[k]}}};
            try_pairs();
          }
        }
      }
    }
    return std::move(found_);
  }

 private:
  struct State {
    Position<W> now;
    Position<W> begin;
    PlaceSet<W> known;
    std::array<std::array<bool, 2>, 2> is_taken{};  ///< By player: of his pairs.
  };

  void try_pairs() {
    // Somebody must be able to capture: with a stone that he places.
    for (std::size_t player = 0; player < 2; ++player) {
      const PlaceSet<W> own = taken_[1 - player][0]->corners | taken_[1 - player][1]->corners;
      for (const Pair<W>* const pair : taken_[player]) {
        if ((pair->others & own).empty()) return;
      }
      left_[player].clear();
      for (const Pair<W>* const pair : taken_[1 - player]) {
        pair->corners.for_each([&](Place place) { left_[player].push_back(place); });
      }
      std::sort(left_[player].begin(), left_[player].end());
    }
    go_on(0, {});
  }

  /// Says what stands on a place; false if something else does.
  static bool require(State& state, Place place, int content) {
    if (state.known.has(place)) {
      const int is = state.now.stones[0].has(place) ? 0 : state.now.stones[1].has(place) ? 1 : 2;
      return is == content;
    }
    state.known.add(place);
    if (content < 2) {
      state.now.stones[static_cast<std::size_t>(content)].add(place);
      state.begin.stones[static_cast<std::size_t>(content)].add(place);
    }
    return true;
  }

  void go_on(std::size_t ply, const State& state) {
    if (ply == kShortCycle) {
      if (state.now.stones == state.begin.stones) keep(state);
      return;
    }
    const std::size_t player = ply % 2;
    std::vector<Place>& left = left_[player];
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (i > 0 && left[i] == left[i - 1]) continue;  // of two alike the first
      const Place place = left[i];
      State next = state;
      if (!require(next, place, 2)) continue;
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
      moves_[ply] = place;
      next.now.stones[player].add(place);
      for (int captures = ply == 0 ? 1 : 0; captures < 4; ++captures) {
        if (ply == 0 && captures == 2) continue;
        capture(ply, next, captures);
      }
      left.insert(left.begin() + static_cast<std::ptrdiff_t>(i), place);
    }
  }

  /// `which`: a bit for each of the player's pairs that the move captures.
  void capture(std::size_t ply, State state, int which) {
    const std::size_t player = ply % 2;
    const Place place = moves_[ply];
    captured_[ply] = {};
    for (std::size_t i = 0; i < 2; ++i) {
      if ((which >> i & 1) == 0) continue;
      const Pair<W>& pair = *taken_[player][i];
      if (state.is_taken[player][i] || !pair.others.has(place)) return;
      if (i == 1 && (which & 1) != 0 && taken_[player][0]->midpoint == pair.midpoint) return;
      PlaceSet<W> opposite = pair.others;
      opposite.remove(place);
      if (!require(state, opposite.lowest(), static_cast<int>(player))) return;
      if (!require(state, pair.midpoint, 2)) return;
      bool is_there = true;
      pair.corners.for_each([&](Place corner) {
        is_there = is_there && require(state, corner, static_cast<int>(1 - player));
      });
      if (!is_there) return;
      state.is_taken[player][i] = true;
      captured_[ply] |= pair.corners;
    }
    state.now.stones[1 - player] -= captured_[ply];
    go_on(ply + 1, state);
  }

  /// Begun at its canonical start.
  void keep(const State& state) {
    const std::size_t begin = canonical_start(moves_);
    ShortCycle<W> cycle;
    cycle.moves = rotated(moves_, begin);
    std::rotate_copy(captured_.begin(), captured_.begin() + static_cast<std::ptrdiff_t>(begin),
                     captured_.end(), cycle.captured.begin());
    cycle.fixed = state.known;
    cycle.stones = state.begin;
    for (std::size_t ply = 0; ply < begin; ++ply) {
      cycle.stones.stones[ply % 2].add(moves_[ply]);
      cycle.stones.stones[1 - ply % 2] -= captured_[ply];
    }
    cycle.stones.to_move = Player::V;
    if (!met_.insert({cycle.moves, cycle.captured}).second) return;
    // Something else than was meant may be captured, by what stands there for sure.
    std::array<Position<W>, kShortCycle> positions;
    if (cycle.runs_from(board_, cycle.stones, positions)) found_.push_back(cycle);
  }

  const Board<W>& board_;
  const std::vector<Pair<W>> pairs_;
  std::array<std::array<const Pair<W>*, 2>, 2> taken_{};
  std::array<std::vector<Place>, 2> left_;  ///< By player: places of the stones still to be placed.
  Moves moves_{};
  std::array<PlaceSet<W>, kShortCycle> captured_;
  std::set<std::pair<Moves, std::array<PlaceSet<W>, kShortCycle>>> met_;
  std::vector<ShortCycle<W>> found_;
};

}  // namespace

template <int W>
bool ShortCycle<W>::runs_from(const Board<W>& board, const Position<W>& start,
                              std::array<Position<W>, kShortCycle>& positions) const {
  Position<W> position = start;
  for (std::size_t ply = 0; ply < kShortCycle; ++ply) {
    positions[ply] = position;
    const Place place = moves[ply];
    if (position.occupied().has(place)) return false;
    if (captured_by(board, position, place) != captured[ply]) return false;
    position = successor(board, position, place);
    if (is_finished(board, position)) return false;
  }
  return position == start;
}

template <int W>
std::vector<ShortCycle<W>> short_cycles(const Board<W>& board) {
  return ShortCycleSearch<W>(board).run();
}

std::size_t canonical_start(const std::array<Place, kShortCycle>& moves) {
  std::size_t best = 0;
  for (std::size_t by = 2; by < kShortCycle; by += 2) {
    if (rotated(moves, by) < rotated(moves, best)) best = by;
  }
  return best;
}

#define ONYX_INSTANTIATE(W)      \
  template struct ShortCycle<W>; \
  template std::vector<ShortCycle<W>> short_cycles(const Board<W>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
