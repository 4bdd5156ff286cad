#include "experiments/claims/judge_claim.h"

#include <fmt/core.h>

#include <algorithm>
#include <new>
#include <set>

#include "core/base/assert.h"
#include "experiments/claims/show_analysis.h"
#include "experiments/support/budget.h"
#include "experiments/support/output.h"

namespace onyx {
namespace {

constexpr std::chrono::seconds kMostBesides{1};   ///< Limit per value mentioned only in a reason.
constexpr std::chrono::seconds kMostForPlay{5};   ///< Limit per position before a repetition.
constexpr std::size_t kMostRepetitionsNamed = 5;  ///< In one reason, besides the main repetition.

std::string plies(std::size_t count) { return counted(count, "ply", "plies"); }

Judgement give_up(End end, const std::string& what) {
  Judgement judgement;
  judgement.interrupted = end == End::interrupted;
  judgement.reason = judgement.interrupted
                         ? fmt::format("interrupted before {} was decided", what)
                         : fmt::format("the {} was reached before {} was decided{}", name_of(end),
                                       what, advice_for(end));
  return judgement;
}

std::string moves_text(const Position& position, const std::vector<Place>& moves) {
  std::string text;
  for (const Place move : moves) text += (text.empty() ? "" : " or ") + format_move(position, move);
  return text;
}

/// Returns the smallest period of the whole play, in plies.
std::size_t least_period(const Line& line) {
  ONYX_ASSERT(!line.moves.empty());
  const auto& positions = line.positions;
  const std::size_t plies = line.moves.size();
  for (std::size_t period = 1; period < plies; ++period) {
    if (plies % period != 0) continue;
    const auto later = positions.begin() + static_cast<std::ptrdiff_t>(period);
    if (std::equal(later, positions.end(), positions.begin())) return period;
  }
  return plies;
}

std::string also(const std::vector<Repetition>& repetitions, std::size_t told) {
  ONYX_ASSERT(told < repetitions.size());
  std::string text;
  std::size_t named = 0;
  for (std::size_t i = 0; i < repetitions.size() && named < kMostRepetitionsNamed; ++i) {
    if (i == told) continue;
    text += fmt::format("{} {}", named == 0 ? "; also" : ",", describe(repetitions[i]));
    ++named;
  }
  const std::size_t others = repetitions.size() - 1 - named;
  return others == 0 ? text : fmt::format("{} and {} more", text, others);
}

class ClaimJudge {
 public:
  ClaimJudge(const Line& line, const DecideOptions& options, const Stop& stop)
      : line_(line), options_(options), stop_(stop), values_(line.start().board(), options) {}

  Judgement judge_position() {
    const Position& position = line_.start();
    const Decision& decision = values_.of(position, stop_);
    if (!decision.is_decided()) return give_up(decision.end, "it");
    return {.answer = decision.is_draw() ? Answer::confirmed : Answer::refuted,
            .reason = is_finished(position)
                          ? fmt::format("the game is over, {}", name_of(decision.claim))
                          : describe(decision),
            .certificate = values_.certificate_of(position, stop_)};
  }

  /// Judges only one period of the play, because all periods are equal.
  Judgement judge_cycle() {
    const std::size_t period = least_period(line_);
    Judgement judgement = judge_round(0, period);
    const std::size_t rounds = line_.moves.size() / period;
    if (rounds > 1) judgement.reason += fmt::format(" (written {} times)", rounds);
    return judgement;
  }

  Judgement judge_game(bool begins_with_setup, bool tells_play) {
    const std::vector<Repetition> repetitions = repetitions_in(line_);
    if (repetitions.empty()) return without_repetition(begins_with_setup);
    // Confirmed if any repetition is confirmed, otherwise unknown if any is unknown.
    std::optional<Judgement> best;
    std::size_t told = 0;
    for (std::size_t i = 0; i < repetitions.size(); ++i) {
      Judgement judgement = judge_round(repetitions[i].from, repetitions[i].to);
      const bool tells_more =
          !best || judgement.answer == Answer::confirmed ||
          (judgement.answer == Answer::unknown && best->answer == Answer::refuted);
      if (tells_more) {
        best = std::move(judgement);
        told = i;
      }
      if (best->answer == Answer::confirmed || best->interrupted) break;
    }
    best->reason = fmt::format("{}: {}{}{}", describe(repetitions[told]),
                               best->answer == Answer::refuted ? "the players conspire: " : "",
                               best->reason, also(repetitions, told));
    if (tells_play && best->answer == Answer::confirmed) tell_play(repetitions[told].from, *best);
    return *best;
  }

 private:
  /// Refutes the claim. The reason also gives the value of the first or last position, if found.
  Judgement without_repetition(bool begins_with_setup) {
    stop_ = within(kMostBesides);
    // After a setup judge the last position, because the value of the setup is not in dispute.
    const Position& position = begins_with_setup ? line_.end() : line_.start();
    const Decision& decision = values_.of(position, stop_);
    Judgement judgement;
    judgement.answer = Answer::refuted;
    judgement.interrupted = decision.end == End::interrupted;
    judgement.reason = fmt::format("no position occurs twice in {}", plies(line_.moves.size()));
    if (!decision.is_decided()) return judgement;
    const char* const which = begins_with_setup ? "last" : "first";
    judgement.reason += begins_with_setup && is_finished(position)
                            ? fmt::format("; the game is over, {}", name_of(decision.claim))
                        : decision.is_draw()
                            ? fmt::format("; the {} position is {}", which, describe(decision))
                            : fmt::format("; in the {} position {}", which, describe(decision));
    judgement.certificate = values_.certificate_of(position, stop_);
    return judgement;
  }

  Stop within(std::chrono::seconds most) const {
    const auto end = std::chrono::steady_clock::now() + most;
    Stop stop = stop_;
    stop.deadline = stop.deadline ? std::min(*stop.deadline, end) : end;
    return stop;
  }

  void tell_play(std::size_t plies, Judgement& judgement) {
    if (plies == 0) return;
    Line game = line_;
    game.positions.erase(game.positions.begin() + static_cast<std::ptrdiff_t>(plies) + 1,
                         game.positions.end());
    game.moves.resize(plies);
    AnalysisTask task;
    task.options = options_;
    task.stop = [&] { return within(kMostForPlay); };
    const GameAnalysis analysis = analyse_game(game, task, values_);
    if (analysis.interrupted) return;
    judgement.play = analysis.summary;
    judgement.reason += "; the game that leads there has " + in_words(analysis.summary);
  }

  struct Round {
    std::optional<std::size_t> undecided;  ///< Plies before the first undecided position.
    std::optional<std::size_t> decided;    ///< Plies before the first won position.
    std::optional<std::size_t> error_ply;
    End end = End::complete;  ///< Why the search of the first undecided position ended.
  };

  /// Confirms if all positions are draws; refutes, with a certificate, if a position is won.
  Judgement judge_round(std::size_t from, std::size_t to) {
    ONYX_ASSERT(from < to && to < line_.positions.size());
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
      judgement.answer = Answer::confirmed;
      judgement.reason = fmt::format("a forced cycle of {}", plies(cycle.size()));
      // Use the cycle only if it is simple, because a strategy has one move per position.
      const auto round_positions = std::span(line_.positions).subspan(from, cycle.size());
      const bool is_simple =
          std::set<Position>(round_positions.begin(), round_positions.end()).size() == cycle.size();
      judgement.certificate =
          values_.certificate_of(start, stop_, is_simple ? cycle : std::span<const Place>{});
    }
    judgement.repetition = JudgedRepetition{format_position(start), from, to, round.error_ply};
    return judgement;
  }

  /// Examines positions in order, up to the first error if one is found.
  Round look_round(std::size_t from, std::size_t to) {
    Round round;
    for (std::size_t ply = from; ply <= to && !round.error_ply; ++ply) {
      const Decision& now = value_after(ply);
      if (!now.is_decided()) {
        if (!round.undecided) round = {ply, round.decided, {}, now.end};
        if (now.end == End::interrupted) break;
        continue;
      }
      if (!now.is_draw() && !round.decided) round.decided = ply;
      // After an undecided position, the first error can no longer be determined.
      if (ply == from || round.undecided) continue;
      const Claim before = value_after(ply - 1).claim;
      const bool loses = now.claim == win_of(line_.positions[ply].to_move());
      if (loses && before != now.claim) round.error_ply = ply;
    }
    return round;
  }

  std::string why_not(const Round& round) {
    ONYX_ASSERT(round.decided.has_value());
    if (round.error_ply && *round.error_ply == round.decided) return why_error(*round.error_ply);
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

  /// For example, "H's D4 at ply 137 loses, V wins in 5 plies; B3* keeps the draw".
  std::string why_error(std::size_t ply) {
    ONYX_ASSERT(ply > 0);
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

  const Decision& value_after(std::size_t ply) { return values_.of(line_.positions[ply], stop_); }

  const Line& line_;
  const DecideOptions options_;
  Stop stop_;
  PositionValues values_;
};

Judgement judge_record(const Record& record, const DecideOptions& options, const Stop& stop,
                       bool tells_play) {
  refuse_if(record.has_moves && record.moves.empty(),
            "there are no moves after ';'; add moves, or remove the ';'");
  const bool begins_with_setup = record.start.find(' ') == std::string::npos;
  const Line line = replay(record);
  ClaimJudge judge(line, options, stop);
  if (line.moves.empty()) return judge.judge_position();
  if (!begins_with_setup && line.end() == line.start()) return judge.judge_cycle();
  Judgement judgement = judge.judge_game(begins_with_setup, tells_play);
  judgement.is_game = true;
  return judgement;
}

}  // namespace

const char* name_of(Answer answer) {
  constexpr std::array kNames{"confirmed", "refuted", "unknown", "malformed"};
  return kNames[static_cast<std::size_t>(answer)];
}

Judgement judge_claim(const std::string& claim, const DecideOptions& options, const Stop& stop,
                      bool tells_play) {
  Judgement judgement;
  try {
    return judge_record(parse_record(claim), options, stop, tells_play);
  } catch (const InputError& error) {
    judgement.answer = Answer::malformed;
    judgement.reason = error.what();
  } catch (const std::bad_alloc&) {
    judgement.reason = "memory ran out";
  }
  return judgement;
}

}  // namespace onyx
