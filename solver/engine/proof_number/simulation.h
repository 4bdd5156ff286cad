// Tries the win of one position on a similar position: the winner gives the same answers there.
//
// If one reply of the loser is shown to lose, most other replies lose to the same play, because
// they are elsewhere on the board. Checking that the same play wins costs a fraction of finding a
// win anew. The parent's numbers, which are sums over all replies, then soon count only the replies
// that are really open. Each position on the way is checked by the rules and its outlook, so a win
// that is found is proved: captures that the other stones make possible, or prevent, can only make
// the attempt fail. All play is followed to its end, so repetitions do not matter. The moves of a
// table that came from a file, or that has lost entries, may lead in a circle, so play that is too
// long is given up. Source: Y. Kawano, "Using Similar Positions to Search Game Trees", Games of No
// Chance, 1996.
#pragma once

#include <functional>
#include <vector>

#include "solver/engine/proof_number/look_ahead.h"
#include "solver/engine/proof_number/searcher.h"

namespace onyx::proof_number {

template <int W>
class Simulation {
 public:
  /// Wins of either side are stored under the question about `attacker`. `count` is called for each
  /// position in which the winner moves, and returns whether to stop. The searcher and
  /// `look_ahead`, whose position changes, must outlive this.
  Simulation(Searcher<W>& searcher, LookAhead<W>& look_ahead, Player attacker,
             std::function<bool()> count)
      : searcher_(searcher),
        look_ahead_(look_ahead),
        attacker_(attacker),
        count_(std::move(count)) {}
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Returns an upper bound on the plies in which `winner` wins `position` by the moves that the
  /// table has for `model`; 0 if no win is found. `winner` must be to move in both positions, and
  /// neither may be decided by its outlook. Wins found on the way are stored in the table, even if
  /// the whole attempt fails. Visits at most `most_positions` positions with the winner to move;
  /// O(moves) outlooks for each.
  std::uint16_t plies_of_win(const WidePosition<W>& position, const WidePosition<W>& model,
                             Player winner, std::uint64_t most_positions);

 private:
  /// The winner is to move in both.
  struct Pair {
    WidePosition<W> position;
    WidePosition<W> model;
    Place reply;  ///< The loser's reply that led to both.
  };

  std::uint16_t follow(const Pair& pair);
  std::uint16_t plies_of_loss(const WidePosition<W>& position, const WidePosition<W>& model);
  void keep(const WidePosition<W>& position, std::uint16_t plies, Place move, std::uint64_t work);
  bool is_win(const Knowledge& knowledge) const {
    return knowledge.is_settled() && knowledge.numbers.is_proved() == (winner_ == attacker_);
  }

  Searcher<W>& searcher_;
  LookAhead<W>& look_ahead_;
  const Player attacker_;
  const std::function<bool()> count_;
  std::vector<Pair> replies_;  ///< Replies still to be followed, of all positions on the path.
  Player winner_ = Player::V;
  int depth_ = 0;  ///< Moves of the winner that are being followed.
  std::uint64_t positions_ = 0;
  std::uint64_t most_positions_ = 0;
};

}  // namespace onyx::proof_number
