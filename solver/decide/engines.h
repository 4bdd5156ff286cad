// The engines of one Decider: the resources, the answer and the proof of each engine.
// engine_order.h decides when each engine is asked.
//
// Memory: half for the table of proof numbers; a quarter for bounded search (at most an eighth) and
// the explorer or the arena together. The explorer and the arena finish before the strategies need
// the rest.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "solver/certificate/proof.h"
#include "solver/decide/decide.h"
#include "solver/decide/exact_distance.h"
#include "solver/engine/bounded/bounded_search.h"
#include "solver/engine/graph/strategy.h"
#include "solver/engine/proof_number/found_value.h"
#include "solver/repetition/arena.h"

namespace onyx {

/// All values of the explorer, or the result of proof-number search.
template <int W>
struct WideBasis : Basis {
  std::shared_ptr<const SolvedGraph<W>> solved;
  std::shared_ptr<const proof_number::FoundValue<W>> found_value;
};

/// The explorer's graph behind a decision; nullptr if there is none, or it was dropped.
template <int W>
std::shared_ptr<const SolvedGraph<W>> solved_graph_of(const Decision& decision) {
  const auto* const basis = dynamic_cast<const WideBasis<W>*>(decision.basis.get());
  return basis != nullptr ? basis->solved : nullptr;
}

/// The decision of proof-number search on a position with `mover` to move, without its proof.
template <int W>
Decision decision_of(const proof_number::FoundValue<W>& value, Player mover);

template <int W>
class Engines {
 public:
  /// A position for one engine, and the limits of the engine within those of the question.
  struct Task {
    const WidePosition<W>& position;
    const Stop& stop;
  };
  /// Nothing if the engine does not suit the position, or if its limits are too low.
  using Answer = std::optional<Decision>;

  Engines(const WideBoard<W>& board, const DecideOptions& options)
      : board_(board), options_(options) {}

  const WideBoard<W>& board() const { return board_; }
  const DecideOptions& options() const { return options_; }

  /// Called before each position; sets the memory for all engines together.
  void begin(const Stop& stop);

  /// Explores everything reachable, if that is at most `states` states.
  Answer by_explorer(const Task& task, std::uint64_t states);
  Answer by_arena(const Task& task, const Arena<W>& arena);
  /// Asks whichever of the two suits the position.
  Answer by_explorer_or_arena(const Task& task);
  /// If there is no answer, numbers_end() tells why.
  Answer by_proof_numbers(const Task& task, std::uint64_t nodes, std::size_t threads);
  /// Searches an increasing number of plies while `nodes` nodes suffice. Never answers for a draw.
  Answer by_bounded_search(const Task& task, std::uint64_t nodes);

  /// Whether the memory suffices for proof-number search.
  bool has_proof_numbers() const { return bytes_ >= kLeastProofNumberBytes; }
  /// Positions that all engines have searched since begin(), successfully or not, without those of
  /// complete().
  std::uint64_t looked_at() const { return looked_at_; }
  /// Memory in use by the table of proof numbers.
  std::uint64_t bytes_of_table() const { return table_ ? table_->bytes() : 0; }
  /// How the latest proof-number search ended.
  End numbers_end() const { return numbers_end_; }

  /// Adds the distance and the best moves that proof-number search and bounded search leave open,
  /// if they are cheap to find.
  void complete(const Task& task, Decision& decision);

  /// See Decider::prove().
  Proof<W> prove(const WidePosition<W>& position, const Decision& decision, const Stop& stop);

 private:
  void complete_draw(const Task& task, Decision& decision);
  Proof<W> prove_by_bounded_search(const WidePosition<W>& position, const Decision& decision,
                                   const Stop& stop);

  std::uint64_t bounded_bytes() const { return std::min(bytes_ / 8, kExactDistanceBytes); }
  std::uint64_t explorer_bytes() const { return bytes_ / 4 - bounded_bytes(); }
  /// Memory of the explorer or the arena: everything if it is the only engine.
  std::uint64_t bytes_for_all_values() const { return options_.only ? bytes_ : explorer_bytes(); }
  proof_number::Searcher<W>& searcher(std::size_t threads);
  BoundedSearch<W>& bounded();

  const WideBoard<W>& board_;
  const DecideOptions options_;
  std::uint64_t bytes_ = 0;  ///< For all engines together.
  std::atomic<std::uint64_t> looked_at_{0};
  std::unique_ptr<proof_number::ProofTable<W>> table_;
  std::unique_ptr<proof_number::Searcher<W>> searcher_;
  std::size_t searcher_threads_ = 0;
  End numbers_end_ = End::complete;
  std::unique_ptr<BoundedSearch<W>> bounded_;
};

/// The reason for a missing answer: the limit that was met, otherwise the memory limit.
inline End end_now(const Stop& stop) { return stop.met().value_or(End::memory_limit); }

}  // namespace onyx
