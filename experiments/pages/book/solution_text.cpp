#include "experiments/pages/book/solution_text.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/notation.h"
#include "experiments/puzzles/solution.h"
#include "experiments/support/counted.h"

namespace onyx {

// --- Facts about the moves of a line -------------------------------------------------------------

std::vector<MoveFacts> facts_of(const PuzzleBoard& board, const PuzzlePosition& position,
                                const std::vector<Place>& line) {
  std::vector<MoveFacts> facts;
  PuzzlePosition now = position;
  for (const Place place : line) {
    const Player mover = now.to_move;
    const PuzzlePosition next = successor(board, now, place);
    MoveFacts move;
    move.mover = mover;
    move.place = place;
    move.captured = captured_by(board, now, place);
    move.connects = is_connected(board, next.of(mover), mover);
    if (!move.connects) move.threats = threats_of(board, next, mover);
    move.answered = threats_of(board, now, other(mover));
    move.unanswered = threats_of(board, next, other(mover));
    move.is_on_midpoint = board.geometry().is_midpoint(place);
    if (!facts.empty()) {
      move.goes_back = facts.back().captured.has(place);
      facts.back().is_given_up = move.captured.has(facts.back().place);
    }
    facts.push_back(move);
    now = next;
  }
  return facts;
}

namespace {

/// Most replies named one by one before the others are counted.
constexpr std::size_t kMostNamed = 6;

/// The winner's moves in a win of `plies` plies; the winner makes the first move and the last.
std::string winner_moves(int plies) {
  return counted(static_cast<std::uint64_t>(plies + 1) / 2, "move", "moves");
}

/// The winner's moves in a loss of `plies` plies; the winner makes the last move.
std::string moves_to(int plies) {
  return counted(static_cast<std::uint64_t>(plies) / 2, "move", "moves");
}

std::string joined(std::size_t number, std::string_view move) {
  return fmt::format("{}{}{}", number, kJoin, move);
}

/// "White wins in 3 moves"
std::string told_win(Player winner, Player mover, int plies) {
  return fmt::format("{} wins in {}", colour_of(winner),
                     winner == mover ? winner_moves(plies) : moves_to(plies));
}

/// " With White to move, Black wins in 3 moves: 1 C2 2 B3 ..."
std::string told_other_side(const Puzzle& puzzle) {
  const OtherSide& side = *puzzle.other_side;
  const Player mover = other(solver_of(puzzle));
  const Player winner = side.value == name_of(win_of(mover)) ? mover : other(mover);
  return fmt::format(" With {} to move, {}: {}.", colour_of(mover),
                     told_win(winner, mover, side.plies), numbered(side.main_line));
}

// --- The main line -------------------------------------------------------------------------------

class Teller {
 public:
  Teller(const PuzzleBoard& board, const Puzzle& puzzle)
      : board_(board),
        puzzle_(puzzle),
        aim_(aim_of(puzzle)),
        facts_(
            facts_of(board, parse_position(board, puzzle.position), main_line_of(board, puzzle))) {}

  std::string text() const {
    std::string text;
    if (puzzle_.kind == PuzzleKind::who) {
      text = fmt::format("With {} to move, {}.", colour_of(solver_of(puzzle_)),
                         told_win(winner_of(puzzle_), solver_of(puzzle_), puzzle_.plies));
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
  std::string said(std::size_t i, const std::vector<std::string>& deeds) const {
    return fmt::format("{} {}", joined(i + 1, puzzle_.main_line[i]), listed(deeds));
  }

  std::string places(const PuzzleSet& set, std::string_view last) const {
    std::vector<std::string> names;
    set.for_each([&](Place place) { names.push_back(format_place(board_.geometry(), place)); });
    return listed(names, last);
  }

  /// The effects that a move of either player may have.
  std::vector<std::string> common_deeds(const MoveFacts& move) const {
    std::vector<std::string> deeds;
    if (move.is_on_midpoint) deeds.emplace_back("takes a midpoint");
    if (move.goes_back) deeds.emplace_back("goes back to where a stone was captured");
    if (move.captured.any()) {
      const bool is_double = move.captured.count() > 2;
      deeds.push_back(fmt::format("captures {}{}", is_double ? "two pairs, " : "",
                                  places(move.captured, "and")));
    }
    return deeds;
  }

  std::vector<std::string> deeds_of_solver(std::size_t i) const {
    const MoveFacts& move = facts_[i];
    std::vector<std::string> deeds = common_deeds(move);
    if (move.connects) {
      deeds.emplace_back(move.mover == Player::V ? "connects bottom and top"
                                                 : "connects left and right");
      return deeds;
    }
    if (move.is_given_up) deeds.emplace_back("gives up a stone");
    if (move.answered.any() && move.unanswered.empty()) {
      deeds.push_back("stops the threat at " + places(move.answered, "and"));
    }
    if (move.threats.any()) {
      deeds.push_back("threatens to connect at " + places(move.threats, "or"));
    }
    if (move.is_quiet() && deeds.empty()) deeds.emplace_back("is a quiet move");
    return deeds;
  }

  std::vector<std::string> deeds_of_opponent(std::size_t i) const {
    const MoveFacts& move = facts_[i];
    std::vector<std::string> deeds = common_deeds(move);
    if (move.connects) return {"connects"};
    if (move.answered.any()) {
      deeds.push_back(move.unanswered.empty() ? "stops this"
                                              : "leaves " + places(move.unanswered, "and"));
    }
    if (move.threats.any()) {
      deeds.push_back("threatens to connect at " + places(move.threats, "or"));
    }
    if (deeds.empty()) {
      deeds.emplace_back(aim_ == Aim::draw  ? "keeps the draw"
                         : aim_ == Aim::win ? "holds out longest"
                                            : "wins soonest");
    }
    return deeds;
  }

  std::string end() const {
    if (puzzle_.kind == PuzzleKind::resist) {
      return fmt::format(" Now every move loses at once: {} has held out for {}.",
                         colour_of(solver_of(puzzle_)), moves_to(puzzle_.plies));
    }
    if (puzzle_.kind == PuzzleKind::who) {
      return (aim_ == Aim::resist ? " Now every move loses at once." : "") +
             told_other_side(puzzle_);
    }
    if (puzzle_.kind != PuzzleKind::draw) return "";
    const std::size_t cycle = puzzle_.main_line.size() - puzzle_.cycle_begin;
    const std::string where = puzzle_.cycle_begin == 0
                                  ? "the position of the puzzle"
                                  : fmt::format("the position after move {}", puzzle_.cycle_begin);
    return fmt::format(" Now {} is back: the last {} moves repeat for ever.", where, cycle);
  }

  const PuzzleBoard& board_;
  const Puzzle& puzzle_;
  const Aim aim_;
  const std::vector<MoveFacts> facts_;
};

// --- The other lines -----------------------------------------------------------------------------

/// A line that leaves another one at a reply, or at several replies with the same answers.
struct Variation {
  const Step* where;   ///< The solver's move before the reply.
  std::size_t number;  ///< The number of the reply.
  std::vector<std::string> replies;
  std::string rest;
};

/// Collects the lines that branch off after a solver's move of the main line.
class Variations {
 public:
  explicit Variations(const Puzzle& puzzle)
      : main_line_(puzzle.main_line),
        is_win_(aim_of(puzzle) == Aim::win),
        is_lost_(puzzle.kind == PuzzleKind::who && !is_win_) {}

  /// `solver` is a move of the main line; `reply_number` is the number of the replies to it.
  void along(const Step& solver, std::size_t reply_number) {
    for (const Step& reply : solver.next) {
      const bool is_main =
          reply_number <= main_line_.size() && main_line_[reply_number - 1] == reply.move;
      if (!is_main) {
        branch(solver, reply, reply_number);
      } else if (!reply.next.empty()) {
        along(reply.next.front(), reply_number + 2);
      }
    }
  }

  std::vector<Variation> lines;

 private:
  /// How a step ends a line, and which other moves solve.
  std::string remarks_on(const Step& step) const {
    std::string text;
    if (!step.also.empty() && !is_lost_) {
      const bool is_one = step.also.size() == 1;
      const std::string_view does =
          is_win_ ? (is_one ? "wins" : "win") : (is_one ? "holds" : "hold");
      text += fmt::format(" ({} also {})", listed(step.also), does);
    }
    if (!step.threats.empty() && step.next.empty()) {
      text += fmt::format(", and {} connects", listed(step.threats, "or"));
    }
    if (step.repeats) text += ", and a position is back";
    if (step.transposes) text += ", as in another line";
    return text;
  }

  /// Adds the line that begins with the reply. It follows first replies; other replies branch off.
  void branch(const Step& solver, const Step& reply, std::size_t number) {
    const std::size_t index = lines.size();
    lines.push_back({&solver, number, {reply.move}, remarks_on(reply)});
    const Step* last = &reply;
    while (!last->next.empty()) {
      const Step& answer = last->next.front();
      lines[index].rest += fmt::format(" {}{}", joined(++number, answer.move), remarks_on(answer));
      for (std::size_t i = 1; i < answer.next.size(); ++i) {
        branch(answer, answer.next[i], number + 1);
      }
      if (answer.next.empty()) break;
      last = &answer.next.front();
      lines[index].rest += fmt::format(" {}{}", joined(++number, last->move), remarks_on(*last));
    }
    merge(index);
  }

  /// Merges the line at the index with an earlier line from the same place that continues in
  /// the same way. Only branches of that line may follow the index; they are equal too, and
  /// are dropped.
  void merge(std::size_t index) {
    for (std::size_t i = 0; i < index; ++i) {
      if (lines[i].where != lines[index].where || lines[i].rest != lines[index].rest) continue;
      lines[i].replies.push_back(lines[index].replies.front());
      lines.resize(index);
      return;
    }
  }

  const std::vector<std::string>& main_line_;
  const bool is_win_;
  const bool is_lost_;  ///< PuzzleKind::who, lost: other moves that lose as late are not mentioned.
};

/// "A1, B2 or C3"; if there are many, the first ones and the number of others.
std::string named(std::vector<std::string> moves) {
  if (moves.size() > kMostNamed + 1) {
    const std::size_t left = moves.size() - kMostNamed;
    moves.resize(kMostNamed);
    moves.push_back(fmt::format("one of {} more", left));
  }
  return listed(moves, "or");
}

}  // namespace

std::string_view colour_of(Player player) { return player == Player::V ? "Black" : "White"; }

std::string listed(const std::vector<std::string>& texts, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) text += i + 1 == texts.size() ? fmt::format(" {} ", last) : ", ";
    text += texts[i];
  }
  return text;
}

std::string demand_in_words(const Puzzle& puzzle) {
  if (puzzle.kind == PuzzleKind::who) return "Who wins if Black is to play, and who if White is?";
  if (puzzle.kind == PuzzleKind::win) return "to play and win in " + winner_moves(puzzle.plies);
  if (puzzle.kind == PuzzleKind::resist) {
    return fmt::format("to play and hold out longest: {} needs {} to win",
                       colour_of(other(solver_of(puzzle))), moves_to(puzzle.plies));
  }
  return demand_of(puzzle).substr(2);  // without the side
}

std::string result_in_words(const Puzzle& puzzle) {
  const std::string_view solver = colour_of(solver_of(puzzle));
  if (puzzle.kind == PuzzleKind::who) {
    if (const auto winner = winner_of_both(puzzle)) {
      return fmt::format("{} wins in both cases", colour_of(*winner));
    }
    return fmt::format("Whoever is {}to move wins", aim_of(puzzle) == Aim::win ? "" : "not ");
  }
  if (puzzle.kind == PuzzleKind::win) {
    return fmt::format("{} wins in {}", solver, winner_moves(puzzle.plies));
  }
  if (puzzle.kind == PuzzleKind::draw) return fmt::format("{} draws by repetition", solver);
  return fmt::format("{} holds out for {}", solver, moves_to(puzzle.plies));
}

std::string numbered(const std::vector<std::string>& moves, std::size_t first) {
  std::string text;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i > 0) text += ' ';
    text += joined(first + i, moves[i]);
  }
  return text;
}

std::string told_line(const PuzzleBoard& board, const Puzzle& puzzle) {
  return Teller(board, puzzle).text();
}

std::vector<std::string> variations_of(const Puzzle& puzzle) {
  Variations variations(puzzle);
  variations.along(puzzle.solution, 2);
  std::vector<std::string> texts;
  for (const Variation& line : variations.lines) {
    const std::string replies = joined(line.number, named(line.replies));
    // If only a remark follows the reply, it brings its own comma.
    texts.push_back(line.rest.starts_with(' ') ? replies + ":" + line.rest : replies + line.rest);
  }
  return texts;
}

std::vector<std::string> refutations_of(const Puzzle& puzzle) {
  struct Refutation {
    const WrongMove* first;
    std::vector<std::string> moves;
  };
  std::vector<Refutation> refutations;
  for (const WrongMove& wrong : puzzle.wrong) {
    if (!wrong.is_tempting) continue;
    const auto same = std::ranges::find_if(refutations, [&](const Refutation& known) {
      return known.first->reply == wrong.reply && known.first->value == wrong.value &&
             known.first->plies == wrong.plies;
    });
    if (same == refutations.end()) {
      refutations.push_back({&wrong, {wrong.move}});
    } else {
      same->moves.push_back(wrong.move);
    }
  }
  std::ranges::stable_sort(refutations, std::ranges::greater{}, [](const Refutation& refutation) {
    return refutation.first->value == "draw" ? INT32_MAX : refutation.first->plies;
  });
  std::vector<std::string> texts;
  for (const auto& [wrong, moves] : refutations) {
    const std::string_view fails = moves.size() > 1 ? "fail" : "fails";
    const std::string end =
        wrong->value == "draw"
            ? "a draw"
            : fmt::format(
                  "{} wins in {}",
                  colour_of(wrong->value == name_of(win_of(Player::V)) ? Player::V : Player::H),
                  winner_moves(wrong->plies));
    texts.push_back(fmt::format("{} {} to {} ({})", joined(1, listed(moves)), fails,
                                joined(2, wrong->reply), end));
  }
  return texts;
}

}  // namespace onyx
