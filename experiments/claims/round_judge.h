// Judges cycles: whether a line of play that returns to a position is correct play, by the values
// on the way.
#pragma once

#include "experiments/claims/judgement.h"
#include "solver/decide/position_values.h"

namespace onyx {

class RoundJudge {
 public:
  /// All arguments must outlive this object.
  RoundJudge(const Line& line, PositionValues& values, const Stop& stop)
      : line_(line), values_(values), stop_(stop) {}

  /// Judges the plies from + 1 to `to`; the positions after `from` and after `to` must be equal.
  /// Confirmed if every position on the way is a draw; refuted if one is not, with a certificate of
  /// the first that is not.
  Judgement judge(std::size_t from, std::size_t to);

 private:
  /// The knowledge about the positions on the way.
  struct Round {
    std::optional<std::size_t> undecided;  ///< Plies before the first undecided one.
    std::optional<std::size_t> decided;    ///< Plies before the first one with a winner.
    std::optional<std::size_t> error_ply;
    End end = End::complete;  ///< Why that position is undecided.
  };

  Judgement confirm(std::size_t from, std::span<const Place> cycle);
  Round look_round(std::size_t from, std::size_t to);
  std::string why_not(const Round& round);
  std::string why_error(std::size_t ply);
  std::string moves_text(const Position& position, const std::vector<Place>& moves) const;
  const Decision& value_after(std::size_t ply) { return values_.of(line_.positions[ply], stop_); }

  const Line& line_;
  PositionValues& values_;
  const Stop& stop_;
};

/// The judgement for an unknown answer, with advice. `what` is the thing that was not decided.
Judgement give_up(End end, const std::string& what);

}  // namespace onyx
