#include "solver/repetition/arena.h"

#include <cmath>

#include "core/base/assert.h"
#include "core/legality.h"

namespace onyx {

template <int W>
Arena<W> arena_of(const WideBoard<W>& board, const WidePosition<W>& position) {
  ONYX_ASSERT(position.is_sound());
  const Geometry& geometry = board.geometry();
  Arena<W> arena;
  arena.points = board.points() - position.occupied();
  const PlaceSet<W> open_midpoints = board.midpoints() - position.occupied();
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    open_midpoints.for_each([&](Place midpoint) {
      const auto corners = geometry.corners_of(geometry.square_of(midpoint));
      for (std::size_t diagonal = 0; diagonal < 2; ++diagonal) {
        if (!might_be_captured(position, arena.points, corners, diagonal)) continue;
        for (const Place corner : {corners[diagonal], corners[diagonal + 2]}) {
          has_grown |= !arena.points.has(corner);
          arena.points.add(corner);
        }
      }
    });
  }
  open_midpoints.for_each([&](Place midpoint) {
    if (arena.points.contains(board.neighbours(midpoint))) arena.midpoints.add(midpoint);
  });
  ONYX_ASSERT(board.points().contains(arena.points) && board.midpoints().contains(arena.midpoints));
  ONYX_ASSERT((arena.midpoints & position.occupied()).empty());
  return arena;
}

template <int W>
TierTask<W> arena_task(const WideBoard<W>& board, const WidePosition<W>& position,
                       const Arena<W>& arena) {
  TierTask<W> task{position, in_cell_order(board, arena.points), {}, {}};
  arena.midpoints.for_each([&](Place midpoint) { task.midpoints.push_back(midpoint); });
  Symmetry& identity = task.group.emplace_back();
  for (Place place = 0; place < board.place_count(); ++place) identity.image.push_back(place);
  return task;
}

template <int W>
bool ArenaSolver<W>::solve(const WidePosition<W>& position, const Arena<W>& arena,
                           const typename TierRun<W>::Visit& visit, Interrupt interrupt) {
  ONYX_ASSERT(fits_tiers(arena));
  const TierTask<W> task = arena_task(board_, position, arena);
  auto& solver = solvers_[task.cells.size()];
  if (solver == nullptr) {
    solver = std::make_unique<TierSolver>(static_cast<int>(task.cells.size()), Threads::one);
  }
  return TierRun<W>(board_, task, *solver, Threads::one).run(visit, interrupt);
}

template <int W>
SolvedGraph<W> ArenaSolver<W>::drawn(const WidePosition<W>& position, const Arena<W>& arena,
                                     Interrupt interrupt) {
  std::map<WidePosition<W>, StateId> numbers;
  const auto visit = [&](const SolvedTier<W>& tier) {
    tier.solver.for_each_drawn([&](const Colouring& colouring, Player to_move) {
      numbers.emplace(tier.position(colouring, to_move), 0);
    });
  };
  SolvedGraph<W> result;
  if (!solve(position, arena, visit, interrupt)) return result;
  StateId next = 0;
  for (auto& [drawn, number] : numbers) number = next++;
  StateGraph<W>& graph = result.graph;
  graph.row_begin.push_back(0);
  for (const auto& entry : numbers) {
    const WidePosition<W>& drawn = entry.first;
    graph.positions.push_back(pack(drawn));
    placements(board_, drawn).for_each([&](Place place) {
      const auto target = numbers.find(successor(board_, drawn, place));
      if (target != numbers.end()) graph.targets.push_back(target->second);
    });
    graph.row_begin.push_back(graph.targets.size());
    result.outcomes.push_back(Outcome());
  }
  return result;
}

template <int W>
double colourings_of(const Arena<W>& arena) {
  return 2 * std::pow(3.0, arena.place_count());
}

template <int W>
double arena_bytes(const Arena<W>& arena) {
  // Bytes per 243 colourings: block 128, midpoints 64, distances 512, order about 64, and a margin.
  const double blocks = std::pow(3.0, arena.points.count()) / tier::kBlockBits + 1;
  return 1024 * blocks * (arena.midpoints.any() ? 2 : 1);
}

template <int W>
std::optional<ArenaAnswer> solve_in_arena(const WideBoard<W>& board,
                                          const WidePosition<W>& position, const Arena<W>& arena,
                                          Interrupt interrupt, Threads threads) {
  ONYX_ASSERT(can_go_on(board, position));
  ONYX_ASSERT(arena.points.contains(board.points() - position.occupied()));
  std::vector<Place> moves;
  std::vector<WidePosition<W>> wanted;  // The positions after each move, then `position`.
  placements(board, position).for_each([&](Place place) {
    moves.push_back(place);
    wanted.push_back(successor(board, position, place));
  });
  wanted.push_back(position);
  std::vector<Outcome> outcomes(wanted.size());

  TierTask<W> task = arena_task(board, position, arena);
  task.with_distances = true;
  TierSolver solver(static_cast<int>(task.cells.size()), threads);
  const auto visit = [&](const SolvedTier<W>& tier) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const auto& [v, h] = wanted[i].stones;
      const auto& [fixed_v, fixed_h] = tier.fixed.stones;
      if (v - arena.points != fixed_v || h - arena.points != fixed_h) continue;
      Colouring colouring;
      for (std::size_t cell = 0; cell < tier.cells.places.size(); ++cell) {
        const Place place = tier.cells.places[cell];
        if (v.has(place)) colouring.stones[0] |= CellSet{1} << cell;
        if (h.has(place)) colouring.stones[1] |= CellSet{1} << cell;
      }
      // All wanted positions are legal, so there is an outcome.
      outcomes[i] = tier.solver.outcome(colouring, wanted[i].to_move).value();
    }
  };
  if (!TierRun<W>(board, task, solver, threads).run(visit, interrupt)) return std::nullopt;
  ArenaAnswer answer;
  answer.outcome = outcomes.back();
  answer.colourings = static_cast<std::uint64_t>(colourings_of(arena));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (answer.outcome.is_kept_by(outcomes[i])) answer.best_moves.push_back(moves[i]);
  }
  return answer;
}

#define ONYX_INSTANTIATE(W)                                                                       \
  template Arena<W> arena_of(const WideBoard<W>&, const WidePosition<W>&);                        \
  template TierTask<W> arena_task(const WideBoard<W>&, const WidePosition<W>&, const Arena<W>&);  \
  template class ArenaSolver<W>;                                                                  \
  template double colourings_of(const Arena<W>&);                                                 \
  template double arena_bytes(const Arena<W>&);                                                   \
  template std::optional<ArenaAnswer> solve_in_arena(const WideBoard<W>&, const WidePosition<W>&, \
                                                     const Arena<W>&, Interrupt, Threads);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
