// Composes draw studies: positions with a single first move that does not lose.
//
// Random crowded positions are explored until one of them can reach a draw (the sieve and the
// numbers are those of the search for repeating positions), or a repeating position of a catalogue
// is. Neighbours of the drawn positions around it, and of theirs, are explored in turn, and, from a
// catalogue, positions from which a move or some lead there; of all drawn positions that are met so
// the one is kept that is worth most as a study: tempting wrong moves, a way to its cycle, a long
// line without duals; from a catalogue, one with a cycle of the same pattern. Then all stones that
// do not matter are taken off.
#pragma once

#include "core/base/stop.h"
#include "experiments/puzzles/composer.h"

namespace onyx {

/// For one thread.
template <int W>
class DrawComposer {
 public:
  DrawComposer(const Board<W>& board, const ComposeSettings& settings, Interrupt interrupt)
      : board_(board), settings_(settings), interrupt_(interrupt) {}

  Composition compose(std::uint64_t number);

 private:
  /// Drawn positions that one exploration met.
  struct Find {
    Position<W> drawn{};  ///< The best study; without one, any.
    std::optional<Candidate<W>> study;
    int worth = -1;
  };

  bool is_interrupted() const;
  std::unique_ptr<ExplorerOracle<W>> explored(const Position<W>& position) const;
  std::optional<Position<W>> changed(const Position<W>& drawn);
  std::optional<Find> find_from(const Position<W>& position);
  std::optional<Find> first_find(std::uint64_t number);
  void finish(const Candidate<W>& candidate, std::uint64_t number);

  const Board<W>& board_;
  const ComposeSettings settings_;
  Interrupt interrupt_;
  Random random_;
  std::string wished_cycle_;  ///< The pattern that the cycle is to have; "": any.
  Composition result_;
};

}  // namespace onyx
