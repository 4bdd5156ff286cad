#include "experiments/boards/estimate/basin.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/legality.h"
#include "solver/graph/solve_graph.h"
#include "solver/proof_games/retro_moves.h"
#include "solver/repetition/draw_search.h"
#include "solver/tactics/outlook.h"

namespace onyx {
namespace {

constexpr std::uint64_t kFirstStates = 5'000;
constexpr std::uint64_t kMostStates = 200'000;
constexpr std::uint64_t kTableBytes = std::uint64_t{32} << 20;
/// Of short searches: a small table, for it is cleared before each.
constexpr unsigned kTableBits = 12;
/// Of the positions before those reached so far, how many are looked at.
constexpr std::size_t kTaken = 3;

}  // namespace

template <int W>
Basin<W>::Basin(const Board<W>& board, const std::vector<ShortCycle<W>>& cycles)
    : board_(board),
      cycles_(cycles),
      bounded_(std::make_unique<BoundedSearch<W>>(board, kTableBits)) {
  bounded_->set_node_limit(20'000);
}

template <int W>
bool Basin<W>::is_decided_at_once(const Position<W>& position) const {
  if (winning_moves(board_, position).any()) return true;
  return proof_number::outlook_of(board_, position).forecast !=
         proof_number::Outlook<W>::Forecast::open;
}

template <int W>
std::optional<typename Basin<W>::Explored> Basin<W>::explore(const Position<W>& position,
                                                             const Stop& limits,
                                                             BasinGuess& guess) {
  if (is_decided_at_once(position)) return Explored{};
  ++guess.explored;
  const auto count = [](SolvedGraph<W>&& solved) {
    Explored explored{std::move(solved), 0};
    const StateGraph<W>& graph = explored.solved.graph;
    const StateId root = graph.roots.front();
    if (!explored.solved.outcomes[root].is_draw()) return explored;
    for (const StateId next : graph.successors(root)) {
      explored.draws += explored.solved.outcomes[next].is_draw() ? 1 : 0;
    }
    return explored;
  };
  Stop stop = limits;
  for (const std::uint64_t states : {kFirstStates, kMostStates}) {
    stop.work = std::min(states, limits.work);
    GraphSolution<W> solution =
        solve_graph<W>(board_, std::span<const Position<W>>(&position, 1), stop, Threads::one);
    if (solution.end == End::complete) return count(std::move(solution.solved));
    if (solution.end == End::interrupted || solution.end == End::time_limit) {
      guess.is_cut_short = true;
      return std::nullopt;
    }
    if (states != kFirstStates) break;
    // What it remembers would let the node limit depend on what came before.
    bounded_->clear();
    if (bounded_->wins_within(position, 9).value_or(false)) return Explored{};
    if (bounded_->loses_within(position, 10).value_or(false)) return Explored{};
  }
  stop.work = limits.work;
  DrawsFound<W> found = find_draws(board_, position, kTableBytes, stop);
  if (found.end == End::complete) {
    return found.winner ? Explored{} : count(std::move(found.drawn));
  }
  guess.is_cut_short = found.end == End::interrupted || found.end == End::time_limit;
  return std::nullopt;
}

template <int W>
std::size_t Basin<W>::starts_in(const std::vector<Position<W>>& states) const {
  std::size_t starts = 0;
  std::array<Position<W>, kShortCycle> positions;
  for (const Position<W>& state : states) {
    if (state.to_move != Player::V) continue;
    for (const ShortCycle<W>& cycle : cycles_) {
      if ((state.stones[0] & cycle.fixed) != cycle.stones.stones[0] ||
          (state.stones[1] & cycle.fixed) != cycle.stones.stones[1] ||
          !cycle.runs_from(board_, state, positions)) {
        continue;
      }
      starts += std::all_of(positions.begin(), positions.end(), [&](const Position<W>& one) {
        return std::binary_search(states.begin(), states.end(), one);
      });
    }
  }
  return starts;
}

template <int W>
BasinGuess Basin<W>::share_of(const std::array<Position<W>, kShortCycle>& positions, Random& random,
                              const Stop& limits) {
  BasinGuess guess;
  // Most are no draws, which a short search shows at one of the eight sooner than any at the first.
  bounded_->clear();
  for (const int plies : {3, 5}) {
    for (const Position<W>& position : positions) {
      if (bounded_->wins_within(position, plies).value_or(false)) return guess;
      if (bounded_->loses_within(position, plies + 1).value_or(false)) return guess;
    }
  }
  const std::optional<Explored> start = explore(positions.front(), limits, guess);
  if (!start) {
    guess.left_undecided = 1;
    guess.given_up = static_cast<double>(kShortCycle);
    return guess;
  }
  if (start->draws == 0) return guess;
  const StateGraph<W>& graph = start->solved.graph;
  std::vector<Position<W>> states;
  for (const RecurrentClass& one : recurrent_classes(graph, start->solved.outcomes)) {
    if (!std::binary_search(one.begin(), one.end(), graph.roots.front())) continue;
    for (const StateId state : one) {
      states.push_back(graph.position(state));
      for (const StateId next : graph.successors(state)) {
        const bool leaves = start->solved.outcomes[next].is_draw() &&
                            !std::binary_search(one.begin(), one.end(), next);
        if (leaves) return guess;  // not closed
      }
    }
  }
  std::sort(states.begin(), states.end());
  for (const Position<W>& position : positions) {
    if (!std::binary_search(states.begin(), states.end(), position)) return guess;
  }
  guess.is_class = true;

  guess.draws = static_cast<double>(states.size());
  std::vector<std::pair<Position<W>, double>> reached;
  for (const Position<W>& state : states) reached.emplace_back(state, 1.0);
  while (!reached.empty()) {
    std::vector<std::pair<Position<W>, double>> before;
    for (const auto& [position, weight] : reached) {
      for_each_predecessor(board_, position, [&, each = weight](const Position<W>& one, Place) {
        if (is_decided_at_once(one) || std::binary_search(states.begin(), states.end(), one)) {
          return;
        }
        before.emplace_back(one, each);
      });
    }
    reached.clear();
    const std::size_t taken = std::min(kTaken, before.size());
    for (std::size_t i = 0; i < taken; ++i) {
      std::swap(before[i], before[i + below(random, before.size() - i)]);
      const double counts = static_cast<double>(before.size()) / static_cast<double>(taken);
      const double weight = before[i].second * counts;
      const std::optional<Explored> explored = explore(before[i].first, limits, guess);
      if (guess.is_cut_short) return guess;
      if (!explored) {
        ++guess.left_undecided;
        guess.given_up += weight;
      } else if (explored->draws > 0) {
        const double share = weight / static_cast<double>(explored->draws);
        guess.draws += share;
        reached.emplace_back(before[i].first, share);
      }
    }
  }
  const auto starts = static_cast<double>(starts_in(states));
  guess.draws /= starts;
  guess.given_up /= starts;
  return guess;
}

#define ONYX_INSTANTIATE(W) template class Basin<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
