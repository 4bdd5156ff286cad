// Replays the winner's moves from a won position in a similar position.
//
// If one reply of the loser is refuted, most other replies lose to the same play, because they are
// elsewhere on the board. Trying this play is far cheaper than a new search. The simulation follows
// all play to its end and checks each position by the rules and its outlook, so the wins that it
// finds are proved. A table that is damaged or has lost entries may lead into a cycle, so the
// simulation gives up on play that is too long. Source: Y. Kawano, "Using Similar Positions to
// Search Game Trees", Games of No Chance, 1996.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "core/base/assert.h"
#include "solver/engine/proof_number/look_ahead.h"
#include "solver/engine/proof_number/searcher.h"

namespace onyx::proof_number {

template <int W>
class Simulation {
 public:
  /// Stores wins in the table with `attacker` as the attacker. Calls `count` for each position with
  /// the winner to move, and gives up if `count` returns true. Both references must stay valid.
  Simulation(Searcher<W>& searcher, LookAhead<W>& look_ahead, Player attacker,
             std::function<bool()> count)
      : searcher_(searcher),
        look_ahead_(look_ahead),
        attacker_(attacker),
        count_(std::move(count)) {}

  /// Tries to win `position` with the table's moves for `model`. `winner` must be to move in both,
  /// and the outlook must leave both open. Returns an upper bound on the plies of the win, or 0 if
  /// it finds none. Stores all wins found. Visits at most `most_positions` positions with the
  /// winner to move.
  std::uint16_t plies_of_win(const WidePosition<W>& position, const WidePosition<W>& model,
                             Player winner, std::uint64_t most_positions) {
    ONYX_ASSERT(position.to_move == winner && model.to_move == winner);
    winner_ = winner;
    depth_ = 0;
    positions_ = 0;
    most_positions_ = most_positions;
    replies_.clear();
    return follow({position, model, 0});
  }

 private:
  /// Limit on the winner's moves in one line; a deeper recursion might overflow the stack.
  static constexpr int kDeepest = 500;

  struct Pair {
    WidePosition<W> position;
    WidePosition<W> model;
    Place reply;  ///< The loser's reply that led to both positions.
  };

  std::uint16_t follow(const Pair& pair) {
    if (depth_ >= kDeepest || positions_ >= most_positions_ || count_()) return 0;
    const std::uint64_t before = positions_++;
    const auto shown = searcher_.in_table(pair.model, attacker_);
    if (!shown || !is_win(*shown)) return 0;
    const Place move = shown->move;
    const WideBoard<W>& board = searcher_.board();
    if (!is_placement(board, pair.position, move) || !is_placement(board, pair.model, move)) {
      return 0;
    }
    ++depth_;
    std::uint16_t plies =
        plies_of_loss(successor(board, pair.position, move), successor(board, pair.model, move));
    --depth_;
    if (plies == 0) return 0;
    plies = one_ply_more(plies);
    keep(pair.position, plies, move, positions_ - before);
    return plies;
  }

  /// Like plies_of_win(), but the loser is to move in both positions.
  std::uint16_t plies_of_loss(const WidePosition<W>& position, const WidePosition<W>& model) {
    const WideBoard<W>& board = searcher_.board();
    const std::uint64_t before = positions_;
    const Outlook<W> outlook = look_ahead_.from(position);
    if (outlook.forecast != Forecast::open) {
      return outlook.forecast == Forecast::loss ? outlook.plies : std::uint16_t{0};
    }
    // Replies with known results come first: they are cheap, and one of them may end the attempt.
    std::uint16_t longest = 0;
    Place delay = 0;
    const auto take = [&](std::uint16_t plies, Place reply) {
      if (plies <= longest) return;
      longest = plies;
      delay = reply;
    };
    const std::size_t begin = replies_.size();
    const PlaceSet<W> model_moves = placements(board, model);
    PlaceSet<W> moves = outlook.moves;
    bool wins = true;
    while (wins && moves.any()) {
      const Place reply = moves.pop_lowest();
      const WidePosition<W> next = look_ahead_.successor(reply);
      const Outlook<W> after = look_ahead_.after(reply, next);
      if (after.forecast != Forecast::open) {
        wins = after.forecast == Forecast::win;
        take(after.plies, reply);
      } else if (const auto found = searcher_.in_table(next, attacker_);
                 found && found->numbers.is_solved()) {
        wins = is_win(*found);
        take(found->plies, reply);
      } else {
        wins = model_moves.has(reply);
        if (wins) replies_.push_back({next, successor(board, model, reply), reply});
      }
    }
    for (std::size_t i = begin; wins && i < replies_.size(); ++i) {
      const Pair pair = replies_[i];  // a copy, because replies_ may grow
      const std::uint16_t plies = follow(pair);
      wins = plies > 0;
      take(plies, pair.reply);
    }
    replies_.resize(begin);
    if (!wins) return 0;
    const std::uint16_t plies = std::max(one_ply_more(longest), outlook.plies);
    keep(position, plies, delay, positions_ - before + 1);
    return plies;
  }

  void keep(const WidePosition<W>& position, std::uint16_t plies, Place move, std::uint64_t work) {
    ONYX_ASSERT(plies > 0);
    searcher_.record(position, attacker_,
                     {winner_ == attacker_ ? Numbers::proved() : Numbers::disproved(), plies, move,
                      static_cast<std::uint32_t>(std::min<std::uint64_t>(work, 1 << 30))});
  }

  bool is_win(const Knowledge& knowledge) const {
    return knowledge.is_settled() && knowledge.numbers.is_proved() == (winner_ == attacker_);
  }

  Searcher<W>& searcher_;
  LookAhead<W>& look_ahead_;
  const Player attacker_;
  const std::function<bool()> count_;
  std::vector<Pair> replies_;  ///< Replies still to be followed, for all positions on the path.
  Player winner_ = Player::V;
  int depth_ = 0;  ///< Moves of the winner on the path.
  std::uint64_t positions_ = 0;
  std::uint64_t most_positions_ = 0;
};

}  // namespace onyx::proof_number
