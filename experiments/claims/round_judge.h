// Whether correct play goes round: a line of play that comes back to a position, and the values on
// the way.
#pragma once

#include "experiments/claims/judgement.h"
#include "experiments/claims/position_values.h"

namespace onyx {

template <int W>
class RoundJudge {
 public:
  /// Everything given must outlive it.
  RoundJudge(const Board<W>& board, const Line<W>& line, PositionValues<W>& values,
             const Stop& stop)
      : board_(board), line_(line), values_(values), stop_(stop) {}

  /// Of the plies from one, exclusively, to another, after which the position is the same again:
  /// confirmed if every position on the way is a draw, refuted if one is not. Then the certificate
  /// is of the first that is not.
  Judgement judge(std::size_t from, std::size_t to);

 private:
  /// What is known of the positions on the way.
  struct Round {
    std::optional<std::size_t> undecided;  ///< The first of them, as plies from the start.
    std::optional<std::size_t> decided;    ///< The first that somebody wins.
    std::optional<std::size_t> error_ply;
    End end = End::complete;  ///< Why the first is undecided.
  };

  Judgement confirm(std::size_t from, std::span<const Place> cycle);
  Round look_round(std::size_t from, std::size_t to);
  std::string why_not(const Round& round);
  std::string why_error(std::size_t ply);
  std::string moves_text(const Position<W>& position, const std::vector<Place>& moves) const;
  const Decision<W>& value_after(std::size_t ply) {
    return values_.of(line_.positions[ply], stop_);
  }

  const Board<W>& board_;
  const Line<W>& line_;
  PositionValues<W>& values_;
  const Stop& stop_;
};

/// An answer that is not known, and what to do about it. `what` was not decided.
Judgement give_up(End end, const std::string& what);

}  // namespace onyx
