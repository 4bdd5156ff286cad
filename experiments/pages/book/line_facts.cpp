#include "experiments/pages/book/line_facts.h"

namespace onyx {

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

}  // namespace onyx
