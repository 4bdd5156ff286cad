// What a puzzle asks of an engine: the exact outcome of a position, or nothing; and a certificate.
//
// Two engines answer, which share the rules of the game and nothing else: the bounded search, for
// positions that are decided soon, and the explorer with its retrograde values, for positions from
// which little can be reached, draws among them. What the one has made is verified by the other
// (verify.h).
#pragma once

#include <optional>
#include <unordered_map>

#include "core/packed_hash.h"
#include "experiments/puzzles/puzzle_board.h"
#include "solver/certificate/from_bounded.h"
#include "solver/certificate/from_graph.h"
#include "solver/graph/solve_graph.h"

namespace onyx {

template <int W>
class Oracle {
 public:
  Oracle() = default;
  virtual ~Oracle() = default;
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  /// Exact, or nothing if the engine's limits do not allow to tell.
  virtual std::optional<Outcome> outcome(const Position<W>& position) = 0;
  /// Whether the side to move is lost within `plies`, an even number. As outcome() would tell; but
  /// of positions that are not lost so soon, less has to be known.
  virtual std::optional<bool> loses_within(const Position<W>& position, int plies);
  /// Of the value of the position.
  virtual std::optional<Certificate> certify(const Position<W>& position) = 0;
  virtual const char* name() const = 0;
};

/// Knows no draws.
template <int W>
class SearchOracle : public Oracle<W> {
 public:
  /// Positions that are decided within `plies`; both must outlive it.
  SearchOracle(BoundedSearch<W>& search, int plies) : search_(search), plies_(plies) {}

  std::optional<Outcome> outcome(const Position<W>& position) override {
    return search_.outcome(position, plies_);
  }
  std::optional<bool> loses_within(const Position<W>& position, int plies) override {
    if (is_finished(search_.board(), position)) return true;
    return search_.loses_within(position, plies);
  }
  std::optional<Certificate> certify(const Position<W>& position) override {
    return onyx::certify(search_, position, plies_);
  }
  const char* name() const override { return "bounded search"; }

 private:
  BoundedSearch<W>& search_;
  int plies_;
};

/// Knows what can be reached from its roots, up to where somebody can connect at once.
template <int W>
class ExplorerOracle : public Oracle<W> {
 public:
  /// On one thread. Look at is_complete() before anything is asked.
  ExplorerOracle(const Board<W>& board, const std::vector<Position<W>>& roots, const Stop& stop);

  bool is_complete() const { return solution_.end == End::complete; }
  End end() const { return solution_.end; }
  std::uint64_t states() const { return solution_.reached.known; }
  const SolvedGraph<W>& solved() const { return solution_.solved; }
  std::optional<StateId> state_of(const Position<W>& position) const;

  std::optional<Outcome> outcome(const Position<W>& position) override;
  std::optional<Certificate> certify(const Position<W>& position) override;
  const char* name() const override { return "explorer"; }

 private:
  const Board<W>& board_;
  GraphSolution<W> solution_;
  std::unordered_map<PackedPosition<W>, StateId, PackedHash<W>> states_;
};

}  // namespace onyx
