#include "experiments/claims/analysis.h"

#include <algorithm>

#include "experiments/claims/position_values.h"
#include "solver/certificate/neighbours.h"

namespace onyx {
namespace {

/// How good a value is for a player: 0 lost, 1 a draw, 2 won.
int worth(Claim claim, Player player) {
  if (claim == Claim::draw) return 1;
  return claim == win_of(player) ? 2 : 0;
}

template <int W>
AnalysedValue value_of(const Decision<W>& decision) {
  if (!decision.is_decided()) return {};
  return {decision.claim, decision.distance, decision.is_draw() ? "draw" : describe(decision)};
}

/// A value that follows from others.
AnalysedValue inferred(Claim claim) { return {claim, -1, name_of(claim)}; }

template <int W>
class Analyst {
 public:
  Analyst(const Board<W>& board, const AnalysisTask& task, std::size_t positions)
      : board_(board), task_(task), values_(board, task.options), all_(positions) {}

  const Decision<W>& decide(const Position<W>& position) {
    const Decision<W>& decision = values_.of(position, task_.stop());
    interrupted_ = interrupted_ || decision.end == End::interrupted;
    if (task_.progress) task_.progress(++done_, all_);
    return decision;
  }

  /// Of a decided position; nothing if none are to be kept.
  std::optional<Certificate> certificate_of(const Position<W>& position) {
    if (!task_.keep) return std::nullopt;
    return values_.certificate_of(position, task_.stop());
  }
  std::optional<Certificate> keep(const Position<W>& position, const std::string& name) {
    auto certificate = certificate_of(position);
    if (certificate) task_.keep(name, *certificate);
    return certificate;
  }

  std::vector<std::string> texts(const Position<W>& position,
                                 const std::vector<Place>& moves) const {
    std::vector<std::string> texts;
    for (const Place move : moves) texts.push_back(format_move(board_, position, move));
    return texts;
  }

  bool interrupted() const { return interrupted_; }

 private:
  const Board<W>& board_;
  const AnalysisTask& task_;
  PositionValues<W> values_;
  const std::size_t all_;
  std::size_t done_ = 0;
  bool interrupted_ = false;
};

/// Decides the positions of a game, the last one first.
template <int W>
class GameAnalyst {
 public:
  GameAnalyst(const Board<W>& board, const Line<W>& line, const AnalysisTask& task)
      : board_(board),
        line_(line),
        task_(task),
        moves_(format_moves(board, line.start(), line.moves)),
        analyst_(board, task, line.positions.size()),
        values_(line.positions.size()),
        best_(line.positions.size()) {}

  GameAnalysis analyse() {
    for (std::size_t ply = line_.moves.size() + 1; ply-- > 0 && !analyst_.interrupted();) {
      decide(ply);
    }
    infer_forwards();
    return result();
  }

 private:
  void infer_forwards() {
    bool was_inferred = false;  // the value of the ply before, so that no engine can certify it
    std::optional<Certificate> certificate;
    for (std::size_t ply = 1; ply < values_.size(); ++ply) {
      if (values_[ply].claim || !keeps_value(ply - 1)) {
        was_inferred = false;
        continue;
      }
      const Position<W>& before = line_.positions[ply - 1];
      values_[ply] = inferred(*values_[ply - 1].claim);
      if (!was_inferred) certificate = analyst_.certificate_of(before);
      was_inferred = true;
      if (certificate) {
        certificate = certificate_after(board_, before, line_.moves[ply - 1], *certificate);
      }
      if (certificate) task_.keep(name_of_ply(ply), *certificate);
    }
  }

  static std::string name_of_ply(std::size_t ply) { return "ply-" + std::to_string(ply); }

  void decide(std::size_t ply) {
    const Position<W>& position = line_.positions[ply];
    const Decision<W>& decision = analyst_.decide(position);
    if (decision.is_decided()) {
      values_[ply] = value_of(decision);
      best_[ply] = analyst_.texts(position, decision.best_moves);
      after_ = analyst_.keep(position, name_of_ply(ply));
      return;
    }
    // Who wins after his move wins by it.
    const bool wins_by_move =
        ply < line_.moves.size() && values_[ply + 1].claim == win_of(position.to_move);
    if (!wins_by_move) {
      after_.reset();
      return;
    }
    values_[ply] = inferred(win_of(position.to_move));
    best_[ply] = {moves_[ply]};
    if (after_) {
      after_ = certificate_before(board_, position, line_.moves[ply], std::move(*after_));
    }
    if (after_) task_.keep(name_of_ply(ply), *after_);
  }

  /// Whether the value after a move is known to be that before: it was a best move, or all is lost.
  bool keeps_value(std::size_t ply) const {
    const std::optional<Claim>& before = values_[ply].claim;
    if (!before) return false;
    const Player waiting = other(line_.positions[ply].to_move);
    const std::vector<std::string>& best = best_[ply];
    return *before == win_of(waiting) ||
           std::find(best.begin(), best.end(), moves_[ply]) != best.end();
  }

  GameAnalysis result() const {
    GameAnalysis analysis;
    for (std::size_t ply = 0; ply < line_.moves.size(); ++ply) {
      AnalysedPly now;
      now.move = moves_[ply];
      now.mover = line_.positions[ply].to_move;
      now.before = values_[ply];
      now.after = values_[ply + 1];
      now.best = best_[ply];
      if (now.before.claim && now.after.claim) {
        now.error = worth(*now.after.claim, now.mover) < worth(*now.before.claim, now.mover);
      }
      analysis.plies.push_back(now);
    }
    for (const Repetition& found : repetitions_in(line_)) {
      analysis.repetitions.push_back({found, format_position(board_, line_.positions[found.from])});
    }
    analysis.interrupted = analyst_.interrupted();
    return analysis;
  }

  const Board<W>& board_;
  const Line<W>& line_;
  const AnalysisTask& task_;
  const std::vector<std::string> moves_;
  Analyst<W> analyst_;
  std::vector<AnalysedValue> values_;           ///< By ply, from 0 on.
  std::vector<std::vector<std::string>> best_;  ///< By ply that they lead from.
  std::optional<Certificate> after_;            ///< Of the position looked at before, if kept.
};

/// What the values of all moves say of the position itself: the mover's best, as far as known.
std::optional<Claim> best_of(const std::vector<AnalysedMove>& moves, Player mover) {
  std::optional<Claim> best;
  bool all_known = true;
  for (const AnalysedMove& move : moves) {
    all_known = all_known && move.after.claim;
    if (move.after.claim && (!best || worth(*move.after.claim, mover) > worth(*best, mover))) {
      best = move.after.claim;
    }
  }
  return all_known || best == win_of(mover) ? best : std::nullopt;
}

}  // namespace

template <int W>
GameAnalysis analyse_game(const Board<W>& board, const Line<W>& line, const AnalysisTask& task) {
  return GameAnalyst<W>(board, line, task).analyse();
}

template <int W>
PositionAnalysis analyse_position(const Board<W>& board, const Position<W>& position,
                                  const AnalysisTask& task) {
  const PlaceSet<W> legal = legal_moves(board, position);
  Analyst<W> analyst(board, task, static_cast<std::size_t>(legal.count()) + 1);
  PositionAnalysis analysis;
  const Claim win = win_of(position.to_move);
  std::optional<Certificate> winning;  // of the position, by a move that wins
  legal.for_each([&](Place place) {
    AnalysedMove move;
    move.move = format_move(board, position, place);
    if (!analyst.interrupted()) {
      const Position<W> next = successor(board, position, place);
      const Decision<W>& decision = analyst.decide(next);
      move.after = value_of(decision);
      const auto replies = analyst.texts(next, decision.best_moves);
      if (!replies.empty()) move.reply = replies.front();
      if (move.after.claim) {
        auto after = analyst.keep(next, format_place(board.geometry(), place));
        if (after && move.after.claim == win && !winning) {
          winning = certificate_before(board, position, place, std::move(*after));
        }
      }
    }
    analysis.moves.push_back(std::move(move));
  });
  const Decision<W>& decision = analyst.decide(position);
  analysis.value = value_of(decision);
  std::optional<Certificate> own;
  if (analysis.value.claim) {
    own = analyst.keep(position, "position");
  } else if (const auto best = best_of(analysis.moves, position.to_move)) {
    analysis.value = inferred(*best);
    if (winning) task.keep("position", *winning);
  }
  const auto best = analyst.texts(position, decision.best_moves);
  for (AnalysedMove& move : analysis.moves) {
    const bool is_lost = analysis.value.claim == win_of(other(position.to_move));
    if (is_lost && !move.after.claim) {
      move.after = inferred(win_of(other(position.to_move)));
      const Place place = parse_move(board, position, move.move);
      const auto after = own ? certificate_after(board, position, place, *own) : std::nullopt;
      if (after) task.keep(format_place(board.geometry(), place), *after);
    }
    move.is_best = decision.is_decided()
                       ? std::find(best.begin(), best.end(), move.move) != best.end()
                       : analysis.value.claim && move.after.claim == analysis.value.claim;
  }
  analysis.interrupted = analyst.interrupted();
  return analysis;
}

#define ONYX_INSTANTIATE(W)                                                                 \
  template GameAnalysis analyse_game(const Board<W>&, const Line<W>&, const AnalysisTask&); \
  template PositionAnalysis analyse_position(const Board<W>&, const Position<W>&,           \
                                             const AnalysisTask&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
