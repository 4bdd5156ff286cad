#include "experiments/repetition/describe/drawn_graph.h"

#include <fmt/core.h>

#include <stdexcept>

#include "core/base/assert.h"
#include "core/wide_line.h"
#include "experiments/files/files.h"
#include "solver/certificate/certificate.h"
#include "solver/certificate/compact_reader.h"
#include "solver/engine/graph/solve_graph.h"
#include "solver/referee/referee.h"
#include "solver/repetition/draw_search.h"

namespace onyx {
namespace {

std::vector<std::string> cycle_through(const std::string& text, const Stop& stop) {
  return with_board(board_size_of(text), [&]<int W>(const WideBoard<W>& board) {
    const SolvedGraph<W> solved = drawn_graph(board, parse_position(board, text), stop);
    std::vector<std::string> texts;
    if (class_of_root(solved).empty()) return texts;
    const StateId root = solved.graph.roots.front();
    for (const StateId state : shortest_cycle(solved.graph, solved.outcomes, root).states) {
      texts.push_back(format_position(board, solved.graph.position(state)));
    }
    return texts;
  });
}

}  // namespace

std::vector<std::string> positions_along(const Position& start,
                                         const std::vector<std::string>& moves) {
  const Line line = replay(start, moves);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < moves.size(); ++i)
    texts.push_back(format_position(line.positions[i]));
  return texts;
}

std::vector<std::string> cycle_positions_of(const ProofSource& proof, const Stop& stop) {
  const std::string bytes = proof.read();
  try {
    if (referee::kind_of(referee::file_of(bytes)) == referee::Kind::compact) {
      return cycle_through(compact::position_of(bytes), stop);
    }
    const Certificate certificate = parse_certificate(bytes);
    if (certificate.claim != Claim::draw || !certificate.line) return {};
    const Line before = replay(parse_position(certificate.position), certificate.line->prefix);
    return positions_along(before.end(), certificate.line->cycle);
  } catch (const std::runtime_error& error) {  // Damage, FieldError, InputError
    throw FileError(fmt::format("'{}': {}", proof.name(), error.what()));
  }
}

template <int W>
PlaceSet<W> squares_captured_in(const WideBoard<W>& board, const WidePosition<W>& position,
                                Place move) {
  PlaceSet<W> squares;
  const PlaceSet<W> captured = captured_by(board, position, move);
  if (captured.empty()) return squares;
  board.midpoints().for_each([&](Place midpoint) {
    // Two squares at a point share no other point, so `captured` cannot mix their corners.
    const PlaceSet<W>& corners = board.neighbours(midpoint);
    if (corners.has(move) && (corners & captured).count() == 2) squares.add(midpoint);
  });
  ONYX_ASSERT(squares.count() <= 2);
  return squares;
}

template <int W>
CycleFacts<W> facts_of_cycle(const WideBoard<W>& board, const StateGraph<W>& graph,
                             const std::vector<StateId>& cycle) {
  CycleFacts<W> facts;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const WidePosition<W> position = graph.position(cycle[i]);
    const WidePosition<W> next = graph.position(cycle[(i + 1) % cycle.size()]);
    // Derive the move from the positions: the graph may store only drawn successors, so the index
    // of a successor need not be the index of the move.
    const Place move = (next.occupied() - position.occupied()).lowest();
    ONYX_ASSERT(next == successor(board, position, move));
    const PlaceSet<W> squares = squares_captured_in(board, position, move);
    facts.moves.push_back(move);
    facts.squares |= squares;
    facts.double_captures += squares.count() == 2 ? 1 : 0;
  }
  return facts;
}

template <int W>
SolvedGraph<W> drawn_graph(const WideBoard<W>& board, const WidePosition<W>& position,
                           const Stop& limits) {
  // The explorer solves this many states in 0.2 s; for more, the search for draws runs first.
  constexpr std::uint64_t kFewStates = 200'000;
  constexpr std::uint64_t kDrawNodes = 1'000'000;
  Stop stop = limits;
  stop.progress = nullptr;
  const auto explored = [&](std::uint64_t states) {
    stop.work = states;
    // Explore even if the value is known, because a class needs all reachable positions.
    return solve_graph<W>(board, std::span(&position, 1), stop, Threads::one);
  };
  GraphSolution<W> solution = explored(std::min(limits.work, kFewStates));
  if (solution.end == End::work_limit && limits.work > kFewStates) {
    stop.work = kDrawNodes;
    DrawsFound<W> found = find_draws(board, position, kDrawTableBytes, stop);
    if (found.end == End::complete) return std::move(found.drawn);
    if (!stop.met()) solution = explored(limits.work);
  }
  if (stop.interrupt.has_come()) throw NoRecord{"interrupted"};
  if (solution.end != End::complete) {
    const End end = stop.met().value_or(solution.end);
    if (end != End::work_limit) throw NoRecord{fmt::format("{} reached", name_of(end)), true};
    throw NoRecord{"more than " + std::to_string(limits.work) + " positions are reachable", true};
  }
  return std::move(solution.solved);
}

#define ONYX_INSTANTIATE(W)                                                                     \
  template PlaceSet<W> squares_captured_in(const WideBoard<W>&, const WidePosition<W>&, Place); \
  template CycleFacts<W> facts_of_cycle(const WideBoard<W>&, const StateGraph<W>&,              \
                                        const std::vector<StateId>&);                           \
  template SolvedGraph<W> drawn_graph(const WideBoard<W>&, const WidePosition<W>&, const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
