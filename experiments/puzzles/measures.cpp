#include "experiments/puzzles/measures.h"

#include <algorithm>
#include <utility>

#include "core/base/assert.h"
#include "core/notation.h"
#include "solver/engine/bounded/bounded_search.h"

namespace onyx {
namespace {

/// Scores how much a move helps its player: by captures, threats, and how far the stones needed to
/// connect fall below `needed`, their number before the move.
template <int W>
int gain_of(const WideBoard<W>& board, const WidePosition<W>& position, Place place,
            const WidePosition<W>& next, int needed) {
  const Player mover = position.to_move;
  const int threats = threats_of(board, next, mover).count();
  return 4 * captured_by(board, position, place).count() + 6 * std::min(threats, 2) +
         4 * (needed - stones_needed(board, next, mover, board.place_count()));
}

template <int W>
std::optional<bool> refutes(const WideBoard<W>& board, Oracle<W>& oracle, const Puzzle& puzzle,
                            const WidePosition<W>& after, const WrongMove& wrong, Place reply) {
  const WidePosition<W> next = successor(board, after, reply);
  if (wrong.value == "draw") {
    const std::optional<Outcome> outcome = oracle.outcome(next);
    return outcome ? std::optional(outcome->is_draw()) : std::nullopt;
  }
  if (wrong.plies == 1) return is_finished(board, next);
  // After the best reply, the solver loses in wrong.plies - 1 plies; a refutation may take two
  // more. In resist puzzles, the opponent must win two plies sooner than after key and best reply.
  const bool resists = puzzle.kind == PuzzleKind::resist;
  return oracle.loses_within(next, resists ? puzzle.plies - 4 : wrong.plies + 1);
}

template <int W>
bool is_covered(const std::vector<PlaceSet<W>>& by, PlaceSet<W> chosen, int more) {
  const PlaceSet<W>* fewest = nullptr;
  for (const PlaceSet<W>& one : by) {
    if ((one & chosen).any()) continue;
    if (fewest == nullptr || one.count() < fewest->count()) fewest = &one;
  }
  if (fewest == nullptr) return true;
  if (more == 0) return false;
  PlaceSet<W> choices = *fewest;
  while (choices.any()) {
    if (is_covered(by, chosen | PlaceSet<W>::single(choices.pop_lowest()), more - 1)) return true;
  }
  return false;
}

template <int W>
std::vector<Look> looks_of(const WideBoard<W>& board, const WidePosition<W>& position, Place key) {
  const Player solver = position.to_move;
  const WidePosition<W> after = successor(board, position, key);
  const bool captures = captured_by(board, position, key).any();
  std::vector<Look> looks;
  if (captured_by_any(board, after, placements(board, after)).has(key))
    looks.push_back(Look::gives_stone);
  if (!captures && threats_of(board, after, solver).empty() &&
      threats_of(board, position, other(solver)).empty()) {
    looks.push_back(Look::quiet);
  }
  if ((board.neighbours(key) & position.occupied()).empty()) looks.push_back(Look::away);
  const int most = board.place_count();
  if (!captures &&
      stones_needed(board, after, solver, most) >= stones_needed(board, position, solver, most)) {
    looks.push_back(Look::backwards);
  }
  return looks;
}

}  // namespace

template <int W>
std::vector<Place> by_first_sight(const WideBoard<W>& board, const WidePosition<W>& position,
                                  PlaceSet<W> moves) {
  const Player mover = position.to_move;
  const int most = board.place_count();
  const int own = stones_needed(board, position, mover, most);
  const int theirs = stones_needed(board, position, other(mover), most);
  const WidePosition<W> turned = with_other_to_move(position);
  std::vector<std::pair<int, Place>> by_look;
  moves.for_each([&](Place place) {
    const WidePosition<W> next = successor(board, position, place);
    const int gain = gain_of(board, position, place, next, own);
    const int his_gain = gain_of(board, turned, place, successor(board, turned, place), theirs);
    const bool is_in_danger = captured_by_any(board, next, placements(board, next)).has(place);
    const int look = 2 * gain + his_gain - (is_in_danger ? 6 : 0);
    by_look.emplace_back(-look, place);
  });
  std::ranges::sort(by_look);
  std::vector<Place> places;
  for (const auto& [look, place] : by_look) places.push_back(place);
  return places;
}

template <int W>
bool does_key_refute_all(const WideBoard<W>& board, Oracle<W>& oracle, const Puzzle& puzzle) {
  const WidePosition<W> position = parse_position(board, puzzle.position);
  const Place key = parse_move(board, position, puzzle.solution.move);
  return std::ranges::all_of(puzzle.wrong, [&](const WrongMove& wrong) {
    const WidePosition<W> after =
        successor(board, position, parse_move(board, position, wrong.move));
    return is_placement(board, after, key) &&
           refutes(board, oracle, puzzle, after, wrong, key).value_or(false);
  });
}

template <int W>
int least_cover(const std::vector<PlaceSet<W>>& by) {
  ONYX_ASSERT(std::ranges::all_of(by, &PlaceSet<W>::any));
  int size = 0;
  while (!is_covered(by, {}, size)) ++size;
  return size;
}

template <int W>
std::optional<Measures> measures_of(const WideBoard<W>& board, Oracle<W>& oracle,
                                    const Puzzle& puzzle) {
  const WidePosition<W> position = parse_position(board, puzzle.position);
  const Place key = parse_move(board, position, puzzle.solution.move);
  Measures measures;
  std::vector<PlaceSet<W>> refuting;
  for (const WrongMove& wrong : puzzle.wrong) {
    const WidePosition<W> after =
        successor(board, position, parse_move(board, position, wrong.move));
    PlaceSet<W>& by = refuting.emplace_back();
    PlaceSet<W> replies = placements(board, after);
    while (replies.any()) {
      const Place reply = replies.pop_lowest();
      const std::optional<bool> does = refutes(board, oracle, puzzle, after, wrong, reply);
      if (!does) return std::nullopt;
      if (*does) by.add(reply);
    }
    if (by.empty()) return std::nullopt;
    if (wrong.value == "draw" || wrong.plies >= kLongRefutation) ++measures.long_refutations;
  }
  measures.refutations = least_cover(refuting);
  const auto refuted_at = [&](Place place) {
    return std::ranges::count_if(refuting, [&](PlaceSet<W> by) { return by.has(place); });
  };
  std::ptrdiff_t most = 1;
  for (Place place = 0; place < 64 * W; ++place) most = std::max(most, refuted_at(place));
  measures.is_his_best_point = refuted_at(key) == most;
  const auto sights = by_first_sight(board, position, placements(board, position));
  measures.before_key = static_cast<int>(std::ranges::find(sights, key) - sights.begin());
  measures.looks = looks_of(board, position, key);
  return measures;
}

#define ONYX_INSTANTIATE(W)                                                                     \
  template std::vector<Place> by_first_sight(const WideBoard<W>&, const WidePosition<W>&,       \
                                             PlaceSet<W>);                                      \
  template std::optional<Measures> measures_of(const WideBoard<W>&, Oracle<W>&, const Puzzle&); \
  template bool does_key_refute_all(const WideBoard<W>&, Oracle<W>&, const Puzzle&);            \
  template int least_cover(const std::vector<PlaceSet<W>>&);
ONYX_FOR_EACH_PUZZLE_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
