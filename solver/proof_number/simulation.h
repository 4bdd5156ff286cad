// A win shown for one position, tried on a similar one: the winner answers as he does there.
//
// Where one reply of the loser is shown to lose, most others lose to the same play, for they are
// somewhere else on the board. To follow that play and see that it wins here too costs a fraction
// of finding it anew, and the numbers of the parent, a sum over all replies, fall at once to what
// is really open. Each position on the way is looked at by the rules and its outlook, so what is
// shown is proved: captures that the other stones make possible, or prevent, only let it fail. What
// is shown was followed to its ends, so no repetition is to be thought of. The moves of a table may
// lead round, if it came from a file or has lost what it knew: play that is too long is given up.
// Source: Y. Kawano, "Using Similar Positions to Search Game Trees", Games of No Chance, 1996.
#pragma once

#include <functional>
#include <vector>

#include "solver/proof_number/look_ahead.h"
#include "solver/proof_number/searcher.h"

namespace onyx::proof_number {

template <int W>
class Simulation {
 public:
  /// Wins of either side are kept by the question about `attacker`. `count` is called for each
  /// position in which the winner moves, and says whether to stop. The searcher and `look_ahead`,
  /// which is left at another position, must outlive this.
  Simulation(Searcher<W>& searcher, LookAhead<W>& look_ahead, Player attacker,
             std::function<bool()> count)
      : searcher_(searcher),
        look_ahead_(look_ahead),
        attacker_(attacker),
        count_(std::move(count)) {}
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// In how many plies at most `winner`, who is to move in both, wins `position` by the moves that
  /// the table has for `model`; 0 if that is not seen. Neither may be decided by its outlook. What
  /// is shown on the way goes to the table, also where the whole fails. Looks at no more than so
  /// many positions in which the winner moves; O(moves) outlooks for each.
  std::uint16_t plies_of_win(const Position<W>& position, const Position<W>& model, Player winner,
                             std::uint64_t most_positions);

 private:
  /// The winner is to move in both.
  struct Pair {
    Position<W> position;
    Position<W> model;
    Place reply;  ///< Of the loser, after which they are.
  };

  std::uint16_t follow(const Pair& pair);
  std::uint16_t plies_of_loss(const Position<W>& position, const Position<W>& model);
  void keep(const Position<W>& position, std::uint16_t plies, Place move, std::uint64_t work);
  bool is_win(const Knowledge& knowledge) const {
    return knowledge.is_settled() && knowledge.numbers.is_proved() == (winner_ == attacker_);
  }

  Searcher<W>& searcher_;
  LookAhead<W>& look_ahead_;
  const Player attacker_;
  const std::function<bool()> count_;
  std::vector<Pair> replies_;  ///< Still to be followed, of all positions on the way.
  Player winner_ = Player::V;
  int depth_ = 0;  ///< Moves of the winner that are being followed.
  std::uint64_t positions_ = 0;
  std::uint64_t most_positions_ = 0;
};

}  // namespace onyx::proof_number
