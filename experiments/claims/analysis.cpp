#include "experiments/claims/analysis.h"

#include <algorithm>

#include "experiments/support/output.h"
#include "solver/certificate/derived_certificate.h"
#include "solver/decide/move_values.h"

namespace onyx {
namespace {

AnalysedValue value_of(const Decision& decision) {
  if (!decision.is_decided()) return {};
  return {decision.claim, decision.distance, decision.distance_at_most};
}

/// The share of a position's time for a glance (a short search), which finds short wins.
constexpr double kGlance = 0.01;
/// The share for a position whose value is known, from a certificate or from the next position.
constexpr double kForMoreThanValue = 0.2;
constexpr int kMostSight = 15;
constexpr std::uint64_t kSightNodes = 200'000;

Stop with_share(double share, Stop stop) {
  if (!stop.deadline || share >= 1) return stop;
  const auto now = Stop::Clock::now();
  const std::chrono::duration<double> left = *stop.deadline - now;
  stop.deadline = now + std::chrono::duration_cast<Stop::Clock::duration>(left * share);
  return stop;
}

class Analyst {
 public:
  Analyst(const AnalysisTask& task, PositionValues& values, std::size_t positions)
      : task_(task), values_(values), all_(positions) {}

  /// Solves the position within `share` of the time for one position.
  const Decision& decide(const Position& position, double share = 1) {
    const auto known = task_.known ? task_.known(format_position(position)) : std::nullopt;
    if (known) share = std::min(share, kForMoreThanValue);
    const Decision& decision = values_.of(position, with_share(share, task_.stop()));
    interrupted_ = interrupted_ || decision.end == End::interrupted;
    if (task_.progress) task_.progress(++done_, all_);
    if (decision.is_decided() || interrupted_ || !known) return decision;
    proved_ = {};
    proved_.claim = known->claim;
    proved_.all_best_moves = false;
    if (!known->move.empty()) proved_.best_moves = {parse_move(position, known->move)};
    return proved_;
  }

  /// Returns nullopt if the task keeps no certificates, or if no certificate can be made.
  std::optional<Certificate> certificate_of(const Position& position) {
    if (!task_.keep) return std::nullopt;
    return values_.certificate_of(position, task_.stop());
  }
  std::optional<Certificate> keep(const Position& position, const std::string& name) {
    auto certificate = certificate_of(position);
    if (certificate) task_.keep(name, *certificate);
    return certificate;
  }

  std::vector<std::string> texts(const Position& position, const std::vector<Place>& moves) const {
    std::vector<std::string> texts;
    for (const Place move : moves) texts.push_back(format_move(position, move));
    return texts;
  }

  bool interrupted() const { return interrupted_; }

 private:
  const AnalysisTask& task_;
  PositionValues& values_;
  const std::size_t all_;
  std::size_t done_ = 0;
  bool interrupted_ = false;
  Decision proved_;  ///< The last decision from a known certificate.
};

class GameAnalyst {
 public:
  GameAnalyst(const Line& line, const AnalysisTask& task, PositionValues& values)
      : line_(line),
        task_(task),
        moves_(format_moves(line.start(), line.moves)),
        analyst_(task, values, line.positions.size()),
        known_(line.positions.size()),
        untold_(line.moves.size()) {}

  GameAnalysis analyse() {
    std::size_t ply = known_.size();
    while (ply > 0 && !analyst_.interrupted()) {
      decide(--ply);
      begin_to_glance(ply);
      if (!known_[ply].value.claim) continue;
      infer_forwards(ply);
      tell_down_to(ply);
    }
    tell_down_to(ply);
    GameAnalysis analysis = result();
    if (!analysis.interrupted) analysis.summary.sight = sight_of(analysis.plies);
    return analysis;
  }

 private:
  struct Known {
    AnalysedValue value;
    std::vector<std::string> best;
    bool has_all_best = false;
  };

  static std::string name_of_ply(std::size_t ply) { return "ply-" + std::to_string(ply); }

  void decide(std::size_t ply) {
    const Position& position = line_.positions[ply];
    Known& known = known_[ply];
    // A move to a won position shows that the position before it was won, too.
    const bool wins_by_move =
        ply < line_.moves.size() && known_[ply + 1].value.claim == win_of(position.to_move());
    const Decision& decision = analyst_.decide(position, share_of_time(wins_by_move));
    if (decision.is_decided()) {
      if (decision.states > task_.most_easy_states) unknown_in_a_row_ = 0;
      known = {value_of(decision), analyst_.texts(position, decision.best_moves),
               decision.all_best_moves};
      after_ = analyst_.keep(position, name_of_ply(ply));
      return;
    }
    if (!wins_by_move) {
      ++unknown_in_a_row_;
      after_.reset();
      return;
    }
    // The distance is only a bound, because another move may win faster.
    const AnalysedValue& after = known_[ply + 1].value;
    known = {{after.claim, -1, after.bound() < 0 ? -1 : after.bound() + 1}, {moves_[ply]}};
    if (after_) after_ = certificate_before(position, line_.moves[ply], std::move(*after_));
    if (after_) task_.keep(name_of_ply(ply), *after_);
  }

  double share_of_time(bool value_follows) const {
    if (task_.asks_all) return 1;
    if (glanced_up_to_) return kGlance;
    return value_follows ? kForMoreThanValue : 1;
  }

  void begin_to_glance(std::size_t ply) {
    if (unknown_in_a_row_ < kMostUnknownInARow || task_.asks_all || glanced_up_to_ || ply == 0) {
      return;
    }
    glanced_up_to_ = ply;
    if (task_.begin_to_glance) task_.begin_to_glance(ply);
  }

  void infer_forwards(std::size_t from) {
    bool was_inferred = false;  // if true, no engine has a certificate for `before`
    std::optional<Certificate> certificate;
    for (std::size_t ply = from + 1; ply < known_.size(); ++ply) {
      if (known_[ply].value.claim || !keeps_value(ply - 1)) return;
      const Position& before = line_.positions[ply - 1];
      known_[ply].value = inferred_after(ply - 1);
      if (!was_inferred) certificate = analyst_.certificate_of(before);
      was_inferred = true;
      if (certificate) certificate = certificate_after(before, line_.moves[ply - 1], *certificate);
      if (certificate) task_.keep(name_of_ply(ply), *certificate);
    }
  }

  /// Whether the move is known to keep the value: a listed best move, or any if the mover has lost.
  bool keeps_value(std::size_t ply) const {
    const Known& known = known_[ply];
    return known.value.claim == win_of(other(line_.positions[ply].to_move())) || is_best(ply);
  }
  /// A winning move is known to shorten the win only if it is in a complete list of best moves.
  AnalysedValue inferred_after(std::size_t ply) const {
    const auto& [value, best, has_all_best] = known_[ply];
    const bool wins = value.claim == win_of(line_.positions[ply].to_move());
    const bool is_bounded = value.bound() > 0 && (!wins || has_all_best);
    return {value.claim, -1, is_bounded ? value.bound() - 1 : -1};
  }
  bool is_best(std::size_t ply) const {
    return std::ranges::find(known_[ply].best, moves_[ply]) != known_[ply].best.end();
  }

  AnalysedPly ply_after(std::size_t index) const {
    const auto& [before, best, has_all_best] = known_[index];
    AnalysedPly ply{.ply = index + 1,
                    .move = moves_[index],
                    .mover = line_.positions[index].to_move(),
                    .before = before,
                    .after = known_[index + 1].value,
                    .best = best,
                    .has_all_best = has_all_best,
                    .error = {}};
    if (!ply.before.claim || !ply.after.claim) return ply;
    ply.error = is_mistake(*ply.before.claim, *ply.after.claim, ply.mover);
    const int bound = ply.before.bound();
    const bool had_near_win =
        ply.before.claim == win_of(ply.mover) && bound >= 0 && bound <= kNearWin;
    // Two signs of delay: the distance does not fall, or the complete list of best moves lacks the
    // move.
    const bool is_slower = ply.after.distance >= bound ||
                           (ply.has_all_best && ply.before.distance >= 0 && !is_best(index));
    ply.wins_later = had_near_win && !*ply.error && is_slower;
    return ply;
  }

  /// Reports the plies after `position` that are not yet reported, the last one first.
  void tell_down_to(std::size_t position) {
    if (!task_.tell) return;
    while (untold_ > position) task_.tell(ply_after(--untold_));
  }

  GameAnalysis result() const {
    GameAnalysis analysis;
    for (std::size_t index = 0; index < line_.moves.size(); ++index) {
      const AnalysedPly& ply = analysis.plies.emplace_back(ply_after(index));
      if (!ply.error) ++analysis.summary.unknown;
      if (!ply.error.value_or(false)) continue;
      analysis.summary.mistakes[static_cast<std::size_t>(index_of(ply.mover))].push_back(ply.ply);
    }
    for (const Repetition& found : repetitions_in(line_)) {
      analysis.repetitions.push_back({found, format_position(line_.positions[found.from])});
    }
    analysis.glanced_up_to = glanced_up_to_.value_or(0);
    analysis.interrupted = analyst_.interrupted();
    return analysis;
  }

  std::optional<GameSight> sight_of(const std::vector<AnalysedPly>& plies) const {
    const std::size_t judged = plies_before_repetition(line_.positions);
    if (judged == 0) return std::nullopt;
    std::optional<int> given_up;  // plies of the fastest win given up
    for (const AnalysedPly& ply : std::span(plies).first(judged)) {
      const bool gives_up_win = ply.error.value_or(false) && ply.before.claim != Claim::draw;
      const int bound = gives_up_win ? ply.before.bound() : -1;
      if (bound > 0) given_up = std::min(bound, given_up.value_or(bound));
    }
    Stop stop = task_.stop();
    stop.work = kSightNodes;
    const GameSight found = sight_of_game(line_, kMostSight, given_up, stop);
    return found.sight == 0 && !found.is_exact ? std::nullopt : std::optional(found);
  }

  const Line& line_;
  const AnalysisTask& task_;
  const std::vector<std::string> moves_;
  Analyst analyst_;
  std::vector<Known> known_;          ///< Indexed by ply; 0 is the start.
  std::size_t untold_;                ///< Plies not yet reported.
  std::size_t unknown_in_a_row_ = 0;  ///< Undecided positions since a hard one was decided.
  std::optional<std::size_t> glanced_up_to_;
  std::optional<Certificate> after_;  ///< The certificate of the position examined last.
};

}  // namespace

std::string describe(Claim claim, int distance, int distance_at_most) {
  const auto plies = [](int number) { return counted(number, "ply", "plies"); };
  if (claim == Claim::draw) return "a draw";
  if (distance == 0) return fmt::format("{} has won", claim == Claim::v_wins ? 'V' : 'H');
  std::string text = name_of(claim);
  if (distance > 0) return text + " in " + plies(distance);
  if (distance_at_most >= 0) text += " in at most " + plies(distance_at_most);
  return text;
}

std::string AnalysedValue::text() const {
  if (!claim || *claim == Claim::draw) return name();
  return describe(*claim, distance, distance_at_most);
}

const char* AnalysedPly::given_up() const {
  if (!error.value_or(false)) return nullptr;
  return before.claim == Claim::draw ? "draw" : "win";
}

GameAnalysis analyse_game(const Line& line, const AnalysisTask& task, PositionValues& values) {
  return GameAnalyst(line, task, values).analyse();
}

GameAnalysis analyse_game(const Line& line, const AnalysisTask& task) {
  PositionValues values(line.start().board(), task.options);
  return analyse_game(line, task, values);
}

PositionAnalysis analyse_position(const Position& position, const AnalysisTask& task) {
  PositionValues values(position.board(), task.options);
  Analyst analyst(task, values, static_cast<std::size_t>(legal_moves(position).count()) + 1);
  const auto name_of_move = [&](Place move) { return format_place(position.geometry(), move); };
  std::optional<Certificate> own;
  std::optional<Certificate> winning;  // proves the position's value by a winning move
  const auto decide = [&](const Position& asked, std::optional<Place> move) {
    Decision decision;
    decision.end = End::interrupted;
    if (move && analyst.interrupted()) return decision;
    decision = analyst.decide(asked);
    if (!decision.is_decided()) return decision;
    auto certificate = analyst.keep(asked, move ? name_of_move(*move) : "position");
    if (!move) {
      own = std::move(certificate);
    } else if (certificate && !winning && decision.claim == win_of(position.to_move())) {
      winning = certificate_before(position, *move, std::move(*certificate));
    }
    return decision;
  };
  const MoveValues found = values_of_moves(position, decide);
  if (found.follows && winning) task.keep("position", *winning);
  PositionAnalysis analysis;
  analysis.value = value_of(found.value);
  for (const MoveValue& move : found.moves) {
    if (move.follows && own) {
      const auto after = certificate_after(position, move.move, *own);
      if (after) task.keep(name_of_move(move.move), *after);
    }
    const auto replies = analyst.texts(successor(position, move.move), move.after.best_moves);
    analysis.moves.push_back({format_move(position, move.move), value_of(move.after),
                              replies.empty() ? "" : replies.front(), move.is_best});
  }
  analysis.interrupted = analyst.interrupted();
  return analysis;
}

}  // namespace onyx
