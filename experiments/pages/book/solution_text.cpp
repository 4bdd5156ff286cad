#include "experiments/pages/book/solution_text.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <climits>
#include <iterator>
#include <map>

#include "core/notation.h"
#include "experiments/pages/book/phrases.h"
#include "experiments/pages/book/quiet_move.h"
#include "experiments/puzzles/oracle.h"
#include "experiments/puzzles/solution.h"

namespace onyx {
namespace {

/// Returns up to three effects of a move, for example "captures C4 and D3" or "threatens to connect
/// at E2". If `for_nothing`, a prepared capture counts only if the move has no other effect.
std::vector<std::string> deeds_of(const PuzzleBoard& board, const MoveFacts& move,
                                  bool for_nothing = false) {
  const std::string_view opponent = colour_of(other(move.mover));
  if (move.connects) {
    return {move.mover == Player::V ? "connects bottom and top" : "connects left and right"};
  }
  std::vector<std::string> deeds;
  const auto note = [&](std::string_view deed, const PuzzleSet& set, std::string_view last) {
    if (set.any()) deeds.push_back(fmt::format("{} {}", deed, named_places(board, set, last)));
  };
  if (move.is_on_midpoint) deeds.emplace_back("takes a midpoint");
  if (move.goes_back && move.unanswered.empty()) deeds.emplace_back("returns to the vacated point");
  if (move.captured.count() > 2) {
    deeds.push_back(
        fmt::format("captures two pairs ({})", named_places(board, move.captured, "and")));
  } else {
    note("captures", move.captured, "and");
  }
  if (move.unanswered.any()) {
    const bool blocks_one = move.answered.has(move.place);
    note(blocks_one ? "blocks one way, but not" : "leaves the threat at", move.unanswered,
         blocks_one ? "and" : "or");
    return deeds;
  }
  if (!move.answered.has(move.place)) {
    note("stops the threat at", move.answered, "and");
  } else if (move.captured.empty()) {
    deeds.emplace_back("blocks the threat");
  }
  note("threatens to connect at", move.threats, "or");
  if (move.captured.empty() && !move.goes_back) {
    note("saves", move.saved, "and");
    if (move.saved.empty()) note("prevents a capture at", move.prevented, "and");
  }
  if (move.threats.empty() && (!for_nothing || deeds.empty())) {
    note("prepares a capture at", move.prepared, "or");
  }
  if (move.cost_to_other > 0 && move.answered.empty() && move.captured.empty() &&
      move.threats.empty()) {
    deeds.push_back(fmt::format("blocks {}", opponent));
  }
  constexpr std::size_t kMostDeeds = 3;
  deeds.resize(std::min(deeds.size(), kMostDeeds));
  return deeds;
}

/// Returns a clause such as ", which captures C4 and D3"; "" if the move has no effect.
std::string which(const PuzzleBoard& board, const MoveFacts& move) {
  const std::vector<std::string> deeds = deeds_of(board, move);
  return deeds.empty() ? "" : ", which " + listed(deeds);
}

/// Whether, according to the puzzle, another move also wins at this index of the main line.
bool has_other_win(const Puzzle& puzzle, std::size_t index) {
  const auto& at = puzzle.not_sole_at;
  return at && std::ranges::find(*at, index) != at->end();
}

/// Returns " With White to move, Black wins in 3 moves: 1 C2 2 B3, and D4 or E5 connects."
std::string told_other_side(const PuzzleBoard& board, const Puzzle& puzzle) {
  const OtherSide& side = *puzzle.other_side;
  const Player mover = other(solver_of(puzzle));
  const Player winner = side.value == name_of(win_of(mover)) ? mover : other(mover);
  std::vector<std::string> moves = side.main_line;
  const PuzzlePosition start = with_other_to_move(parse_position(board, puzzle.position));
  const std::vector<MoveFacts> facts = facts_of(board, start, places_in(board, moves));
  // Describe a win in 5 plies by its first move, because no reply is better than another.
  if (winner == mover && side.plies == 5) {
    const std::string effect =
        told_quiet_move(board, successor(board, start, facts.front().place), 3);
    if (!effect.empty()) {
      return fmt::format(" With {} to move, {}: {} {}.", colour_of(mover),
                         told_win(winner, side.plies), numbered_move(1, moves.front()), effect);
    }
  }
  std::string end;
  // Omit the last two plies after a double threat, because no reply helps.
  if (facts.size() >= 3 && facts[facts.size() - 3].threats.count() > 1) {
    end = fmt::format(", and {} connects",
                      named_places(board, facts[facts.size() - 3].threats, "or"));
    moves.resize(moves.size() - 2);
  }
  return fmt::format(" With {} to move, {}: {}{}.", colour_of(mover), told_win(winner, side.plies),
                     numbered(moves), end);
}

class Teller {
 public:
  Teller(const PuzzleBoard& board, const Puzzle& puzzle, const Danger& danger)
      : board_(board),
        puzzle_(puzzle),
        danger_(danger),
        aim_(aim_of(puzzle)),
        facts_(
            facts_of(board, parse_position(board, puzzle.position), main_line_of(board, puzzle))) {
    for (std::size_t i = 0; i < facts_.size(); i += 2) quiet_.push_back(quiet_at(i));
    for (const Step* step = &puzzle.solution; step != nullptr;) {
      steps_.push_back(step);
      step = nullptr;
      for (const Step& reply : steps_.back()->next) {
        const bool goes_on = !reply.next.empty() && is_main(reply, 2 * steps_.size() - 1);
        if (goes_on) step = &reply.next.front();
      }
    }
  }

  std::string text() const {
    std::string text;
    if (puzzle_.kind == PuzzleKind::who) {
      text = fmt::format("With {} to move, {}.", colour_of(solver_of(puzzle_)),
                         told_win(winner_of(puzzle_), puzzle_.plies));
    }
    if (puzzle_.missed && puzzle_.game && !puzzle_.game->moves.empty()) {
      text = fmt::format("{} has just played {} and missed a win with {}.",
                         colour_of(other(solver_of(puzzle_))), puzzle_.game->moves.back(),
                         named_moves(puzzle_.missed->moves));
    }
    for (std::size_t i = 0; i < facts_.size(); i += 2) {
      if (!text.empty()) text += ' ';
      text += said(i, deeds_of_solver(i));
      if (i + 1 < facts_.size()) text += "; " + said(i + 1, deeds_of_opponent(i + 1));
      text += '.';
    }
    return text + end();
  }

 private:
  bool is_lost_who() const { return puzzle_.kind == PuzzleKind::who && aim_ == Aim::resist; }

  /// Whether the next two plies neither prevent nor carry out a capture that the move prepares.
  bool prepares_for_nothing(std::size_t i) const {
    const PuzzleSet& prepared = facts_[i].prepared;
    const bool is_prevented = i + 1 < facts_.size() && (facts_[i + 1].prevented & prepared).any();
    return !is_prevented && (i + 2 >= facts_.size() || !prepared.has(facts_[i + 2].place));
  }

  std::string said(std::size_t i, const std::vector<std::string>& deeds) const {
    const std::string_view mark = i == 0 && !is_lost_who() ? "!" : "";
    return fmt::format("{}{} {}", numbered_move(i + 1, puzzle_.main_line[i]), mark, listed(deeds));
  }

  std::vector<std::string> deeds_of_solver(std::size_t i) const {
    const MoveFacts& move = facts_[i];
    const std::string_view opponent = colour_of(other(move.mover));
    std::vector<std::string> deeds = deeds_of(board_, move, prepares_for_nothing(i));
    const std::string effect = effect_at(i);
    const std::string hindrance = i == 0 ? hindrance_of_key() : "";
    if (!effect.empty() || hindrance.ends_with(')')) {
      std::erase_if(deeds, [](const auto& deed) { return deed.starts_with("prepares a capture"); });
    }
    if (!hindrance.empty()) deeds.insert(deeds.begin(), hindrance);
    const bool is_bare = deeds.empty() && effect.empty() && aim_ != Aim::resist;
    if (move.is_given_up) {
      deeds.insert(deeds.begin(),
                   aim_ == Aim::resist ? "lets this stone be captured" : "offers this stone");
    }
    // The danger has named the point, so say this only if little else can be said.
    if (i == 0 && !is_lost_who() && danger_.place == move.place && danger_.refuted > 1 &&
        deeds.size() + !effect.empty() < 2) {
      deeds.insert(deeds.begin(), fmt::format("takes the point that {} wants", opponent));
    }
    if (is_bare && !move.is_given_up) {
      if (const std::string answers = answers_at(i); !answers.empty()) deeds.push_back(answers);
    }
    if (!effect.empty()) {
      deeds.resize(std::min<std::size_t>(deeds.size(), 2));
      deeds.push_back(effect);
    }
    if (!deeds.empty()) return deeds;
    if (i + 2 < facts_.size() && aim_ != Aim::resist) {
      return {"prepares " + numbered_move(i + 3, puzzle_.main_line[i + 2])};
    }
    const bool is_any = i / 2 < steps_.size() && steps_[i / 2]->also.size() > kMostNamed;
    return {is_any ? "is as good as most other moves" : "delays the end"};
  }

  /// Returns what the key takes from the opponent's wanted move: "takes one of the two points that
  /// 2 C3 would threaten (and prepares a capture at the other, C4)"; "" unless one threat remains.
  std::string hindrance_of_key() const {
    const MoveFacts& key = facts_.front();
    if (!danger_.facts || !danger_.facts->threats.has(key.place)) return "";
    const PuzzlePosition after =
        successor(board_, parse_position(board_, puzzle_.position), key.place);
    if (key.connects || !is_placement(board_, after, *danger_.place)) return "";
    const PuzzleSet left =
        threats_of(board_, successor(board_, after, *danger_.place), after.to_move);
    if (left.count() != 1) return "";
    const int before = danger_.facts->threats.count();
    std::string text =
        fmt::format("takes one of the {}points that {} would threaten", before == 2 ? "two " : "",
                    numbered_move(2, format_place(board_.geometry(), *danger_.place)));
    if (key.prepared.contains(left)) {
      text += fmt::format(" (and prepares a capture at the other, {})",
                          named_places(board_, left, "or"));
    }
    return text;
  }

  /// Returns what a quiet move of the solver threatens; "" if the solver does not win, or wins in 3
  /// plies, where the threats to connect say enough.
  std::string effect_at(std::size_t i) const {
    return told_quiet_move(board_, position_after(i), quiet_[i / 2], i + 3);
  }
  QuietMove quiet_at(std::size_t i) const {
    const bool has_effect = aim_ == Aim::win && puzzle_.plies - static_cast<int>(i) >= 5;
    return has_effect ? quiet_move(board_, position_after(i)) : QuietMove{};
  }

  PuzzlePosition position_after(std::size_t i) const {
    PuzzlePosition after = parse_position(board_, puzzle_.position);
    for (std::size_t ply = 0; ply <= i; ++ply) after = successor(board_, after, facts_[ply].place);
    return after;
  }

  /// Whether, according to the puzzle, no other move wins at this index of the main line. False for
  /// the last move, about which the puzzle says nothing.
  bool is_sole_at(std::size_t index) const {
    return puzzle_.not_sole_at && index + 1 < puzzle_.main_line.size() &&
           !has_other_win(puzzle_, index);
  }

  bool is_main(const Step& reply, std::size_t index) const {
    return index < puzzle_.main_line.size() && reply.move == puzzle_.main_line[index];
  }

  /// Contrasts the answers to two replies: "is followed by 3 B2 after 2 A3 and by 3 C4* (which
  /// captures C3 and D4) after 2 B4". Returns "" if all replies have the same answer.
  std::string answers_at(std::size_t i) const {
    if (i / 2 >= steps_.size()) return "";
    const PuzzlePosition start = parse_position(board_, puzzle_.position);
    std::vector<Place> line = main_line_of(board_, puzzle_);
    line.resize(i + 1);
    const auto told = [&](const Step& reply) {
      const std::string& answer = reply.next.front().move;
      std::string does;
      if (!is_main(reply, i + 1)) {  // the main line's moves are explained later
        std::vector<Place> branch = line;
        branch.insert(branch.end(), {place_in(board_, reply.move), place_in(board_, answer)});
        does = which(board_, facts_of(board_, start, branch).back());
        if (!does.empty()) does = " (" + does.substr(2) + ")";
      }
      return fmt::format("by {}{} after {}", numbered_move(i + 3, answer), does,
                         numbered_move(i + 2, reply.move));
    };
    const Step* first = nullptr;
    for (const Step& reply : steps_[i / 2]->next) {
      if (reply.next.empty()) continue;
      if (first == nullptr) first = &reply;
      if (reply.next.front().move == first->next.front().move) continue;
      return fmt::format("is followed {} and {}", told(*first), told(reply));
    }
    return "";
  }

  /// Returns "stops 9 B1" if B1, the solver's most frequent answer to other replies, does not win
  /// against this reply; "takes the point that Black wants" if this reply is on B1; else "".
  std::string stopped_at(std::size_t i) const {
    if (i / 2 >= steps_.size()) return "";
    std::map<std::string, int> answers;
    const Step* main = nullptr;
    for (const Step& reply : steps_[i / 2]->next) {
      if (reply.next.empty()) continue;
      if (is_main(reply, i)) {
        main = &reply.next.front();
      } else {
        ++answers[reply.next.front().move];
      }
    }
    if (main == nullptr || answers.empty()) return "";
    const std::string& answer =
        std::ranges::max_element(answers, {}, [](const auto& one) { return one.second; })->first;
    if (answer == puzzle_.main_line[i]) {
      return fmt::format("takes the point that {} wants", colour_of(solver_of(puzzle_)));
    }
    return answer != main->move && is_sole_at(i + 1) ? "stops " + numbered_move(i + 2, answer) : "";
  }

  std::vector<std::string> deeds_of_opponent(std::size_t i) const {
    const std::vector<std::string> deeds = deeds_of(board_, facts_[i], prepares_for_nothing(i));
    // After a quiet move whose answers were told, an answer needs no other reason.
    const QuietMove& quiet = quiet_[i / 2];
    if (quiet.links && (quiet.links->first | quiet.links->second).has(facts_[i].place)) {
      std::vector<std::string> told{"takes a point of one link"};
      for (const std::string& deed : deeds) {
        if (deed.starts_with("threatens") || deed.starts_with("captures")) told.push_back(deed);
      }
      return told;
    }
    if (!deeds.empty()) return deeds;
    if (quiet.replies.has(facts_[i].place) && !quiet.replies.has_two()) return {"is forced"};
    if (aim_ != Aim::win) return {aim_ == Aim::draw ? "keeps the draw" : "wins soonest"};
    const std::string stopped = stopped_at(i);
    const bool is_alone = i / 2 < steps_.size() && steps_[i / 2]->next.size() == 1;
    const char* const defence =
        is_alone ? "is the longest defence" : "is one of the longest defences";
    return {stopped.empty() ? defence : stopped};
  }

  /// Describes best play after the main line of a `resist` puzzle, in at most six moves.
  std::string told_best_play() const {
    const std::string_view solver = colour_of(solver_of(puzzle_));
    const std::string_view opponent = colour_of(other(solver_of(puzzle_)));
    BoundedSearch<2> search(board_, 16);
    PuzzlePosition now = position_after(facts_.size() - 1);
    const int plies = search.outcome(now, puzzle_.plies)->distance();
    int left = plies;
    std::vector<std::string> moves;
    while (left > 0 && moves.size() < 6) {
      PuzzleSet possible = placements(board_, now);
      for (bool is_best = false; !is_best;) {
        const Place move = possible.pop_lowest();
        const PuzzlePosition next = successor(board_, now, move);
        const auto outcome = search.outcome(next, left - 1);
        is_best = is_finished(board_, next) || (outcome && outcome->distance() == left - 1);
        if (!is_best) continue;
        moves.push_back(
            numbered_move(facts_.size() + moves.size() + 1, format_move(board_, now, move)));
        now = next;
      }
      --left;
    }
    const std::string first = moves.front();
    if (plies == 3) {
      return fmt::format(" {}, and {} connects next, whatever {} plays.", first, opponent, solver);
    }
    moves.erase(moves.begin());
    return fmt::format(
        " After {} {} has a choice of moves that hold out as long, for instance {}, and {}.", first,
        solver, fmt::join(moves, " "),
        left == 0 ? fmt::format("{} connects", opponent)
                  : told_win(other(solver_of(puzzle_)), left));
  }

  std::string end() const {
    const std::string_view solver = colour_of(solver_of(puzzle_));
    const std::string_view opponent = colour_of(other(solver_of(puzzle_)));
    const std::string lost =
        fmt::format(" Now {} connects next, whatever {} plays", opponent, solver);
    if (puzzle_.kind == PuzzleKind::resist) {
      return told_best_play();
    }
    if (puzzle_.kind == PuzzleKind::who) {
      return (aim_ == Aim::resist ? lost + "." : "") + told_other_side(board_, puzzle_);
    }
    if (puzzle_.kind != PuzzleKind::draw) return "";
    const std::size_t cycle = puzzle_.main_line.size() - puzzle_.cycle_begin;
    const std::string where = puzzle_.cycle_begin == 0
                                  ? "the position of the puzzle"
                                  : fmt::format("the position after move {}", puzzle_.cycle_begin);
    return fmt::format(" Now {} is back, and the last {} moves can repeat for ever.", where, cycle);
  }

  const PuzzleBoard& board_;
  const Puzzle& puzzle_;
  const Danger& danger_;
  const Aim aim_;
  const std::vector<MoveFacts> facts_;
  std::vector<const Step*> steps_;  ///< The solver's steps along the main line, from the key.
  std::vector<QuietMove> quiet_;    ///< One per move of the solver; all empty if not quiet.
};

}  // namespace

std::string demand_in_words(const Puzzle& puzzle) {
  if (puzzle.kind == PuzzleKind::who) return "Who wins if Black is to play, and who if White is?";
  if (puzzle.kind == PuzzleKind::win) return "to play and win in " + winner_moves(puzzle.plies);
  if (puzzle.kind == PuzzleKind::resist) {
    return fmt::format("to play and hold out longest: {} needs {} to win",
                       colour_of(other(solver_of(puzzle))), winner_moves(puzzle.plies));
  }
  return demand_of(puzzle).substr(2);  // without "V " or "H "
}

std::string result_in_words(const Puzzle& puzzle) {
  const std::string_view solver = colour_of(solver_of(puzzle));
  if (puzzle.kind == PuzzleKind::who) {
    const Player winner = winner_of(puzzle);
    if (puzzle.other_side.value().value == name_of(win_of(winner))) {
      return fmt::format("{} wins in both cases", colour_of(winner));
    }
    return fmt::format("Whoever is {}to move wins", aim_of(puzzle) == Aim::win ? "" : "not ");
  }
  if (puzzle.kind == PuzzleKind::win) return told_win(solver_of(puzzle), puzzle.plies);
  if (puzzle.kind == PuzzleKind::draw) return fmt::format("{} draws by repetition", solver);
  return fmt::format("{} holds out for {}", solver, winner_moves(puzzle.plies));
}

std::string told_danger(const PuzzleBoard& board, const Puzzle& puzzle, const Danger& danger) {
  const Player opponent = other(solver_of(puzzle));
  const std::string_view colour = colour_of(opponent);
  const PuzzlePosition position = parse_position(board, puzzle.position);
  if (aim_of(puzzle) == Aim::resist && puzzle.kind == PuzzleKind::who) return "";
  if (const PuzzleSet threats = threats_of(board, position, opponent); threats.any()) {
    return fmt::format("{} threatens to connect at {}.", colour,
                       named_places(board, threats, "or"));
  }
  if (danger.refuted < 2) return "";
  std::string does = danger.facts ? which(board, *danger.facts) : "";
  // Tell what a quiet move threatens unless the opponent threatens to win as soon without it.
  const PuzzlePosition passed = with_other_to_move(position);
  if (danger.facts && danger.facts->captured.empty() && danger.facts->threats.empty() &&
      !*BoundedSearch<2>(board, 12).wins_within(passed, 3)) {
    const PuzzlePosition after = successor(board, passed, *danger.place);
    const std::string effect = told_quiet_move(board, after, 0);
    if (!effect.empty()) does = ", which " + effect;
  }
  const bool is_all = danger.refuted == puzzle.wrong.size();
  const std::string which_moves = is_all ? "every move except the solution"
                                         : fmt::format("at least {} of the {} wrong moves",
                                                       danger.refuted, puzzle.wrong.size());
  const std::string what =
      !is_all && !does.empty() ? ""
      : puzzle.kind == PuzzleKind::resist
          ? fmt::format("{} wins sooner after {}", is_all ? "; this" : ", which", which_moves)
          : fmt::format("{} refutes {}", is_all ? "; this" : ", which", which_moves);
  return fmt::format("{} wants to play {}{}{}.", colour,
                     format_place(board.geometry(), *danger.place), does, what);
}

std::string told_line(const PuzzleBoard& board, const Puzzle& puzzle, const Danger& danger) {
  return Teller(board, puzzle, danger).text();
}

std::vector<std::string> refutations_of(const PuzzleBoard& board, const Puzzle& puzzle,
                                        const Danger& danger) {
  struct Refutation {
    std::string told;
    std::vector<std::string> moves;
    std::string first_does;
    bool is_wanted = false;
    int plies = 0;
    Place reply = 0;
    bool is_repeat = false;  ///< An earlier refutation has the same reply.
  };
  const PuzzlePosition position = parse_position(board, puzzle.position);
  const std::string wanted = danger.facts ? which(board, *danger.facts) : "";
  const bool is_wanted_told =
      !wanted.empty() && told_danger(board, puzzle, danger).find(wanted) != wanted.npos;
  std::map<int, int> of_plies;
  for (const WrongMove& wrong : puzzle.wrong) ++of_plies[wrong.plies];
  constexpr int kFew = 3;
  const int longest =
      of_plies.empty() || of_plies.rbegin()->second > kFew ? 0 : of_plies.rbegin()->first;
  // Readers may try tempting moves, later moves of the main line, the point that the opponent
  // wants, and, if they are few, the moves that hold out longest.
  const std::vector<std::string>& equal = puzzle.solution.also;
  const auto is_tried = [&](const WrongMove& wrong) {
    if (std::ranges::find(equal, wrong.move) != equal.end()) return false;
    for (std::size_t i = 2; i < puzzle.main_line.size(); i += 2) {
      if (place_in(board, puzzle.main_line[i]) == place_in(board, wrong.move)) return true;
    }
    return wrong.is_tempting || (longest > 0 && wrong.plies == longest) ||
           danger.place == place_in(board, wrong.move);
  };
  std::vector<WrongMove> tried;
  std::ranges::copy_if(puzzle.wrong, std::back_inserter(tried), is_tried);
  std::stable_partition(tried.begin(), tried.end(), std::mem_fn(&WrongMove::is_tempting));
  std::vector<Refutation> refutations;
  for (const WrongMove& wrong : tried) {
    const std::vector<MoveFacts> facts =
        facts_of(board, position, {place_in(board, wrong.move), place_in(board, wrong.reply)});
    const bool is_draw = wrong.value == "draw";
    std::string reply_does = which(board, facts[1]);
    if (!is_draw && wrong.plies >= 5 &&
        (reply_does.empty() || reply_does == ", which blocks the threat")) {
      const PuzzlePosition after =
          successor(board, successor(board, position, place_in(board, wrong.move)), facts[1].place);
      const std::string effect = told_quiet_move(board, after, 4);
      if (!effect.empty()) reply_does += (reply_does.empty() ? ", which " : " and ") + effect;
    }
    const bool is_told = is_wanted_told && danger.place == facts[1].place && wanted == reply_does;
    std::string told = numbered_move(2, wrong.reply) + (is_told ? "" : reply_does);
    if (is_draw) {
      told += " (only a draw)";
    } else if (!facts[1].connects) {
      told += ", and " + told_win(facts[1].mover, wrong.plies);
    }
    auto same = std::ranges::find(refutations, told, &Refutation::told);
    if (same == refutations.end()) {
      same = refutations.insert(same, {told,
                                       {},
                                       which(board, facts[0]),
                                       is_told,
                                       is_draw ? INT_MAX : wrong.plies,
                                       facts[1].place});
    }
    same->moves.push_back(wrong.move);
  }
  std::ranges::stable_sort(refutations, std::ranges::greater{}, [](const Refutation& refutation) {
    return std::pair(refutation.is_wanted, refutation.plies);
  });
  // Few refutations are printed, so put refutations with a new reply first.
  PuzzleSet replies;
  for (Refutation& refutation : refutations) {
    refutation.is_repeat = replies.has(refutation.reply);
    replies.add(refutation.reply);
  }
  std::ranges::stable_sort(refutations, {}, &Refutation::is_repeat);
  const bool is_met = aim_of(puzzle) == Aim::resist;
  std::vector<std::string> texts;
  for (const Refutation& refutation : refutations) {
    const bool is_one = refutation.moves.size() == 1 && !refutation.first_does.empty();
    const bool is_single = refutation.moves.size() == 1;
    const std::string_view fails =
        is_met ? (is_single ? "is met by" : "are met by") : (is_single ? "fails to" : "fail to");
    texts.push_back(fmt::format("{}{} {} {}",
                                numbered_move(1, named_moves(refutation.moves, "and")),
                                is_one ? refutation.first_does + "," : "", fails, refutation.told));
  }
  return texts;
}

std::string told_alternatives(const Puzzle& puzzle) {
  if (puzzle.kind == PuzzleKind::who && aim_of(puzzle) == Aim::resist) return "";
  std::vector<std::string> texts;
  std::vector<std::string> later;
  const Step* step = &puzzle.solution;
  for (std::size_t number = 1; number <= puzzle.main_line.size(); number += 2) {
    if (!step->also.empty()) {
      texts.push_back(fmt::format("move {} can also be {}", number, named_moves(step->also)));
    } else if (has_other_win(puzzle, number - 1)) {
      later.push_back(std::to_string(number));
    }
    if (step->next.empty() || step->next.front().next.empty()) break;
    step = &step->next.front().next.front();
  }
  if (!later.empty()) {
    const bool is_one = later.size() == 1;
    texts.push_back(fmt::format("move{} {} not the only {}, but the quickest", is_one ? "" : "s",
                                listed(later, "and") + (is_one ? " is" : " are"),
                                is_one ? "one that wins" : "ones that win"));
  }
  if (texts.empty()) return "";
  std::string text = fmt::format("{}.", fmt::join(texts, "; "));
  text.front() = 'M';
  return text;
}

}  // namespace onyx
