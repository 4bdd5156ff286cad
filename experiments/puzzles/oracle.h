// An oracle is an engine that gives the exact outcome of a position and a certificate of its value.
//
// The bounded search answers for positions that are decided within a few plies. The explorer
// answers for positions from which few others are reachable, including draws. The two engines share
// only the rules of the game, so each can check puzzles made with the other.
#pragma once

#include <optional>
#include <unordered_map>

#include "core/packed_position.h"
#include "experiments/puzzles/puzzle.h"
#include "experiments/puzzles/puzzle_board.h"
#include "solver/certificate/prove.h"
#include "solver/engine/graph/solve_graph.h"

namespace onyx {

template <int W>
class Oracle {
 public:
  virtual ~Oracle() = default;

  /// Returns the outcome; nothing if the engine's limits are too low.
  virtual std::optional<Outcome> outcome(const WidePosition<W>& position) = 0;
  /// Whether the side to move loses within `plies`, an even number. Agrees with outcome(), but an
  /// engine may find a negative answer faster.
  virtual std::optional<bool> loses_within(const WidePosition<W>& position, int plies) {
    const std::optional<Outcome> found = outcome(position);
    if (!found) return std::nullopt;
    return found->value() == Value::loss && found->distance() <= plies;
  }
  virtual std::optional<Certificate> certify(const WidePosition<W>& position) = 0;
  virtual const char* name() const = 0;
};

template <int W>
class SearchOracle : public Oracle<W> {
 public:
  /// Answers for positions decided within `plies`; never finds draws. `search` must outlive the
  /// oracle.
  SearchOracle(BoundedSearch<W>& search, int plies) : search_(search), plies_(plies) {}

  std::optional<Outcome> outcome(const WidePosition<W>& position) override {
    return search_.outcome(position, plies_);
  }
  std::optional<bool> loses_within(const WidePosition<W>& position, int plies) override {
    if (is_finished(search_.board(), position)) return true;
    return search_.loses_within(position, plies);
  }
  std::optional<Certificate> certify(const WidePosition<W>& position) override {
    const auto proof = proof_from(search_, position, plies_);
    if (!proof) return std::nullopt;
    return certificate_of(search_.board(), position, win_of(proof->strategies.front().owner),
                          *proof);
  }
  const char* name() const override { return "bounded search"; }

 private:
  BoundedSearch<W>& search_;
  int plies_;
};

/// Answers for positions reachable from a root. Stops exploring where a player can connect at once.
template <int W>
class ExplorerOracle : public Oracle<W> {
 public:
  /// Explores at most `states` states, on one thread. Can answer only if end() is complete.
  ExplorerOracle(const WideBoard<W>& board, const WidePosition<W>& root, std::uint64_t states,
                 Interrupt interrupt);

  End end() const { return solution_.end; }
  std::uint64_t states() const { return solution_.reached.known; }
  const SolvedGraph<W>& solved() const { return solution_.solved; }

  std::optional<Outcome> outcome(const WidePosition<W>& position) override;
  std::optional<Certificate> certify(const WidePosition<W>& position) override;
  const char* name() const override { return "explorer"; }

 private:
  std::optional<StateId> state_of(const WidePosition<W>& position) const;

  const WideBoard<W>& board_;
  GraphSolution<W> solution_;
  std::unordered_map<PackedPosition<W>, StateId, PackedHash<W>> states_;
};

template <int W>
WidePosition<W> with_other_to_move(const WidePosition<W>& position) {
  WidePosition<W> turned = position;
  turned.to_move = other(position.to_move);
  return turned;
}

/// Returns the winner of a `who` puzzle with the other side to move, and a line of best play;
/// nothing if the oracle cannot tell or nobody wins.
template <int W>
std::optional<OtherSide> other_side_of(const WideBoard<W>& board, Oracle<W>& oracle,
                                       const WidePosition<W>& position);

}  // namespace onyx
