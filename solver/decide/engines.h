// The engines of one Decider, each by itself: what it may take, what it answers, what proves it.
// Which is asked when is decided in engine_order.h.
//
// Memory: half for the table of proof numbers, an eighth at most for that of bounded search, and
// with it a quarter for the explorer or the arena, whose work is over before the strategies need
// the rest.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "solver/bounded/bounded_search.h"
#include "solver/certificate/proof.h"
#include "solver/decide/decide.h"
#include "solver/decide/exact_distance.h"
#include "solver/proof_number/found_value.h"
#include "solver/repetition/arena.h"

namespace onyx {

template <int W>
class Engines {
 public:
  /// What one engine may do now, within the limits of the question.
  struct Task {
    const Position<W>& position;
    const Stop& stop;
  };
  /// Nothing if it is no engine for this position, or is not allowed enough to tell.
  using Answer = std::optional<Decision<W>>;

  Engines(const Board<W>& board, const DecideOptions& options) : board_(board), options_(options) {}

  const Board<W>& board() const { return board_; }
  const DecideOptions& options() const { return options_; }

  /// Before each position: what the engines may take together.
  void begin(const Stop& stop);

  /// Everything that can be reached, up to so many states.
  Answer by_explorer(const Task& task, std::uint64_t states);
  Answer by_arena(const Task& task, const Arena<W>& arena);
  /// Whichever of the two suits the position.
  Answer by_explorer_or_arena(const Task& task);
  /// Why it has no answer is told by numbers_end().
  Answer by_proof_numbers(const Task& task, std::uint64_t nodes, std::size_t threads);
  /// Ever more plies, as long as that many nodes suffice: never an answer for a draw.
  Answer by_bounded_search(const Task& task, std::uint64_t nodes);

  /// Whether there is memory for them.
  bool has_proof_numbers() const { return bytes_ >= kLeastProofNumberBytes; }
  /// Positions that all of them have looked at since begin(), whether they found anything or not;
  /// without those of complete().
  std::uint64_t looked_at() const { return looked_at_; }
  /// Memory that the table of proof numbers holds.
  std::uint64_t bytes_of_table() const { return table_ ? table_->bytes() : 0; }
  /// What proof numbers ended with the last time.
  End numbers_end() const { return numbers_end_; }

  /// Adds the distance and the best moves that proof numbers and bounded search leave open, if they
  /// can be had cheaply.
  void complete(const Task& task, Decision<W>& decision);

  /// As Decider::prove().
  Proof<W> prove(const Position<W>& position, const Decision<W>& decision, const Stop& stop);

 private:
  void complete_draw(const Task& task, Decision<W>& decision);
  Proof<W> prove_by_bounded_search(const Position<W>& position, const Decision<W>& decision,
                                   const Stop& stop);

  std::uint64_t bounded_bytes() const { return std::min(bytes_ / 8, kExactDistanceBytes); }
  std::uint64_t explorer_bytes() const { return bytes_ / 4 - bounded_bytes(); }
  /// Of the explorer, or of the arena: everything if it is the only engine.
  std::uint64_t bytes_for_all_values() const { return options_.only ? bytes_ : explorer_bytes(); }
  proof_number::Searcher<W>& searcher(std::size_t threads);
  BoundedSearch<W>& bounded();

  const Board<W>& board_;
  const DecideOptions options_;
  std::uint64_t bytes_ = 0;  ///< For everything.
  std::atomic<std::uint64_t> looked_at_{0};
  std::unique_ptr<proof_number::ProofTable<W>> table_;
  std::unique_ptr<proof_number::Searcher<W>> searcher_;
  std::size_t searcher_threads_ = 0;
  End numbers_end_ = End::complete;
  std::unique_ptr<BoundedSearch<W>> bounded_;
};

/// Why there is no answer now; if no limit is met, memory was short.
inline End end_now(const Stop& stop) { return stop.met().value_or(End::memory_limit); }

}  // namespace onyx
