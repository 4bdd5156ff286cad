#include "experiments/boards/estimate/basin.h"

#include <algorithm>
#include <utility>

#include "core/legality.h"
#include "solver/proof_games/retro_moves.h"
#include "solver/repetition/recurrence.h"
#include "solver/tactics/outlook.h"

namespace onyx {
namespace {

constexpr std::uint64_t kTableBytes = std::uint64_t{4} << 20;
/// Of short searches: a small table, for it is cleared before each.
constexpr unsigned kTableBits = 12;
/// Of the positions before those reached so far, how many are looked at.
constexpr std::size_t kTaken = 16;

/// Positions, and for how many ways each counts.
template <int W>
using Weighted = std::vector<std::pair<Position<W>, double>>;

/// Equal ones put together.
template <int W>
Weighted<W> each_once(Weighted<W> positions) {
  std::sort(positions.begin(), positions.end());
  Weighted<W> distinct;
  for (const auto& [position, weight] : positions) {
    if (!distinct.empty() && distinct.back().first == position) {
      distinct.back().second += weight;
    } else {
      distinct.emplace_back(position, weight);
    }
  }
  return distinct;
}

/// kTaken of them, or one more or less, such that the weights taken add up, on the average, to
/// those of any of them: systematic sampling with probability proportional to weight. Those for
/// which this would be more than 1 are taken for what they weigh.
template <int W>
Weighted<W> some_of(Weighted<W> positions, Random& random) {
  if (positions.size() <= kTaken) return positions;
  std::stable_sort(positions.begin(), positions.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  double left = 0;
  for (const auto& [position, weight] : positions) left += weight;
  std::size_t certain = 0;
  const auto each_of_rest = [&] { return left / static_cast<double>(kTaken - certain); };
  while (certain + 1 < kTaken && positions[certain].second >= each_of_rest()) {
    left -= positions[certain++].second;
  }
  Weighted<W> taken(positions.begin(), positions.begin() + static_cast<std::ptrdiff_t>(certain));
  const double each = each_of_rest();
  double sum = fraction(random) * each;
  for (std::size_t i = certain; i < positions.size(); ++i) {
    sum += positions[i].second;
    if (sum < each) continue;
    sum -= each;
    taken.emplace_back(positions[i].first, each);
  }
  return taken;
}

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
std::optional<DrawsFound<W>> Basin<W>::draws_from(const Position<W>& position, const Stop& limits,
                                                  BasinGuess& guess) {
  ++guess.explored;
  // What it remembers would let the node limit depend on what came before.
  bounded_->clear();
  if (bounded_->wins_within(position, 9).value_or(false)) return std::nullopt;
  if (bounded_->loses_within(position, 10).value_or(false)) return std::nullopt;
  DrawsFound<W> found = find_draws(board_, position, kTableBytes, limits);
  guess.is_cut_short = found.end == End::interrupted || found.end == End::time_limit;
  if (found.winner) return std::nullopt;
  return found;
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
std::vector<Position<W>> Basin<W>::class_of(const std::array<Position<W>, kShortCycle>& positions,
                                            const Stop& limits, BasinGuess& guess) {
  // Most are no draws, which a short search shows at one of the eight sooner than any at the first.
  bounded_->clear();
  for (const int plies : {3, 5}) {
    for (const Position<W>& position : positions) {
      if (bounded_->wins_within(position, plies).value_or(false)) return {};
      if (bounded_->loses_within(position, plies + 1).value_or(false)) return {};
    }
  }
  const std::optional<DrawsFound<W>> start = draws_from(positions.front(), limits, guess);
  if (!start) return {};
  if (start->end != End::complete) {
    guess.left_undecided = 1;
    guess.given_up = static_cast<double>(kShortCycle);
    return {};
  }
  const StateGraph<W>& graph = start->drawn.graph;
  std::vector<Position<W>> states;
  for (const RecurrentClass& one : recurrent_classes(graph, start->drawn.outcomes)) {
    if (!std::binary_search(one.begin(), one.end(), graph.roots.front())) continue;
    for (const StateId state : one) {
      states.push_back(graph.position(state));
      for (const StateId next : graph.successors(state)) {
        if (!std::binary_search(one.begin(), one.end(), next)) return {};  // not closed
      }
    }
  }
  std::sort(states.begin(), states.end());
  for (const Position<W>& position : positions) {
    if (!std::binary_search(states.begin(), states.end(), position)) return {};
  }
  return states;
}

template <int W>
BasinGuess Basin<W>::share_of(const std::array<Position<W>, kShortCycle>& positions, Random& random,
                              const Stop& limits) {
  BasinGuess guess;
  const std::vector<Position<W>> states = class_of(positions, limits, guess);
  guess.is_class = !states.empty();
  if (!guess.is_class) return guess;
  guess.draws = static_cast<double>(states.size());
  Weighted<W> reached;
  for (const Position<W>& state : states) reached.emplace_back(state, 1.0);
  while (!reached.empty()) {
    Weighted<W> before;
    for (const auto& [position, weight] : reached) {
      for_each_predecessor(board_, position, [&, each = weight](const Position<W>& one, Place) {
        before.emplace_back(one, each);
      });
    }
    before = each_once(std::move(before));
    std::erase_if(before, [&](const auto& one) {
      return std::binary_search(states.begin(), states.end(), one.first) ||
             is_decided_at_once(one.first);
    });
    reached.clear();
    for (const auto& [position, weight] : some_of(std::move(before), random)) {
      const std::optional<DrawsFound<W>> found = draws_from(position, limits, guess);
      if (guess.is_cut_short) return guess;
      if (!found) continue;
      if (found->end != End::complete) {
        ++guess.left_undecided;
        guess.given_up += weight;
        continue;
      }
      const StateGraph<W>& graph_before = found->drawn.graph;
      const std::size_t moves = graph_before.successors(graph_before.roots.front()).size();
      const double share = weight / static_cast<double>(moves);
      guess.draws += share;
      reached.emplace_back(position, share);
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
