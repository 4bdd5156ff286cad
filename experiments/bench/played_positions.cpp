#include "experiments/bench/played_positions.h"

#include <algorithm>
#include <random>

#include "core/notation.h"

namespace onyx {
namespace {

/// A number below `bound`, the same on every platform (the standard's distributions are not).
std::uint64_t below(std::mt19937_64& random, std::uint64_t bound) { return random() % bound; }

/// How many stones the player needs on a shortest way from edge to edge round the other's stones,
/// or `most` if there is no way.
template <int W>
int shortest_connection(const Board<W>& board, const Position<W>& position, Player player,
                        int most) {
  const PlaceSet<W> free = placements(board, position);
  PlaceSet<W> stones = position.of(player);
  for (int needed = 0; needed < most; ++needed) {
    const PlaceSet<W> reached = halo(board, stones, board.start_edge(player));
    if ((reached & stones & board.goal_edge(player)).any()) return needed;
    if (stones.contains(reached & free)) return most;
    stones |= reached & free;
  }
  return most;
}

/// The move after which the mover's connection, compared with the other one's, is shortest; of
/// equal ones any, and now and then one that is a stone worse.
template <int W>
Place chosen_move(const Board<W>& board, const Position<W>& position, std::mt19937_64& random) {
  const Player mover = position.to_move;
  const int most = board.size().width + board.size().height;
  std::vector<std::pair<int, Place>> moves;
  placements(board, position).for_each([&](Place place) {
    const Position<W> next = successor(board, position, place);
    moves.emplace_back(shortest_connection(board, next, mover, most) -
                           shortest_connection(board, next, other(mover), most),
                       place);
  });
  int least = most;
  for (const auto& [worth, place] : moves) least = std::min(least, worth);
  const int slack = below(random, 8) == 0 ? 1 : 0;
  std::erase_if(moves, [&](const auto& move) { return move.first > least + slack; });
  return moves[below(random, moves.size())].second;
}

/// The positions of one game, the last one finished; none if it does not end.
template <int W>
std::vector<Position<W>> played_game(const Board<W>& board, const Position<W>& setup,
                                     std::mt19937_64& random) {
  constexpr std::size_t kMostPlies = 400;
  std::vector<Position<W>> positions{setup};
  while (!is_finished(board, positions.back())) {
    if (positions.size() > kMostPlies) return {};
    const Position<W>& now = positions.back();
    positions.push_back(successor(board, now, chosen_move(board, now, random)));
  }
  return positions;
}

}  // namespace

std::vector<PlayedPosition> played_positions(BoardSize size, int plies_left, int count,
                                             std::uint64_t seed) {
  std::mt19937_64 random(seed);
  return with_board(size, [&]<int W>(const Board<W>& board) {
    std::vector<PlayedPosition> found;
    for (int game = 0; static_cast<int>(found.size()) < count; ++game) {
      const bool is_standard = game % 2 == 1 && has_standard_setup(size);
      const auto positions =
          played_game(board, is_standard ? standard_setup(board) : open_setup(board), random);
      const auto left = static_cast<std::size_t>(plies_left);
      if (positions.size() <= left) continue;
      found.push_back({format_board_size(size), plies_left,
                       format_position(board, positions[positions.size() - 1 - left])});
    }
    return found;
  });
}

std::vector<PlayedPosition> benchmark_positions() {
  struct Kind {
    int side;
    int plies_left;
    int count;
  };
  std::vector<PlayedPosition> all;
  for (const auto& [side, plies_left, count] : std::initializer_list<Kind>{{6, 4, 4},
                                                                           {6, 7, 4},
                                                                           {6, 10, 4},
                                                                           {6, 13, 4},
                                                                           {6, 17, 4},
                                                                           {6, 21, 3},
                                                                           {8, 3, 4},
                                                                           {8, 5, 4},
                                                                           {8, 7, 4},
                                                                           {8, 9, 4},
                                                                           {8, 11, 4},
                                                                           {8, 13, 4},
                                                                           {8, 17, 4},
                                                                           {12, 2, 5},
                                                                           {12, 4, 5},
                                                                           {12, 6, 5},
                                                                           {12, 8, 5},
                                                                           {12, 10, 5},
                                                                           {12, 14, 2}}) {
    const auto seed = static_cast<std::uint64_t>(100 * side + plies_left);
    for (PlayedPosition& position : played_positions({side, side}, plies_left, count, seed)) {
      all.push_back(std::move(position));
    }
  }
  return all;
}

}  // namespace onyx
