// State shared by the checks of both strategies of a compact certificate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "solver/referee/binary_file.h"
#include "solver/referee/bit_board.h"
#include "solver/referee/judges.h"
#include "solver/referee/position_table.h"

namespace onyx::referee::compact {

// Records the moves of a strategy in the positions of a game.
template <int N>
class AnswersInGame {
 public:
  // The game must be legal from `start`, where V is to move, and must outlive this object.
  AnswersInGame(const Board<N>& board, Stones<N> start, FollowedGame& game)
      : board_(board), game_(game) {
    game_.answers.assign(game_.moves.size(), "");
    for (std::size_t ply = 0; ply < game_.moves.size(); ++ply) {
      // Play under a winning strategy repeats no position, so only first occurrences count.
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
    reject("no place " + name);  // Cannot happen: the JSON judge has replayed the game.
  }

  const Board<N>& board_;
  FollowedGame& game_;
  PositionTable<N, std::size_t> plies_;
};

template <int N>
struct Claim {
  const File& file;
  const Watch& watch;
  const Board<N> board;
  Stones<N> start;
  char side;                // to move in `start`
  bool must_end;            // true for a win
  std::uint64_t steps = 0;  // moves in all strategies
  std::uint64_t done = 0;
  std::optional<AnswersInGame<N>> answers = std::nullopt;

  void are_done(std::uint64_t more) {
    done += more;
    if (watch.progress) watch.progress(done, steps);
  }

  std::string text(const Stones<N>& stones, char to_move) const {
    return '"' + print(board, stones, to_move) + '"';
  }

  // Returns the opponent's replies; the owner must not be connected. Rejects a reply that connects.
  Set<N> replies_in(const Stones<N>& stones, char opponent) const {
    const Set<N> moves = board.moves(stones);
    // Only a stone on a point can connect, because a legal midpoint has no stones around it.
    if (moves.both(board.connecting(stones, opponent)).any()) {
      reject("the opponent connects in " + text(stones, opponent));
    }
    // The rules guarantee a move. Checked because the proof that play ends depends on it.
    if (!moves.any()) reject("no move in " + text(stones, opponent));
    return moves;
  }
};

}  // namespace onyx::referee::compact
