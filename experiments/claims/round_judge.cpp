#include "experiments/claims/round_judge.h"

#include <fmt/core.h>

#include <set>

#include "experiments/claims/describe_value.h"
#include "experiments/support/budget.h"
#include "experiments/support/counted.h"

namespace onyx {
namespace {

std::string plies(std::size_t count) { return counted(count, "ply", "plies"); }

}  // namespace

Judgement give_up(End end, const std::string& what) {
  Judgement judgement;
  judgement.interrupted = end == End::interrupted;
  judgement.reason = judgement.interrupted
                         ? fmt::format("interrupted before {} was decided", what)
                         : fmt::format("the {} was reached before {} was decided{}", name_of(end),
                                       what, advice_for(end));
  return judgement;
}

std::string RoundJudge::moves_text(const Position& position,
                                   const std::vector<Place>& moves) const {
  std::string text;
  for (const Place move : moves) {
    text += (text.empty() ? "" : " or ") + format_move(position, move);
  }
  return text;
}

/// Examines positions until the answer is known: if the first position is a draw, up to the first
/// that is not.
RoundJudge::Round RoundJudge::look_round(std::size_t from, std::size_t to) {
  Round round;
  for (std::size_t ply = from; ply <= to && !round.error_ply; ++ply) {
    const Decision& now = value_after(ply);
    if (!now.is_decided()) {
      if (!round.undecided) round = {ply, round.decided, {}, now.end};
      if (now.end == End::interrupted) break;
      continue;
    }
    if (!now.is_draw() && !round.decided) round.decided = ply;
    // Then the first error cannot be determined.
    if (ply == from || round.undecided) continue;
    const Claim before = value_after(ply - 1).claim;
    const bool loses = now.claim == win_of(line_.positions[ply].to_move());
    if (loses && before != now.claim) round.error_ply = ply;
  }
  return round;
}

/// "H's D4 at ply 137 loses, V wins in 5 plies; B3* keeps the draw"
std::string RoundJudge::why_error(std::size_t ply) {
  const Position& before = line_.positions[ply - 1];
  const Decision& was = value_after(ply - 1);
  std::string text =
      fmt::format("{}'s {} at ply {} loses, {}", letter_of(before.to_move()),
                  format_move(before, line_.moves[ply - 1]), ply, describe(value_after(ply)));
  if (!was.best_moves.empty()) {
    text += fmt::format("; {} {}", moves_text(before, was.best_moves),
                        was.is_draw() ? "keeps the draw" : "wins");
  }
  return text;
}

std::string RoundJudge::why_not(const Round& round) {
  if (round.error_ply && *round.error_ply == round.decided) {
    return why_error(*round.error_ply);
  }
  const Position& position = line_.positions[*round.decided];
  const Decision& decision = value_after(*round.decided);
  const bool mover_wins = decision.claim == win_of(position.to_move());
  std::string text = fmt::format("after {} {}", plies(*round.decided), describe(decision));
  if (!mover_wins) {
    text += " whatever the mover plays";
  } else if (!decision.best_moves.empty()) {
    text += ", playing " + moves_text(position, decision.best_moves);
  }
  if (round.error_ply) return text + "; then " + why_error(*round.error_ply);
  return text;
}

Judgement RoundJudge::judge(std::size_t from, std::size_t to) {
  const Round round = look_round(from, to);
  const std::span<const Place> cycle = std::span(line_.moves).subspan(from, to - from);
  const Position& start = line_.positions[from];
  Judgement judgement;
  if (round.decided) {
    judgement.answer = Answer::refuted;
    judgement.reason = why_not(round);
    judgement.certificate = values_.certificate_of(line_.positions[*round.decided], stop_);
  } else if (round.undecided) {
    judgement = give_up(round.end, fmt::format("the position after {}", plies(*round.undecided)));
    judgement.certificate = certify_cycle(start, {cycle.begin(), cycle.end()});
  } else {
    judgement = confirm(from, cycle);
  }
  judgement.repetition = JudgedRepetition{format_position(start), from, to, round.error_ply};
  return judgement;
}

/// Confirms a cycle whose positions are all draws.
Judgement RoundJudge::confirm(std::size_t from, std::span<const Place> cycle) {
  Judgement judgement;
  judgement.answer = Answer::confirmed;
  judgement.reason = fmt::format("a forced cycle of {}", plies(cycle.size()));
  // A strategy has one move per position, so play that passes a position twice gets a certificate
  // with another line.
  const auto first = line_.positions.begin() + static_cast<std::ptrdiff_t>(from);
  const bool is_simple =
      std::set<Position>(first, first + static_cast<std::ptrdiff_t>(cycle.size())).size() ==
      cycle.size();
  judgement.certificate =
      values_.certificate_of(*first, stop_, is_simple ? cycle : std::span<const Place>{});
  return judgement;
}

}  // namespace onyx
