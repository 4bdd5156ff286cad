#include "solver/sight/sight.h"

#include "core/base/assert.h"
#include "core/wide_line.h"

namespace onyx {

template <int W>
std::optional<bool> Sight<W>::is_lost(const WidePosition<W>& position, int plies) {
  ONYX_ASSERT(plies % 2 == 0);
  if (is_finished(board_, position)) return true;
  if (plies <= 0) return false;
  return search_.loses_within(position, plies);
}

template <int W>
std::optional<bool> Sight<W>::can_win(const WidePosition<W>& position, int plies) {
  ONYX_ASSERT(plies % 2 != 0);
  if (plies <= 0 || is_finished(board_, position)) return false;
  return search_.wins_within(position, plies);
}

template <int W>
std::optional<bool> Sight<W>::is_sighted(const WidePosition<W>& position, Place move, int k) {
  ONYX_ASSERT(k >= 1 && legal_moves(board_, position).has(move));
  const WidePosition<W> next = successor(board_, position, move);
  if (is_finished(board_, next)) return true;
  // Ask the quick question first: after a bad move, the opponent's win is usually found at once.
  const std::optional<bool> allows = can_win(next, k - 2);
  if (!allows) return std::nullopt;
  if (*allows) {
    // The move is k-sighted iff all moves allow a win, that is, iff the mover is lost.
    return is_lost(position, k - 1);
  }
  const std::optional<bool> wins = can_win(position, k);
  if (!wins) return std::nullopt;
  return *wins ? is_lost(next, k - 1) : true;
}

template <int W>
std::optional<PlaceSet<W>> Sight<W>::sighted_moves(const WidePosition<W>& position, int k) {
  ONYX_ASSERT(k >= 1 && !is_finished(board_, position));
  const PlaceSet<W> legal = placements(board_, position);
  const std::optional<bool> wins = can_win(position, k);
  const std::optional<bool> lost = wins.value_or(true) ? false : is_lost(position, k - 1);
  if (!wins || !lost) return std::nullopt;
  if (*lost || (!*wins && k < 3)) return legal;
  PlaceSet<W> moves;
  for (PlaceSet<W> left = legal; left.any();) {
    const Place move = left.pop_lowest();
    const WidePosition<W> next = successor(board_, position, move);
    const std::optional<bool> bad = *wins ? is_lost(next, k - 1) : can_win(next, k - 2);
    if (!bad) return std::nullopt;
    if (*bad == *wins) moves.add(move);
  }
  ONYX_ASSERT(moves.any());
  return moves;
}

template <int W>
GameSight sight_of_game(Sight<W>& sight, std::span<const WidePosition<W>> positions,
                        std::span<const Place> moves, int most, std::optional<int> given_up) {
  const std::size_t plies = std::min(moves.size(), plies_before_repetition(positions));
  GameSight found;
  std::size_t suspect = 0;  // The ply that failed last; it usually fails again.
  for (int k = 1; k <= std::min(most, Sight<W>::kMost); k += 2) {
    if (given_up && k >= *given_up) return {found.sight, true};
    std::size_t passed = 0;
    for (; passed < plies; ++passed) {
      const std::size_t ply = (suspect + passed) % plies;
      const std::optional<bool> is_sighted = sight.is_sighted(positions[ply], moves[ply], k);
      if (!is_sighted) return found;
      if (*is_sighted) continue;
      suspect = ply;
      break;
    }
    if (passed == plies) found.sight = k;
  }
  return found;
}

#define ONYX_INSTANTIATE(W)                                                     \
  template class Sight<W>;                                                      \
  template GameSight sight_of_game(Sight<W>&, std::span<const WidePosition<W>>, \
                                   std::span<const Place>, int, std::optional<int>);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

GameSight sight_of_game(const Line& game, int most, std::optional<int> given_up, const Stop& stop) {
  return with_wide(game.start(), [&]<int W>(const WideBoard<W>& board, const WidePosition<W>&) {
    Sight<W> sight(board);
    sight.search().set_limits(stop, stop.work);
    const WideLine<W> line = to_wide<W>(game);
    return sight_of_game<W>(sight, line.positions, line.moves, most, given_up);
  });
}

}  // namespace onyx
