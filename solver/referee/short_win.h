// What the referee sees by itself: wins within three plies, which compact certificates leave out.
#pragma once

#include "solver/referee/bit_board.h"

namespace onyx::referee {

// The points where the player would connect by one stone more: he is not connected. On a midpoint
// with free corners a stone has no neighbours, so it joins nothing.
template <int N>
Set<N> threats_of(const Board<N>& board, const Stones<N>& stones, char player) {
  const Set<N> free = board.all_points.without(stones.of[0].with(stones.of[1]));
  return free.both(board.connecting(stones, player));
}

// The positions after replies to a move of the player's, as to whether he connects then at once.
template <int N>
class AfterReplies {
 public:
  // The other side moves in `stones`, and nobody is connected.
  AfterReplies(const Board<N>& board, const Stones<N>& stones, char player)
      : board_(board),
        own_(stones.of[index_of(player)]),
        player_(player),
        threats_(threats_of(board, stones, player)) {}

  const Set<N>& threats() const { return threats_; }

  // `next` is what a reply on `place` makes of the position. If it captures nothing, his chains are
  // what they were, and it takes at most one of his threats.
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

// Whether a move of the player's has left the other side no reply that connects, or after which the
// player does not connect.
template <int N>
bool is_fork(const Board<N>& board, const Stones<N>& stones, char player) {
  const AfterReplies<N> after(board, stones, player);
  const char opponent = opponent_of(player);
  // A reply takes a single threat.
  if (!after.threats().has_several() || threats_of(board, stones, opponent).any()) return false;
  Set<N> replies = board.moves(stones);
  while (replies.any()) {
    const std::size_t reply = replies.take_first();
    if (!after.connects(reply, board.after(stones, opponent, reply))) return false;
  }
  return true;
}

// Whether the player, who is to move in an unfinished game and cannot connect at once, has such a
// move. Where it does not capture, the other side keeps all threats but the one on its place; and
// unless it touches one of his chains from an edge, it makes no threat: where he would connect
// stays as it is, and there is taken.
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

// Whether the player, who is to move in an unfinished game, wins within three plies: he connects at
// once, or has a fork.
template <int N>
bool wins_within_three(const Board<N>& board, const Stones<N>& stones, char player) {
  return threats_of(board, stones, player).any() || has_fork(board, stones, player);
}

}  // namespace onyx::referee
