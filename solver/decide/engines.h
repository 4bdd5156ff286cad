// The engines of a Decider; engine_order.h has their order. Shares of memory: 1/2 for the table of
// proof-number search, 1/4 for strategies, 1/4 for bounded search (at most 1/8) and the explorer or
// arena (all memory if it is the only engine). A proof-number proof may use all but the table.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>

#include "core/base/assert.h"
#include "core/base/stopwatch.h"
#include "solver/certificate/prove.h"
#include "solver/decide/exact_distance.h"
#include "solver/decide/tuning.h"
#include "solver/decide/wide_decider.h"
#include "solver/engine/graph/solve_graph.h"
#include "solver/repetition/arena.h"

namespace onyx {

inline Stop with_limits(Stop stop, std::uint64_t bytes, std::uint64_t work) {
  stop.bytes = bytes;
  stop.work = work;
  return stop;
}

/// Adds to a sum the number of nodes that a search visits during the lifetime of this object.
template <class Search>
class Counted {
 public:
  Counted(const Search& search, std::atomic<std::uint64_t>& sum)
      : search_(search), before_(search.nodes()), sum_(sum) {}
  ~Counted() { sum_ += search_.nodes() - before_; }
  Counted(const Counted&) = delete;

 private:
  const Search& search_;
  const std::uint64_t before_;
  std::atomic<std::uint64_t>& sum_;
};

inline End end_now(const Stop& stop) { return stop.met().value_or(End::memory_limit); }

template <int W>
class Engines {
 public:
  struct Task {
    const WidePosition<W>& position;
    const Stop& stop;
  };
  /// std::nullopt if the engine does not suit the position or met a limit.
  using Answer = std::optional<Decision>;
  Engines(const WideBoard<W>& board, const DecideOptions& options)
      : board_(board), options_(options) {
    ONYX_ASSERT(options.threads >= 1 && options.only != Engine::rules);
  }

  const WideBoard<W>& board() const { return board_; }
  const DecideOptions& options() const { return options_; }

  /// Sets the memory limit that all engines share. Call this before each position.
  void begin(const Stop& stop) {
    bytes_ = stop.bytes < UINT64_MAX ? stop.bytes : kUsualBytes;
    numbers_end_ = End::complete;
    looked_at_ = 0;
  }

  /// Answers only if at most `states` states are reachable.
  Answer by_explorer(const Task& task, std::uint64_t states) {
    Traced run(*this, Engine::explorer, states);
    const std::vector<WidePosition<W>> roots{task.position};
    GraphSolution<W> solution =
        solve_graph<W>(board_, roots, with_limits(task.stop, bytes_for_all_values(), states),
                       options_.only && options_.threads > 1 ? Threads::all : Threads::one);
    looked_at_ += solution.reached.known;
    if (solution.end != End::complete) return std::nullopt;
    const auto basis = std::make_shared<WideBasis<W>>();
    basis->solved = std::make_shared<const SolvedGraph<W>>(std::move(solution.solved));
    const SolvedGraph<W>& solved = *basis->solved;
    const StateId root = solved.graph.roots.front();
    Decision decision{
        .best_moves = best_moves(board_, solved, root), .engine = Engine::explorer, .basis = basis};
    set_value(decision, solved.outcomes[root], task.position.to_move);
    return run.answer(std::move(decision));
  }

  Answer by_arena(const Task& task, const Arena<W>& arena) {
    if (arena_bytes(arena) > static_cast<double>(bytes_for_all_values())) return std::nullopt;
    Traced run(*this, Engine::arena, static_cast<std::uint64_t>(colourings_of(arena)));
    const auto found =
        solve_in_arena(board_, task.position, arena, task.stop.interrupt, Threads::one);
    if (!found) return std::nullopt;
    looked_at_ += found->colourings;
    Decision decision{.best_moves = found->best_moves, .engine = Engine::arena};
    set_value(decision, found->outcome, task.position.to_move);
    return run.answer(std::move(decision));
  }
  Answer by_explorer_or_arena(const Task& task) {
    const Arena<W> arena = arena_of(board_, task.position);
    const bool has_arena = !options_.with_certificates && colourings_of(arena) <= kMostColourings &&
                           arena_bytes(arena) <= static_cast<double>(explorer_bytes());
    if (!has_arena) {
      const int empty = (board_.points() - task.position.occupied()).count();
      return empty <= kMostEmptyExplored ? by_explorer(task, kMostExplored) : std::nullopt;
    }
    const auto states_worth =
        static_cast<std::uint64_t>(colourings_of(arena) / kColouringsPerState + kAlwaysExplored);
    if (auto found = by_explorer(task, std::min(states_worth, kMostExplored))) return found;
    return by_arena(task, arena);
  }
  Answer by_proof_numbers(const Task& task, std::uint64_t nodes, std::size_t threads) {
    if (!has_proof_numbers()) return std::nullopt;
    Traced run(*this, Engine::proof_numbers, nodes);
    proof_number::Searcher<W>& search = searcher(threads);
    const Counted counted(search, looked_at_);
    proof_number::FoundValue<W> value =
        find_value(search, task.position, with_limits(task.stop, bytes_ / 4, nodes));
    numbers_end_ = value.end;
    if (value.end != End::complete) return std::nullopt;
    Decision decision = decision_of(value, task.position.to_move);
    const auto basis = std::make_shared<WideBasis<W>>();
    basis->found_value = std::make_shared<const proof_number::FoundValue<W>>(std::move(value));
    decision.basis = basis;
    return run.answer(std::move(decision));
  }
  /// Deepens the search until it has visited `nodes` nodes. Never answers for a draw.
  Answer by_bounded_search(const Task& task, std::uint64_t nodes) {
    Traced run(*this, Engine::bounded, nodes);
    BoundedSearch<W>& search = bounded(task.stop, nodes);
    const Counted counted(search, looked_at_);
    const auto outcome = search.outcome(task.position, BoundedSearch<W>::kMostPlies - 1);
    if (!outcome) return std::nullopt;
    ONYX_ASSERT(!outcome->is_draw());
    Decision decision{.all_best_moves = false, .engine = Engine::bounded};
    set_value(decision, *outcome, task.position.to_move);
    if (outcome->value() == Value::win) {
      PlaceSet<W> moves = legal_moves(board_, task.position);
      while (moves.any() && decision.best_moves.empty()) {
        const Place move = moves.pop_lowest();
        const WidePosition<W> next = successor(board_, task.position, move);
        const bool is_quickest = is_finished(board_, next) ||
                                 search.loses_within(next, decision.distance - 1).value_or(false);
        if (is_quickest) decision.best_moves = {move};
      }
    }
    return run.answer(std::move(decision));
  }

  bool has_proof_numbers() const { return bytes_ >= kLeastProofNumberBytes; }
  /// Returns the number of positions searched by all engines since begin(), except in complete().
  std::uint64_t looked_at() const { return looked_at_; }
  std::uint64_t bytes_of_table() const { return table_ ? table_->bytes() : 0; }
  End numbers_end() const { return numbers_end_; }

  /// Adds the exact distance and all best moves if they are missing and cheap to find.
  void complete(const Task& task, Decision& decision) {
    if (!decision.is_decided() || decision.all_best_moves || options_.nodes_for_distance == 0)
      return;
    if (decision.is_draw()) return complete_draw(task, decision);
    const std::uint64_t nodes = options_.nodes_for_distance;
    complete_win(bounded(task.stop, nodes), task.position,
                 with_limits(task.stop, task.stop.bytes, nodes), decision);
  }

  Proof<W> prove(const WidePosition<W>& position, const Decision& decision, const Stop& stop) {
    Proof<W> proof;
    if (decision.engine == Engine::rules) {
      proof.strategies.emplace_back().owner = other(position.to_move);
      return proof;
    }
    if (const auto solved = solved_graph_of<W>(decision)) {
      return proof_from(board_, *solved, solved->graph.roots.front());
    }
    if (decision.engine == Engine::bounded) {
      BoundedSearch<W>& search = bounded(stop, UINT64_MAX);
      auto found = proof_from(search, position, decision.distance, bytes_ / 4);
      return found ? std::move(*found) : Proof<W>{.end = end_now(stop)};
    }
    try {
      proof_number::Searcher<W>& search = searcher(options_.threads);
      const auto* const basis = dynamic_cast<const WideBasis<W>*>(decision.basis.get());
      const auto value =
          basis != nullptr && basis->found_value
              ? *basis->found_value
              : find_value(search, position, with_limits(stop, bytes_ / 4, stop.work));
      proof.end = value.end;
      if (value.end != End::complete) return proof;
      // The search is over, so the strategy may take all memory outside the table.
      const std::uint64_t left = bytes_ - std::min(bytes_, table_->bytes());
      return proof_number::prove(search, position, value, with_limits(stop, left, stop.work));
    } catch (const std::bad_alloc&) {
      proof.end = End::memory_limit;
    }
    return proof;
  }

 private:
  /// Reports a run of an engine to `trace` at the end of the scope.
  class Traced {
   public:
    Traced(const Engines& engines, Engine engine, std::uint64_t limit)
        : engines_(engines), run_{engine, limit} {}
    ~Traced() {
      if (!engines_.options_.trace) return;
      run_.seconds = watch_.seconds();
      if (run_.engine == Engine::proof_numbers) run_.table_bytes = engines_.bytes_of_table();
      engines_.options_.trace(run_);
    }
    Traced(const Traced&) = delete;

    Answer answer(Decision decision) {
      run_.has_answered = true;
      return decision;
    }

   private:
    const Engines& engines_;
    const Stopwatch watch_;
    EngineRun run_;
  };

  void complete_draw(const Task& task, Decision& decision) {
    ONYX_ASSERT(searcher_ != nullptr && decision.engine == Engine::proof_numbers);
    std::vector<Place> keeping;
    bool is_known = true;
    placements(board_, task.position).for_each([&](Place place) {
      if (!is_known) return;
      const WidePosition<W> next = successor(board_, task.position, place);
      const auto value =
          find_value(*searcher_, next, with_limits(task.stop, bytes_ / 4, kNodesForReply));
      is_known = value.end == End::complete;
      if (is_known && value.is_draw) keeping.push_back(place);
    });
    if (!is_known) return;
    decision.best_moves = keeping;
    decision.all_best_moves = true;
  }

  std::uint64_t bounded_bytes() const { return std::min(bytes_ / 8, kExactDistanceBytes); }
  std::uint64_t explorer_bytes() const { return bytes_ / 4 - bounded_bytes(); }
  std::uint64_t bytes_for_all_values() const { return options_.only ? bytes_ : explorer_bytes(); }

  proof_number::Searcher<W>& searcher(std::size_t threads) {
    if (!table_) table_ = std::make_unique<proof_number::ProofTable<W>>(bytes_ / 2);
    if (!searcher_ || searcher_threads_ != threads) {
      searcher_ =
          std::make_unique<proof_number::Searcher<W>>(board_, *table_, static_cast<int>(threads));
      searcher_threads_ = threads;
    }
    return *searcher_;
  }

  BoundedSearch<W>& bounded(const Stop& stop, std::uint64_t nodes) {
    if (!bounded_) {
      bounded_ = std::make_unique<BoundedSearch<W>>(board_, table_bits_for<W>(bounded_bytes()),
                                                    BoundedSearch<W>::Looks::ahead);
    }
    bounded_->set_limits(stop, nodes);
    return *bounded_;
  }

  const WideBoard<W>& board_;
  const DecideOptions options_;
  std::uint64_t bytes_ = 0;
  std::atomic<std::uint64_t> looked_at_{0};
  std::unique_ptr<proof_number::ProofTable<W>> table_;
  std::unique_ptr<proof_number::Searcher<W>> searcher_;
  std::size_t searcher_threads_ = 0;
  End numbers_end_ = End::complete;
  std::unique_ptr<BoundedSearch<W>> bounded_;
};

}  // namespace onyx
