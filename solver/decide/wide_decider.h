// The Decider (decide.h) of engines and of code that works with their strategies.
#pragma once

#include <memory>
#include <optional>

#include "solver/decide/decide.h"
#include "solver/decide/engines.h"

namespace onyx {

template <int W>
class WideDecider {
 public:
  /// The board must outlive this.
  explicit WideDecider(const WideBoard<W>& board, const DecideOptions& options = {})
      : engines_(std::make_unique<Engines<W>>(board, options)) {}

  /// See Decider::decide().
  Decision decide(const WidePosition<W>& position, const Stop& stop = {});

  /// The strategies behind a decision of this Decider, which must be decided: the winner's
  /// strategy, or both players' for a draw. If a limit was met, the end of the proof says so, and
  /// there are no strategies. Positions decided by the arena are decided again.
  Proof<W> prove(const WidePosition<W>& position, const Decision& decision, const Stop& stop = {});

  /// See Decider::certify().
  std::optional<Certificate> certify(const WidePosition<W>& position, const Decision& decision,
                                     const Stop& stop = {});

 private:
  std::unique_ptr<Engines<W>> engines_;
};

/// Decides a single position.
template <int W>
Decision decide(const WideBoard<W>& board, const WidePosition<W>& position,
                const DecideOptions& options = {}, const Stop& stop = {}) {
  return WideDecider<W>(board, options).decide(position, stop);
}

}  // namespace onyx
