#include "solver/repetition/arena_answer.h"

#include <cmath>

#include "core/base/assert.h"
#include "core/legality.h"

namespace onyx {
namespace {

/// The colours of a position on the cells of a tier.
template <int W>
Colouring colouring_of(const WidePosition<W>& position, const CellBoard& cells) {
  Colouring colouring;
  for (std::size_t cell = 0; cell < cells.places.size(); ++cell) {
    for (std::size_t player = 0; player < 2; ++player) {
      if (position.stones[player].has(cells.places[cell])) {
        colouring.stones[player] |= CellSet{1} << cell;
      }
    }
  }
  return colouring;
}

}  // namespace

template <int W>
double colourings_of(const Arena<W>& arena) {
  return 2 * std::pow(3.0, arena.place_count());
}

template <int W>
double arena_bytes(const Arena<W>& arena) {
  // Per 243 colourings: 128 bytes for the block, 64 for midpoints, 512 for distances and about 64
  // for the order. Slices of the tiers with midpoints take less than the same amount again.
  const double blocks = std::pow(3.0, arena.points.count()) / tier::kBlockBits + 1;
  return 1024 * blocks * (arena.midpoints.any() ? 2 : 1);
}

template <int W>
std::optional<ArenaAnswer<W>> solve_in_arena(const WideBoard<W>& board,
                                             const WidePosition<W>& position, const Arena<W>& arena,
                                             Interrupt interrupt, Threads threads) {
  ONYX_ASSERT(can_go_on(board, position));
  ONYX_ASSERT(arena.points.contains(board.points() - position.occupied()));
  std::vector<Place> moves;
  std::vector<WidePosition<W>> wanted;  // the position after each move; last, the position itself
  placements(board, position).for_each([&](Place place) {
    moves.push_back(place);
    wanted.push_back(successor(board, position, place));
  });
  wanted.push_back(position);
  std::vector<Outcome> outcomes(wanted.size());

  TierTask<W> task = arena_task(board, position, arena);
  task.with_distances = true;
  TierSolver solver(static_cast<int>(task.cells.size()), threads);
  const PlaceSet<W> cells = arena.points;
  const bool is_complete =
      TierRun<W>(board, task, solver, threads)
          .run(
              [&](const SolvedTier<W>& tier) {
                for (std::size_t i = 0; i < wanted.size(); ++i) {
                  const auto& stones = wanted[i].stones;
                  const bool is_here = stones[0] - cells == tier.fixed.stones[0] &&
                                       stones[1] - cells == tier.fixed.stones[1];
                  if (!is_here) continue;
                  // Play from legal positions leads to legal ones.
                  outcomes[i] =
                      tier.solver.outcome(colouring_of(wanted[i], tier.cells), wanted[i].to_move)
                          .value();
                }
              },
              interrupt);
  if (!is_complete) return std::nullopt;

  ArenaAnswer<W> answer;
  answer.outcome = outcomes.back();
  answer.colourings = static_cast<std::uint64_t>(colourings_of(arena));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (answer.outcome.is_kept_by(outcomes[i])) answer.best_moves.push_back(moves[i]);
  }
  return answer;
}

#define ONYX_INSTANTIATE(W)                              \
  template double colourings_of(const Arena<W>&);        \
  template double arena_bytes(const Arena<W>&);          \
  template std::optional<ArenaAnswer<W>> solve_in_arena( \
      const WideBoard<W>&, const WidePosition<W>&, const Arena<W>&, Interrupt, Threads);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
