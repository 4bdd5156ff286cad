#include "experiments/puzzles/solution.h"

#include <algorithm>
#include <set>

#include "experiments/puzzles/themes.h"

namespace onyx {
namespace {

template <int W>
int choices(const WideBoard<W>& board, const WidePosition<W>& position) {
  int count = 0;
  placements(board, position).for_each([&](Place place) {
    count += winning_moves(board, successor(board, position, place)).any() ? 0 : 1;
  });
  return count;
}

/// Whether a first move looks like a solution: it does not lose at once, and captures, threatens to
/// connect at once, or brings the player nearer to connecting.
template <int W>
bool is_tempting(const WideBoard<W>& board, const WidePosition<W>& position, Place place) {
  const WidePosition<W> next = successor(board, position, place);
  if (winning_moves(board, next).any()) return false;
  if (captured_by(board, position, place).any()) return true;
  const Player mover = position.to_move;
  if (threats_of(board, next, mover).any()) return true;
  const int most = board.place_count();
  return stones_needed(board, next, mover, most) < stones_needed(board, position, mover, most);
}

/// Writes the solution of a candidate. Throws a Reject if the candidate is unsuitable.
template <int W>
class SolutionWriter {
 public:
  SolutionWriter(const WideBoard<W>& board, Oracle<W>& oracle, const Candidate<W>& candidate,
                 Puzzle& puzzle)
      : board_(board),
        oracle_(oracle),
        candidate_(candidate),
        key_(candidate.key),
        aim_(aim_of(candidate.kind, candidate.plies)),
        puzzle_(puzzle) {}

  void write() {
    const WidePosition<W>& position = candidate_.position;
    puzzle_.kind = candidate_.kind;
    puzzle_.position = format_position(board_, position);
    puzzle_.stones = position.occupied().count();
    if (choices(board_, position) < kLeastChoices) throw Reject::forced_key;
    if (!candidate_.has_key()) key_ = holding_out(position, candidate_.plies).front();
    write_wrong_moves();
    if (aim_ == Aim::draw) {
      write_line(draw_line());
      puzzle_.plies = static_cast<int>(line_.size());
      met_.insert(position);
      path_.insert(position);
      puzzle_.solution = draw_step(position);
    } else {
      puzzle_.plies = candidate_.plies;
      write_line(aim_ == Aim::win ? best_win_line(position, candidate_.plies) : resist_line());
      puzzle_.solution = decided_step(position, candidate_.plies, 0);
      if (candidate_.kind == PuzzleKind::resist) cut_what_need_not_be_found(puzzle_.solution);
    }
  }

 private:
  template <class Answer>
  static Answer known(const std::optional<Answer>& answer) {
    if (!answer) throw Reject::key_not_unique;
    return *answer;
  }
  Outcome outcome(const WidePosition<W>& position) { return known(oracle_.outcome(position)); }
  /// For Aim::resist, asks for a bound, because exact outcomes after weak moves are too hard to
  /// find. For other aims, asks for exact outcomes, so that old seeds still give the same puzzles.
  bool loses_within(const WidePosition<W>& position, int plies) {
    if (aim_ == Aim::resist) return known(oracle_.loses_within(position, plies));
    const Outcome found = outcome(position);
    return found.value() == Value::loss && found.distance() <= plies;
  }
  WidePosition<W> after(const WidePosition<W>& position, Place place) const {
    return successor(board_, position, place);
  }
  std::string text(const WidePosition<W>& position, Place place) const {
    return format_move(board_, position, place);
  }

  template <class Holds>
  std::vector<Place> moves_to(const WidePosition<W>& position, const Holds& holds) const {
    std::vector<Place> moves;
    placements(board_, position).for_each([&](Place place) {
      if (holds(after(position, place))) moves.push_back(place);
    });
    return moves;
  }

  void write_wrong_moves() {
    const WidePosition<W>& position = candidate_.position;
    placements(board_, position).for_each([&](Place place) {
      if (place != key_) puzzle_.wrong.push_back(wrong_move(position, place));
    });
    const auto tempting = std::ranges::count_if(puzzle_.wrong, &WrongMove::is_tempting);
    if (tempting == 0 && captured_by(board_, position, key_).any()) {
      throw Reject::obvious_capture;
    }
    if (tempting < kLeastTempting) throw Reject::nothing_tempting;
  }

  WrongMove wrong_move(const WidePosition<W>& position, Place place) {
    const WidePosition<W> next = after(position, place);
    const Outcome result = outcome(next);
    // A move after which the opponent needs the full distance also solves a resist puzzle.
    const bool is_lost_late = candidate_.kind == PuzzleKind::resist &&
                              (result.is_draw() || result.distance() >= candidate_.plies - 1);
    if (result.value() == Value::loss || is_lost_late) throw Reject::several_keys;
    const bool is_won = result.value() == Value::win;
    return {text(position, place), name_of(is_won ? win_of(next.to_move) : Claim::draw),
            is_won ? result.distance() : 0, text(next, best_reply(next, result)),
            is_tempting(board_, position, place)};
  }

  Place best_reply(const WidePosition<W>& position, Outcome result) {
    if (!result.is_draw() && result.distance() == 1) {
      return winning_moves(board_, position).lowest();
    }
    PlaceSet<W> moves = placements(board_, position);
    while (moves.any()) {
      const Place place = moves.pop_lowest();
      const WidePosition<W> next = after(position, place);
      const bool holds =
          result.is_draw() ? outcome(next).is_draw() : loses_within(next, result.distance() - 1);
      if (holds) return place;
    }
    throw Reject::key_not_unique;
  }

  std::vector<Place> winning(const WidePosition<W>& position, int plies) {
    return moves_to(position, [&](const WidePosition<W>& next) {
      return plies == 1 ? is_finished(board_, next) : loses_within(next, plies - 1);
    });
  }

  std::vector<Place> longest(const WidePosition<W>& position, int plies) {
    return moves_to(position, [&](const WidePosition<W>& next) {
      return outcome(next).distance() == plies - 1;
    });
  }

  struct Line {
    std::vector<Place> moves;
    int duals = 0;
  };

  /// Returns the main line, with the solver to move first: a longest defence with fewest duals.
  Line best_win_line(const WidePosition<W>& position, int plies) {
    if (const auto known = lines_.find(position); known != lines_.end()) return known->second;
    if (++looked_at_ > 20 * kMostSteps) throw Reject::many_defences;
    const std::vector<Place> good = winning(position, plies);
    Line line{{good.front()}, static_cast<int>(good.size()) - 1};
    const WidePosition<W> next = after(position, good.front());
    if (plies > 1) {
      std::optional<Line> rest;
      for (const Place reply : longest(next, plies - 1)) {
        Line way = best_win_line(after(next, reply), plies - 2);
        if (rest && way.duals >= rest->duals) continue;
        way.moves.insert(way.moves.begin(), reply);
        rest = std::move(way);
      }
      ONYX_ASSERT(rest.has_value());
      line.duals += rest->duals;
      line.moves.insert(line.moves.end(), rest->moves.begin(), rest->moves.end());
    }
    lines_[position] = line;
    return line;
  }
  /// At this distance, in plies, every move loses at once, so the line ends.
  static constexpr int kLostAtOnce = 2;

  /// Returns the moves that hold out longest; tempting moves first if the candidate has no key.
  std::vector<Place> holding_out(const WidePosition<W>& position, int plies) {
    std::vector<Place> moves = longest(position, plies);
    if (!candidate_.has_key()) {
      std::stable_partition(moves.begin(), moves.end(),
                            [&](Place place) { return is_tempting(board_, position, place); });
    }
    return moves;
  }

  /// Returns the replies that win fastest; replies that leave fewer longest defences come first.
  std::vector<Place> strongest(const WidePosition<W>& position, int plies) {
    std::vector<Place> replies = winning(position, plies);
    if (plies - 1 <= kLostAtOnce) return replies;
    std::map<Place, std::size_t> answers;
    for (const Place reply : replies) {
      answers[reply] = longest(after(position, reply), plies - 1).size();
    }
    std::ranges::stable_sort(replies, {}, [&](Place reply) { return answers[reply]; });
    return replies;
  }

  /// A resist puzzle's line ends with the last move that alone holds out longest, because the
  /// solver need not find the moves after it.
  Line resist_line() {
    Line line;
    Line found;  // up to the last move without a dual
    WidePosition<W> now = candidate_.position;
    for (int plies = candidate_.plies; plies > kLostAtOnce; plies -= 2) {
      const std::vector<Place> good = holding_out(now, plies);
      line.duals += static_cast<int>(good.size()) - 1;
      line.moves.push_back(good.front());
      if (good.size() == 1) found = line;
      now = after(now, good.front());
      line.moves.push_back(strongest(now, plies - 1).front());
      now = after(now, line.moves.back());
    }
    return candidate_.kind == PuzzleKind::resist ? found : line;
  }

  /// Removes the replies after which the solver need not find a move. Returns whether the solver
  /// must find this step or a later one.
  static bool cut_what_need_not_be_found(Step& step) {
    std::erase_if(step.next, [](Step& reply) {
      return reply.next.empty() || !cut_what_need_not_be_found(reply.next.front());
    });
    return step.also.empty() || !step.next.empty();
  }

  /// `ply` is the step's index in the main line, or past its end if the step is not on that line.
  Step decided_step(const WidePosition<W>& position, int plies, std::size_t ply) {
    const bool is_won = aim_ == Aim::win;
    const std::vector<Place> good =
        is_won ? winning(position, plies) : holding_out(position, plies);
    Step step = new_step(position, good);
    if (plies == 1) return step;
    const WidePosition<W> next = after(position, good.front());
    const bool is_main = ply < line_.size();
    if (is_main && ply + 1 == line_.size()) return step;  // the end of a resist puzzle
    if (plies == 3) {
      threats_of(board_, next, position.to_move).for_each([&](Place place) {
        step.threats.push_back(text(with_other_to_move(next), place));
      });
      if (!is_main) return step;
    }
    // Begin with the main line's reply. With 3 plies left, all replies lose at once; write one.
    std::vector<Place> replies = is_won ? longest(next, plies - 1) : strongest(next, plies - 1);
    if (is_main) {
      std::stable_partition(replies.begin(), replies.end(),
                            [&](Place reply) { return reply == line_[ply + 1]; });
      if (plies == 3) replies.resize(1);
    }
    for (const Place reply : replies) {
      Step& answered = step.next.emplace_back(new_step(next, {reply}));
      if (!is_won && plies - 2 <= kLostAtOnce) continue;
      const bool goes_on = is_main && reply == line_[ply + 1];
      answered.next.push_back(
          decided_step(after(next, reply), plies - 2, goes_on ? ply + 2 : line_.size()));
    }
    return step;
  }

  std::vector<Place> drawing(const WidePosition<W>& position) {
    return moves_to(position, [&](const WidePosition<W>& next) { return outcome(next).is_draw(); });
  }

  /// Returns the replies that keep the draw, sorted by the number of drawing moves that they leave
  /// the solver, fewest first; among equals, captures come first.
  std::vector<Place> drawing_replies(const WidePosition<W>& position) {
    std::vector<Place> replies = drawing(position);
    std::ranges::stable_sort(replies, {}, [&](Place reply) {
      return std::pair(drawing(after(position, reply)).size(),
                       captured_by(board_, position, reply).empty());
    });
    return replies;
  }

  /// Returns play to the first repetition, which must come, because moves depend on positions only.
  Line draw_line() {
    Line line;
    std::map<WidePosition<W>, std::size_t> ply_of;
    WidePosition<W> now = candidate_.position;
    while (ply_of.try_emplace(now, line.moves.size()).second) {
      const bool is_solver = line.moves.size() % 2 == 0;
      const std::vector<Place> good = is_solver ? drawing(now) : drawing_replies(now);
      if (is_solver) line.duals += static_cast<int>(good.size()) - 1;
      line.moves.push_back(good.front());
      now = after(now, good.front());
      if (line.moves.size() > kMostSteps) throw Reject::many_defences;
    }
    puzzle_.cycle_begin = ply_of.at(now);
    return line;
  }

  Step draw_step(const WidePosition<W>& position) {
    const std::vector<Place> good = drawing(position);
    Step step = new_step(position, good);
    const WidePosition<W> next = after(position, good.front());
    if (!enter(next, step)) return step;
    for (const Place reply : drawing_replies(next)) {
      Step& defence = step.next.emplace_back(new_step(next, {reply}));
      const WidePosition<W> answered = after(next, reply);
      if (!enter(answered, defence)) continue;
      defence.next.push_back(draw_step(answered));
      path_.erase(answered);
    }
    path_.erase(next);
    return step;
  }

  /// Returns whether the tree continues from the position. If not, sets `repeats` or `transposes`.
  bool enter(const WidePosition<W>& position, Step& step) {
    step.repeats = path_.contains(position);
    step.transposes = !step.repeats && !met_.insert(position).second;
    if (!step.repeats && !step.transposes) path_.insert(position);
    return !step.repeats && !step.transposes;
  }

  Step new_step(const WidePosition<W>& position, const std::vector<Place>& good) {
    ONYX_ASSERT(!good.empty());
    if (++steps_ > kMostSteps) throw Reject::many_defences;
    Step step;
    step.move = text(position, good.front());
    for (std::size_t i = 1; i < good.size(); ++i) step.also.push_back(text(position, good[i]));
    return step;
  }

  void write_line(const Line& line) {
    line_ = line.moves;
    puzzle_.is_pure = line.duals == 0;
    puzzle_.main_line = format_moves(board_, candidate_.position, std::span<const Place>(line_));
  }

  const WideBoard<W>& board_;
  Oracle<W>& oracle_;
  const Candidate<W>& candidate_;
  Place key_;
  const Aim aim_;
  Puzzle& puzzle_;
  std::vector<Place> line_;
  std::map<WidePosition<W>, Line> lines_;
  std::set<WidePosition<W>> met_;   ///< Positions already in the solution tree of a draw.
  std::set<WidePosition<W>> path_;  ///< Positions on the path to the current position.
  int steps_ = 0;
  int looked_at_ = 0;
};

}  // namespace

template <int W>
Candidate<W> candidate_win(const WideBoard<W>& board, BoundedSearch<W>& search,
                           const WidePosition<W>& position, int least, int most,
                           int refutation_plies) {
  Candidate<W> candidate{.position = position};
  if (winning_moves(board, position).any()) return candidate.refused(Reject::over_at_once);
  // Search one ply beyond `most`, because a proof that the side to move loses is usually faster
  // than a proof that it does not win within `most` plies.
  const std::optional<Outcome> outcome = search.outcome(position, most + 1);
  if (!outcome || outcome->value() != Value::win) return candidate.refused(Reject::not_decided);
  candidate.plies = outcome->distance();
  if (candidate.plies < least || candidate.plies > most) {
    return candidate.refused(Reject::other_length);
  }
  candidate = with_sole_key(board, candidate, [&](const WidePosition<W>& next) {
    return search.loses_within(next, candidate.plies - 1);
  });
  if (candidate.reject != Reject::none) return candidate;
  PlaceSet<W> others = placements(board, position);
  others.remove(candidate.key);
  while (others.any()) {
    const WidePosition<W> next = successor(board, position, others.pop_lowest());
    const std::optional<Outcome> result = search.outcome(next, refutation_plies);
    if (!result) return candidate.refused(Reject::key_not_unique);
    if (result->value() != Value::win) return candidate.refused(Reject::several_keys);
  }
  return candidate;
}

template <int W>
Reject write_solution(const WideBoard<W>& board, Oracle<W>& oracle, const Candidate<W>& candidate,
                      Puzzle& puzzle) {
  try {
    SolutionWriter(board, oracle, candidate, puzzle).write();
    return Reject::none;
  } catch (const Reject why) {
    return why;
  }
}

template <int W>
std::optional<std::vector<std::uint64_t>> not_sole_at(const WideBoard<W>& board, Oracle<W>& oracle,
                                                      const Puzzle& puzzle) {
  const WideLine<W> line = replay(board, parse_position(board, puzzle.position), puzzle.main_line);
  std::vector<std::uint64_t> indices;
  for (std::size_t i = 0; i + 1 < line.moves.size(); i += 2) {
    PlaceSet<W> others = placements(board, line.positions[i]);
    others.remove(line.moves[i]);
    bool is_sole = true;
    while (others.any() && is_sole) {
      const auto found = oracle.outcome(successor(board, line.positions[i], others.pop_lowest()));
      if (!found) return std::nullopt;
      is_sole = found->value() != Value::loss;
    }
    if (!is_sole) indices.push_back(i);
  }
  return indices;
}

template <int W>
std::optional<MissedWin> missed_win(const WideBoard<W>& board, Oracle<W>& oracle,
                                    const WidePosition<W>& position) {
  const std::optional<Outcome> outcome = oracle.outcome(position);
  if (!outcome || outcome->value() != Value::win) return std::nullopt;
  MissedWin missed{outcome->distance(), {}};
  PlaceSet<W> moves = placements(board, position);
  while (moves.any()) {
    const Place place = moves.pop_lowest();
    const auto wins = oracle.loses_within(successor(board, position, place), missed.plies - 1);
    if (!wins) return std::nullopt;
    if (*wins) missed.moves.push_back(format_move(board, position, place));
  }
  return missed;
}

#define ONYX_INSTANTIATE(W)                                                                       \
  template Candidate<W> candidate_win(const WideBoard<W>&, BoundedSearch<W>&,                     \
                                      const WidePosition<W>&, int, int, int);                     \
  template Reject write_solution(const WideBoard<W>&, Oracle<W>&, const Candidate<W>&, Puzzle&);  \
  template std::optional<std::vector<std::uint64_t>> not_sole_at(const WideBoard<W>&, Oracle<W>&, \
                                                                 const Puzzle&);                  \
  template std::optional<MissedWin> missed_win(const WideBoard<W>&, Oracle<W>&,                   \
                                               const WidePosition<W>&);
ONYX_FOR_EACH_PUZZLE_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
