#include "experiments/repetition/reduce/rich_cycle.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace onyx {
namespace {

/// States by their index in the class.
using Index = std::uint32_t;

template <int W>
class RichCycleSearch {
 public:
  RichCycleSearch(const WideBoard<W>& board, const StateGraph<W>& graph,
                  const BigArray<Outcome>& outcomes, const RecurrentClass& states, Riches riches,
                  std::uint64_t budget)
      : riches_(riches), budget_(budget), moves_(states.size()), is_met_(states.size()) {
    for (Index from = 0; from < states.size(); ++from) {
      const auto row = graph.successors(states[from]);
      const WidePosition<W> position = graph.position(states[from]);
      PlaceSet<W> places = placements(board, position);
      for (std::size_t k = 0; k < row.size(); ++k) {
        const Place place = places.pop_lowest();
        if (!outcomes[row[k]].is_draw()) continue;
        const auto to = std::lower_bound(states.begin(), states.end(), row[k]);
        if (to == states.end() || *to != row[k]) continue;
        moves_[from].push_back(
            {static_cast<Index>(to - states.begin()), squares_captured_in(board, position, place)});
      }
    }
  }

  std::vector<Index> run() {
    for (Index from = 0; from < moves_.size() && spent_ < budget_ / 2; ++from) {
      for (const Move& move : moves_[from]) close_shortest(from, move);
    }
    // The starts are spread over the class.
    constexpr std::size_t kMostStarts = 64;
    const std::size_t starts = std::min(moves_.size(), kMostStarts);
    for (std::size_t i = 0; i < starts && spent_ < budget_; ++i) {
      walk(static_cast<Index>(i * moves_.size() / starts), (budget_ - spent_) / (starts - i));
    }
    return best_;
  }

 private:
  struct Move {
    Index to;
    PlaceSet<W> squares;  ///< Squares in which the move captures.
  };
  /// A state on the way, and the moves from it that are still to be tried.
  struct Step {
    Index state;
    std::size_t next_move = 0;
    PlaceSet<W> squares{};    ///< Squares captured in on the way to the state.
    int double_captures = 0;  ///< On the way to the state.
  };

  /// The greater, the better.
  std::pair<int, int> score(std::size_t plies, const PlaceSet<W>& squares, int doubles) const {
    const int length = static_cast<int>(plies);
    if (riches_ == Riches::plies) return {length, squares.count()};
    return {riches_ == Riches::squares ? squares.count() : doubles, -length};
  }

  /// The shortest cycle that begins with the move.
  void close_shortest(Index from, const Move& first) {
    constexpr Index kNone = UINT32_MAX;
    std::vector<std::pair<Index, const Move*>> before(moves_.size(), {kNone, nullptr});
    std::vector<Index> queue{first.to};
    for (std::size_t i = 0; i < queue.size() && before[from].first == kNone; ++i) {
      for (const Move& move : moves_[queue[i]]) {
        ++spent_;
        if (move.to == first.to || before[move.to].first != kNone) continue;
        before[move.to] = {queue[i], &move};
        queue.push_back(move.to);
      }
    }
    PlaceSet<W> squares = first.squares;
    int doubles = first.squares.count() == 2 ? 1 : 0;
    std::vector<Index> cycle;
    for (Index state = from; state != first.to; state = before[state].first) {
      cycle.push_back(state);
      squares |= before[state].second->squares;
      doubles += before[state].second->squares.count() == 2 ? 1 : 0;
    }
    cycle.push_back(first.to);
    std::reverse(cycle.begin(), cycle.end());
    keep(score(cycle.size(), squares, doubles), [&] { return cycle; });
  }

  /// Tries ways from `start` that meet no state twice, depth first, until all are tried or the
  /// moves made exceed the share.
  void walk(Index start, std::uint64_t share) {
    const std::uint64_t end = spent_ + share;
    std::vector<Step> way{{start}};
    is_met_[start] = true;
    while (!way.empty() && spent_ < end) {
      Step& step = way.back();
      if (step.next_move == moves_[step.state].size()) {
        is_met_[step.state] = false;
        way.pop_back();
        continue;
      }
      const Move& move = moves_[step.state][step.next_move++];
      ++spent_;
      const PlaceSet<W> squares = step.squares | move.squares;
      const int doubles = step.double_captures + (move.squares.count() == 2 ? 1 : 0);
      if (move.to == start) {
        keep(score(way.size(), squares, doubles), [&] {
          std::vector<Index> cycle;
          for (const Step& on_way : way) cycle.push_back(on_way.state);
          return cycle;
        });
      } else if (!is_met_[move.to]) {
        is_met_[move.to] = true;
        way.push_back({move.to, 0, squares, doubles});
      }
    }
    for (const Step& step : way) is_met_[step.state] = false;
  }

  template <class MakeCycle>
  void keep(std::pair<int, int> score, MakeCycle&& make_cycle) {
    if (best_score_ && score <= *best_score_) return;
    best_score_ = score;
    best_ = make_cycle();
  }

  const Riches riches_;
  const std::uint64_t budget_;
  std::uint64_t spent_ = 0;               ///< Moves examined.
  std::vector<std::vector<Move>> moves_;  ///< For each state its moves that stay in the class.
  std::vector<bool> is_met_;
  std::optional<std::pair<int, int>> best_score_;
  std::vector<Index> best_;
};

}  // namespace

template <int W>
ForcedCycle rich_cycle(const WideBoard<W>& board, const StateGraph<W>& graph,
                       const BigArray<Outcome>& outcomes, const RecurrentClass& states,
                       Riches riches, std::uint64_t budget) {
  ForcedCycle cycle;
  for (const Index index :
       RichCycleSearch<W>(board, graph, outcomes, states, riches, budget).run()) {
    const StateId state = states[index];
    cycle.states.push_back(state);
    int choices = 0;
    for (const StateId next : graph.successors(state)) choices += outcomes[next].is_draw() ? 1 : 0;
    cycle.freedom += choices - 1;
  }
  return cycle;
}

#define ONYX_INSTANTIATE(W)                                                                \
  template ForcedCycle rich_cycle(const WideBoard<W>&, const StateGraph<W>&,               \
                                  const BigArray<Outcome>&, const RecurrentClass&, Riches, \
                                  std::uint64_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
