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
#include "experiments/puzzles/small_board.h"
#include "solver/certificate/from_bounded.h"
#include "solver/certificate/from_graph.h"
#include "solver/graph/solve.h"

namespace onyx {

class Oracle {
 public:
  Oracle() = default;
  virtual ~Oracle() = default;
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  /// Exact, or nothing if the engine's limits do not allow to tell.
  virtual std::optional<Outcome> outcome(const SmallPosition& position) = 0;
  /// Whether the side to move is lost within `plies`, an even number. As outcome() would tell; but
  /// of positions that are not lost so soon, less has to be known.
  virtual std::optional<bool> loses_within(const SmallPosition& position, int plies);
  /// Of the value of the position.
  virtual std::optional<Certificate> certify(const SmallPosition& position) = 0;
  virtual const char* name() const = 0;
};

/// Knows no draws.
class SearchOracle : public Oracle {
 public:
  /// Positions that are decided within `plies`; both must outlive it.
  SearchOracle(BoundedSearch<1>& search, int plies) : search_(search), plies_(plies) {}

  std::optional<Outcome> outcome(const SmallPosition& position) override {
    return search_.outcome(position, plies_);
  }
  std::optional<bool> loses_within(const SmallPosition& position, int plies) override {
    if (is_finished(search_.board(), position)) return true;
    return search_.loses_within(position, plies);
  }
  std::optional<Certificate> certify(const SmallPosition& position) override {
    return onyx::certify(search_, position, plies_);
  }
  const char* name() const override { return "bounded search"; }

 private:
  BoundedSearch<1>& search_;
  int plies_;
};

/// Knows what can be reached from its roots, up to where somebody can connect at once.
class ExplorerOracle : public Oracle {
 public:
  /// On one thread. Look at is_complete() before anything is asked.
  ExplorerOracle(const SmallBoard& board, const std::vector<SmallPosition>& roots,
                 const Stop& stop);

  bool is_complete() const { return solution_.end == End::complete; }
  End end() const { return solution_.end; }
  std::uint64_t states() const { return solution_.reached.known; }
  const SolvedGraph<1>& solved() const { return solution_.solved; }
  std::optional<StateId> state_of(const SmallPosition& position) const;

  std::optional<Outcome> outcome(const SmallPosition& position) override;
  std::optional<Certificate> certify(const SmallPosition& position) override;
  const char* name() const override { return "explorer"; }

 private:
  const SmallBoard& board_;
  Solution<1> solution_;
  std::unordered_map<PackedPosition<1>, StateId, PackedHash<1>> states_;
};

}  // namespace onyx
