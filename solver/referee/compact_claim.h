// Compact certificates: what the strategies of a file are held against.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "solver/referee/binary_file.h"
#include "solver/referee/bit_board.h"
#include "solver/referee/followed_game.h"
#include "solver/referee/position_table.h"

namespace onyx::referee::compact {

// What a strategy plays in the positions of a game.
template <int N>
class AnswersInGame {
 public:
  // The game must be legal from `start`, where V is to move, and outlive it.
  AnswersInGame(const Board<N>& board, Stones<N> start, FollowedGame& game)
      : board_(board), game_(game) {
    game_.answers.assign(game_.moves.size(), "");
    for (std::size_t ply = 0; ply < game_.moves.size(); ++ply) {
      // A winning strategy plays in a position once, so it cannot follow a game to it again.
      if (plies_.find(start) == nullptr) plies_.add(start, ply);
      start = board_.after(start, side_at(ply), place_named(place_of(game_.moves[ply])));
    }
  }

  void add(const Stones<N>& stones, char side, std::size_t place) {
    const auto* const item = plies_.find(stones);
    if (item == nullptr || side_at(item->known) != side) return;
    game_.answers[item->known] = name_of(board_, place);
  }

 private:
  static char side_at(std::size_t ply) { return ply % 2 == 0 ? 'V' : 'H'; }
  std::size_t place_named(const std::string& name) const {
    for (std::size_t place = 0; place < board_.places; ++place) {
      if (name_of(board_, place) == name) return place;
    }
    reject("no place " + name);  // This cannot happen, by the rules of the other judge.
  }

  const Board<N>& board_;
  FollowedGame& game_;
  PositionTable<N, std::size_t> plies_;
};

// What the strategies of a file have in common.
template <int N>
struct Claim {
  const File& file;
  const Watch& watch;
  const Board<N> board;
  Stones<N> start;
  char side;                // who moves there
  bool must_end;            // a win
  std::uint64_t steps = 0;  // for all strategies: moves
  std::uint64_t done = 0;
  std::optional<AnswersInGame<N>> answers = std::nullopt;  // if a game is followed

  void are_done(std::uint64_t more) {
    done += more;
    if (watch.progress) watch.progress(done, steps);
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
