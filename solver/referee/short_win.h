// Wins within three plies. Compact certificates omit them; the referee finds them itself.
#pragma once

#include "solver/referee/bit_board.h"

namespace onyx::referee {

// Returns the points where a stone would connect the unconnected player. A legal midpoint has no
// neighbouring stones, so it joins nothing.
template <int N>
Set<N> threats_of(const Board<N>& board, const Stones<N>& stones, char player) {
  const Set<N> free = board.all_points.without(stones.of[0].with(stones.of[1]));
  return free.both(board.connecting(stones, player));
}

// Decides, for each reply of the other side, whether the player can then connect at once.
template <int N>
class AfterReplies {
 public:
  // In `stones`, the other side is to move, and nobody is connected.
  AfterReplies(const Board<N>& board, const Stones<N>& stones, char player)
      : board_(board),
        own_(stones.of[index_of(player)]),
        player_(player),
        threats_(threats_of(board, stones, player)) {}

  const Set<N>& threats() const { return threats_; }

  // `next` is the position after the reply. A reply without captures leaves the player's chains
  // intact and blocks at most one threat.
  bool connects(std::size_t place, const Stones<N>& next) const {
    if (!(next.of[index_of(player_)] == own_)) return threats_of(board_, next, player_).any();
    Set<N> left = threats_;
    left.remove(place);
    return left.any();
  }

 private:
  const Board<N>& board_;
  const Set<N> own_;
  const char player_;
  const Set<N> threats_;
};

// Whether no reply to the player's last move connects, and the player can connect after each reply.
template <int N>
bool is_fork(const Board<N>& board, const Stones<N>& stones, char player) {
  const AfterReplies<N> after(board, stones, player);
  const char opponent = opponent_of(player);
  // A single threat can be blocked.
  if (!after.threats().has_several() || threats_of(board, stones, opponent).any()) return false;
  Set<N> replies = board.moves(stones);
  while (replies.any()) {
    const std::size_t reply = replies.take_first();
    if (!after.connects(reply, board.after(stones, opponent, reply))) return false;
  }
  return true;
}

// Whether the player to move, who cannot connect at once, can make a fork. A move without captures
// makes no fork if the other side keeps a threat on another place, or if the move touches neither
// an edge of the player nor a chain from an edge, and so makes no threat.
template <int N>
bool has_fork(const Board<N>& board, const Stones<N>& stones, char player) {
  const Set<N> touching = board.touching(stones, player);
  const Set<N> theirs = threats_of(board, stones, opponent_of(player));
  Set<N> moves = board.moves(stones);
  while (moves.any()) {
    const std::size_t move = moves.take_first();
    if (!board.captures(stones, player, move)) {
      Set<N> kept = theirs;
      kept.remove(move);
      if (kept.any() || !touching.has(move)) continue;
    }
    if (is_fork(board, board.after(stones, player, move), player)) return true;
  }
  return false;
}

// Whether the player to move in an unfinished game can connect at once or make a fork.
template <int N>
bool wins_within_three(const Board<N>& board, const Stones<N>& stones, char player) {
  return threats_of(board, stones, player).any() || has_fork(board, stones, player);
}

}  // namespace onyx::referee
