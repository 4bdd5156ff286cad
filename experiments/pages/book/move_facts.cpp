#include "experiments/pages/book/move_facts.h"

#include <algorithm>
#include <map>

#include "core/notation.h"
#include "experiments/puzzles/oracle.h"
#include "solver/engine/bounded/bounded_search.h"

namespace onyx {
namespace {

MoveFacts facts_of_move(const PuzzleBoard& board, const PuzzlePosition& position, Place place) {
  const Player mover = position.to_move;
  const Player opponent = other(mover);
  const PuzzlePosition next = successor(board, position, place);
  const auto needed = [&](const PuzzlePosition& where) {
    return stones_needed(board, where, opponent, board.place_count());
  };
  MoveFacts move;
  move.mover = mover;
  move.place = place;
  move.captured = captured_by(board, position, place);
  move.connects = is_connected(board, next.of(mover), mover);
  move.is_on_midpoint = board.geometry().is_midpoint(place);
  move.answered = threats_of(board, position, opponent);
  if (move.connects) return move;
  move.threats = threats_of(board, next, mover);
  move.unanswered = threats_of(board, next, opponent);
  move.prepared =
      capturing_moves(board, with_other_to_move(next)) - capturing_moves(board, position);
  move.prevented =
      capturing_moves(board, with_other_to_move(position)) - capturing_moves(board, next);
  if (move.prevented.any() && move.captured.empty()) {
    move.saved = captured_by_any(board, with_other_to_move(position), move.prevented) -
                 captured_by_any(board, next, capturing_moves(board, next));
  }
  move.cost_to_other = needed(next) - needed(position);
  return move;
}

}  // namespace

Place place_in(const PuzzleBoard& board, std::string_view move) {
  return parse_place(board.geometry(), move.substr(0, move.find('*')));
}

std::vector<Place> places_in(const PuzzleBoard& board, const std::vector<std::string>& moves) {
  std::vector<Place> places;
  for (const std::string& move : moves) places.push_back(place_in(board, move));
  return places;
}

std::vector<MoveFacts> facts_of(const PuzzleBoard& board, const PuzzlePosition& position,
                                const std::vector<Place>& line) {
  std::vector<MoveFacts> facts;
  PuzzlePosition now = position;
  for (const Place place : line) {
    MoveFacts move = facts_of_move(board, now, place);
    if (!facts.empty()) {
      move.goes_back = facts.back().captured.has(place);
      facts.back().is_given_up = move.captured.has(facts.back().place);
    }
    facts.push_back(move);
    now = successor(board, now, place);
  }
  return facts;
}

Danger danger_of(const PuzzleBoard& board, const Puzzle& puzzle) {
  std::map<Place, std::size_t> refuted;
  for (const WrongMove& wrong : puzzle.wrong) ++refuted[place_in(board, wrong.reply)];
  const Place key = place_in(board, puzzle.solution.move);
  const auto most = std::ranges::max_element(
      refuted, {}, [&](const auto& one) { return std::pair(one.second, one.first == key); });
  if (most == refuted.end()) return {};
  Danger danger{most->first, most->second, std::nullopt};
  const PuzzlePosition passed = with_other_to_move(parse_position(board, puzzle.position));
  if (is_placement(board, passed, most->first)) {
    danger.facts = facts_of_move(board, passed, most->first);
  }
  return danger;
}

}  // namespace onyx
