#include "solver/engine/graph/values.h"

#include <tbb/enumerable_thread_specific.h>

#include <atomic>
#include <climits>
#include <stdexcept>
#include <string>

#include "core/base/assert.h"

namespace onyx {
namespace {

constexpr std::size_t kGrain = 4096;

/// The reversed edges, in compressed sparse row form. The order within a row does not matter.
struct Predecessors {
  BigArray<std::uint64_t> row_begin;
  BigArray<StateId> sources;
};

template <int W>
Predecessors turn_round(const StateGraph<W>& graph, Threads threads) {
  const std::size_t states = graph.state_count();
  Predecessors result;
  result.row_begin.resize(states + 1);
  result.sources.resize(graph.edge_count());
  auto& begin = result.row_begin;
  parallel_for_each_index(threads, states + 1, kGrain, [&](std::size_t i) { begin[i] = 0; });
  parallel_for_each_index(threads, graph.edge_count(), kGrain, [&](std::size_t e) {
    std::atomic_ref(begin[graph.targets[e]]).fetch_add(1, std::memory_order_relaxed);
  });
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i <= states; ++i) begin[i] = sum += begin[i];
  ONYX_ASSERT(sum == graph.edge_count());
  // Fill each row from its end, so that `begin` then holds the beginnings of the rows.
  parallel_for_each_index(threads, states, kGrain, [&](std::size_t state) {
    for (const StateId target : graph.successors(static_cast<StateId>(state))) {
      const std::uint64_t place =
          std::atomic_ref(begin[target]).fetch_sub(1, std::memory_order_relaxed) - 1;
      result.sources[place] = static_cast<StateId>(state);
    }
  });
  ONYX_ASSERT(begin[0] == 0);
  return result;
}

/// Retrograde analysis by layers. A layer holds all states with the same distance.
template <int W>
class Backwards {
 public:
  Backwards(const StateGraph<W>& graph, Threads threads)
      : threads_(threads), predecessors_(turn_round(graph, threads)) {
    outcomes_.resize(graph.state_count());
    open_successors_.resize(graph.state_count());
    parallel_for(threads, graph.state_count(), kGrain, [&](std::size_t from, std::size_t to) {
      BigArray<StateId>& leaves = found_.local();
      for (std::size_t i = from; i < to; ++i) {
        const auto state = static_cast<StateId>(i);
        const bool leaf = graph.is_leaf(state);
        outcomes_[i] = leaf ? Outcome::decided_in(1) : Outcome();
        open_successors_[i] = static_cast<std::uint16_t>(graph.successors(state).size());
        if (leaf) leaves.push_back(state);
      }
    });
  }

  void collect(BigArray<StateId>& layer) {
    layer.clear();
    for (BigArray<StateId>& part : found_) {
      layer.reserve(layer.size() + part.size());
      for (const StateId state : part) layer.push_back(state);
      part.clear();
    }
  }

  void step(const BigArray<StateId>& layer, std::uint16_t distance) {
    ONYX_ASSERT(distance >= 1 && distance < UINT16_MAX);
    const bool layer_is_won = distance % 2 == 1;
    const Outcome next = Outcome::decided_in(static_cast<std::uint16_t>(distance + 1));
    parallel_for(threads_, layer.size(), kGrain / 16, [&](std::size_t from, std::size_t to) {
      BigArray<StateId>& decided = found_.local();
      for (std::size_t i = from; i < to; ++i) {
        const StateId target = layer[i];
        ONYX_ASSERT(outcomes_[target] == Outcome::decided_in(distance));
        for (std::uint64_t e = predecessors_.row_begin[target];
             e < predecessors_.row_begin[target + 1]; ++e) {
          const StateId state = predecessors_.sources[e];
          if (layer_is_won) {
            // Exactly one task reads 1; then all successors are won, so `state` is lost.
            const std::uint16_t were_open =
                std::atomic_ref(open_successors_[state]).fetch_sub(1, std::memory_order_relaxed);
            ONYX_ASSERT(were_open > 0);
            if (were_open == 1) {
              ONYX_ASSERT(outcomes_[state].is_draw());
              outcomes_[state] = next;
              decided.push_back(state);
            }
          } else if (Outcome draw;
                     std::atomic_ref(outcomes_[state])
                         .compare_exchange_strong(draw, next, std::memory_order_relaxed)) {
            decided.push_back(state);
          }
        }
      }
    });
  }

  BigArray<Outcome> outcomes() && { return std::move(outcomes_); }

 private:
  const Threads threads_;
  const Predecessors predecessors_;
  BigArray<Outcome> outcomes_;
  BigArray<std::uint16_t> open_successors_;  ///< Successors that are not yet known to be won for
                                             ///< the player to move there.
  tbb::enumerable_thread_specific<BigArray<StateId>> found_;
};

}  // namespace

template <int W>
Evaluation solve_values(const StateGraph<W>& graph, Threads threads, const Stop& stop) {
  Backwards<W> values(graph, threads);
  BigArray<StateId> layer;  // all states at this distance
  std::uint64_t decided_states = 0;
  for (std::uint16_t distance = 1;; ++distance) {
    values.collect(layer);
    if (layer.empty()) break;
    if (stop.interrupt.has_come()) return {End::interrupted, {}};
    decided_states += layer.size();
    ONYX_ASSERT(decided_states <= graph.state_count());
    if (stop.progress) {
      stop.progress({graph.state_count(), decided_states, 0, Reached::Phase::deciding});
    }
    if (distance == UINT16_MAX - 1) throw std::length_error("a distance exceeds 65,534 plies");
    values.step(layer, distance);
  }
  return {End::complete, std::move(values).outcomes()};
}

template <int W>
void require_consistent(const StateGraph<W>& graph, const BigArray<Outcome>& outcomes) {
  for (StateId state = 0; state < graph.state_count(); ++state) {
    int fastest_win = graph.is_leaf(state) ? 1 : INT_MAX;
    int slowest_loss = 0;
    bool has_draw = false;
    for (const StateId target : graph.successors(state)) {
      const Outcome next = outcomes[target];
      if (next.is_draw()) {
        has_draw = true;
      } else if (next.value() == Value::loss) {
        fastest_win = std::min(fastest_win, next.distance() + 1);
      } else {
        slowest_loss = std::max(slowest_loss, next.distance() + 1);
      }
    }
    Outcome expected;  // a draw
    if (fastest_win != INT_MAX || !has_draw) {
      const int plies = fastest_win != INT_MAX ? fastest_win : slowest_loss;
      expected = Outcome::decided_in(static_cast<std::uint16_t>(plies));
    }
    if (outcomes[state] != expected) {
      throw std::logic_error("the value of state " + std::to_string(state) +
                             " contradicts those of its successors; please report this");
    }
  }
}

#define ONYX_INSTANTIATE(W)                                                     \
  template Evaluation solve_values(const StateGraph<W>&, Threads, const Stop&); \
  template void require_consistent(const StateGraph<W>&, const BigArray<Outcome>&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
