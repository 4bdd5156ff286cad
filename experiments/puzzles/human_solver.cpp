#include "experiments/puzzles/human_solver.h"

#include <algorithm>
#include <cmath>

#include "core/notation.h"
#include "solver/bounded/bounded_search.h"
#include "solver/tactics/outlook.h"

namespace onyx {
namespace {

/// What a player may gain by a move: captures, threats, a stone nearer to connecting.
template <int W>
int gain_of(const Board<W>& board, const Position<W>& position, Place place,
            const Position<W>& next, int needed) {
  const Player mover = position.to_move;
  const int threats = threats_of(board, next, mover).count();
  return 4 * captured_by(board, position, place).count() + 6 * std::min(threats, 2) +
         4 * (needed - stones_needed(board, next, mover, board.place_count()));
}

template <int W>
PlaceSet<W> captured_next(const Board<W>& board, const Position<W>& position) {
  PlaceSet<W> captured;
  placements(board, position).for_each([&](Place reply) {
    captured |= captured_by(board, position, reply);
  });
  return captured;
}

template <int W>
class HumanSolver {
 public:
  HumanSolver(const Board<W>& board, const HumanLevel& level) : board_(board), level_(level) {}

  /// The first move that it plays; kNowhere if it gives up.
  Place answer(const Position<W>& position, Aim aim) {
    try {
      if (aim == Aim::resist) return longest_move(position);
      return aim == Aim::win ? winning_move(position) : safe_move(position);
    } catch (const TooMuch&) {
      return kNowhere;
    }
  }
  std::uint64_t positions() const { return positions_; }

 private:
  struct TooMuch {};

  Place winning_move(const Position<W>& position) {
    for (int plies = 3; plies <= level_.plies; plies += 2) {
      const Place found = first_good(position, considered(position, kNowhere), [&](Place place) {
        return loses(successor(board_, position, place), plies - 1, place);
      });
      if (found != kNowhere) return found;
    }
    return kNowhere;
  }

  Place safe_move(const Position<W>& position) {
    // Of all moves: the solution may well be the least natural one.
    const auto moves = by_first_sight(board_, position, placements(board_, position), kNowhere);
    return first_good(position, moves, [&](Place place) {
      const Position<W> next = successor(board_, position, place);
      for (int plies = 1; plies < level_.plies; plies += 2) {
        if (wins(next, plies, place)) return false;
      }
      return true;
    });
  }

  /// Of the moves that it believes to hold out longest, the first to catch the eye.
  Place longest_move(const Position<W>& position) {
    auto moves = by_first_sight(board_, position, placements(board_, position), kNowhere);
    for (int plies = 1; plies < level_.plies; plies += 2) {
      std::vector<Place> rest;
      for (const Place place : moves) {
        if (!wins(successor(board_, position, place), plies, place)) rest.push_back(place);
      }
      if (rest.empty()) break;
      moves = std::move(rest);
    }
    return moves.front();
  }

  /// Tries the moves in their order; but where one is refuted, next the place of the refutation.
  template <class IsGood>
  Place first_good(const Position<W>& position, std::vector<Place> moves, IsGood&& is_good) {
    const PlaceSet<W> legal = placements(board_, position);
    PlaceSet<W> tried;
    std::ranges::reverse(moves);
    while (!moves.empty()) {
      const Place place = moves.back();
      moves.pop_back();
      if (tried.has(place)) continue;
      tried.add(place);
      refutation_ = kNowhere;
      if (is_good(place)) return place;
      if (refutation_ != kNowhere && legal.has(refutation_)) moves.push_back(refutation_);
    }
    return kNowhere;
  }

  /// Whether the side to move, so it believes, connects within so many plies, an odd number.
  bool wins(const Position<W>& position, int plies, Place last) {
    count();
    const PlaceSet<W> winning = winning_moves(board_, position);
    if (winning.any()) return noted(winning.lowest());
    if (plies <= 1) return false;
    // Who cannot get there by then need not look.
    const int turns = (plies + 1) / 2;
    if (stones_needed(board_, position, position.to_move, turns) > turns) return false;
    return std::ranges::any_of(considered(position, last), [&](Place place) {
      return loses(successor(board_, position, place), plies - 1, place) && noted(place);
    });
  }

  bool loses(const Position<W>& position, int plies, Place last) {
    count();
    const PlaceSet<W> winning = winning_moves(board_, position);
    if (winning.any()) return !noted(winning.lowest());
    const bool is_threatened = threats_of(board_, position, other(position.to_move)).any();
    if (plies <= 2 && !is_threatened) return false;
    return std::ranges::all_of(considered(position, last), [&](Place place) {
      return wins(successor(board_, position, place), plies - 1, place) || !noted(place);
    });
  }

  /// True. Of what is noted, the last is what refutes the move that was tried.
  bool noted(Place refutation) {
    refutation_ = refutation;
    return true;
  }

  void count() {
    if (++positions_ > level_.positions) throw TooMuch();
  }

  /// None if a threat cannot be stopped.
  std::vector<Place> considered(const Position<W>& position, Place last) const {
    const PlaceSet<W> threats = threats_of(board_, position, other(position.to_move));
    if (threats.any()) {
      return by_first_sight(board_, position, proof_number::parries(board_, position, threats),
                            last);
    }
    std::vector<Place> moves = by_first_sight(board_, position, placements(board_, position), last);
    moves.resize(std::min(moves.size(), static_cast<std::size_t>(level_.width)));
    return moves;
  }

  const Board<W>& board_;
  const HumanLevel level_;
  std::uint64_t positions_ = 0;
  Place refutation_ = kNowhere;
};

}  // namespace

double HumanAttempt::need() const {
  return std::log2(static_cast<double>(positions)) + (level == kNoLevel ? 1 : 0);
}

template <int W>
std::vector<Place> by_first_sight(const Board<W>& board, const Position<W>& position,
                                  PlaceSet<W> moves, Place last) {
  const Player mover = position.to_move;
  const int most = board.place_count();
  const int own = stones_needed(board, position, mover, most);
  const int theirs = stones_needed(board, position, other(mover), most);
  Position<W> turned = position;
  turned.to_move = other(mover);
  std::vector<std::pair<int, Place>> by_look;
  moves.for_each([&](Place place) {
    const Position<W> next = successor(board, position, place);
    const int gain = gain_of(board, position, place, next, own);
    const int his_gain = gain_of(board, turned, place, successor(board, turned, place), theirs);
    const bool is_beside = last != kNowhere && board.neighbours(last).has(place);
    const bool is_in_danger = captured_next(board, next).has(place);
    const int look = 2 * gain + his_gain + (is_beside ? 4 : 0) - (is_in_danger ? 6 : 0);
    by_look.emplace_back(-look, place);
  });
  std::ranges::sort(by_look);
  std::vector<Place> places;
  for (const auto& [look, place] : by_look) places.push_back(place);
  return places;
}

template <int W>
HumanAttempt attempt(const Board<W>& board, const Puzzle& puzzle) {
  const Position<W> position = parse_position(board, puzzle.position);
  PlaceSet<W> keys = PlaceSet<W>::single(parse_move(board, position, puzzle.solution.move));
  for (const std::string& move : puzzle.solution.also) keys.add(parse_move(board, position, move));
  HumanAttempt result;
  for (std::size_t i = 0; i < kHumanLevels.size(); ++i) {
    HumanSolver<W> solver(board, kHumanLevels[i]);
    const Place answer = solver.answer(position, aim_of(puzzle));
    result.positions += solver.positions();
    if (answer == kNowhere || !keys.has(answer)) continue;
    result.level = static_cast<int>(i) + 1;
    break;
  }
  return result;
}

#define ONYX_INSTANTIATE(W)                                                                    \
  template std::vector<Place> by_first_sight(const Board<W>&, const Position<W>&, PlaceSet<W>, \
                                             Place);                                           \
  template HumanAttempt attempt(const Board<W>&, const Puzzle&);
ONYX_FOR_EACH_PUZZLE_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
