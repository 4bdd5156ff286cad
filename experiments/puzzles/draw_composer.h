// Composes draw studies: positions with a single first move that does not lose.
//
// Random crowded positions are explored until one can reach a draw (with the same sieve and
// numbers as in the search for repeating positions). With a catalogue, its repeating positions are
// explored instead. Then neighbours of the drawn positions found, and neighbours of those, are
// explored in turn; with a catalogue also positions some moves earlier. Among all drawn positions
// met, the composer keeps the best study: tempting wrong moves, some moves before the cycle, a long
// line without duals. With a catalogue, the cycle must have the pattern of the starting position.
// Finally, all stones that do not matter are removed.
#pragma once

#include <memory>

#include "core/base/stop.h"
#include "experiments/puzzles/composer.h"

namespace onyx {

/// Not thread-safe: one composer per thread.
template <int W>
class DrawComposer {
 public:
  DrawComposer(const WideBoard<W>& board, const ComposeSettings& settings, Interrupt interrupt)
      : board_(board), settings_(settings), interrupt_(interrupt) {}

  Composition compose(std::uint64_t number);

 private:
  /// A drawn position found by one exploration.
  struct Find {
    WidePosition<W> drawn{};  ///< The position of the best study; without a study, any.
    std::optional<Candidate<W>> study;
    int worth = -1;
  };

  bool is_interrupted() const;
  std::unique_ptr<ExplorerOracle<W>> explored(const WidePosition<W>& position) const;
  std::optional<WidePosition<W>> changed(const WidePosition<W>& drawn);
  std::optional<Find> find_from(const WidePosition<W>& position);
  std::optional<Find> first_find(std::uint64_t number);
  void finish(const Candidate<W>& candidate, std::uint64_t number);

  const WideBoard<W>& board_;
  const ComposeSettings settings_;
  Interrupt interrupt_;
  Random random_;
  std::string wished_cycle_;  ///< The pattern that the cycle must have; "": any.
  Composition result_;
};

}  // namespace onyx
