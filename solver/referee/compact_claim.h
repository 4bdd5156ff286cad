// Compact certificates: what the strategies of a file are held against.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "solver/referee/binary_file.h"
#include "solver/referee/bit_board.h"

namespace onyx::referee::compact {

// What the strategies of a file have in common.
template <int N>
struct Claim {
  const File& file;
  const Watch& watch;
  const Board<N> board;
  Stones<N> start;
  char side;            // who moves there
  bool must_end;        // a win
  char version;         // as in Header
  std::uint64_t steps;  // for all strategies: blocks to read, or moves
  std::atomic<std::uint64_t> done{0};

  void are_done(std::uint64_t more) {
    const std::uint64_t now = done += more;
    if (watch.progress) watch.progress(now, steps);
  }

  std::string text(const Stones<N>& stones, char to_move) const {
    return '"' + print(board, stones, to_move) + '"';
  }

  // The opponent's moves after one of the owner's, who is not connected. None may connect.
  Set<N> replies_in(const Stones<N>& stones, char opponent) const {
    const Set<N> moves = board.moves(stones);
    // A stone connects where it joins both edges: on a point, because on a midpoint it has no
    // neighbours.
    if (moves.both(board.connecting(stones, opponent)).any()) {
      reject("the opponent connects in " + text(stones, opponent));
    }
    // This cannot happen, by the rules; that a win comes about rests on it.
    if (!moves.any()) reject("no move in " + text(stones, opponent));
    return moves;
  }
};

}  // namespace onyx::referee::compact
