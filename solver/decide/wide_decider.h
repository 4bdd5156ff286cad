// The decider for wide positions (core/wide_position.h), which implements Decider (decide.h).
#pragma once

#include <memory>
#include <optional>

#include "core/base/assert.h"
#include "solver/certificate/proof.h"
#include "solver/decide/decide.h"
#include "solver/engine/graph/strategy.h"
#include "solver/engine/proof_number/found_value.h"

namespace onyx {

template <int W>
struct WideBasis : Basis {
  std::shared_ptr<const SolvedGraph<W>> solved;
  std::shared_ptr<const proof_number::FoundValue<W>> found_value;
};

/// Returns the explorer's graph of a decision, or nullptr if the decision has none.
template <int W>
std::shared_ptr<const SolvedGraph<W>> solved_graph_of(const Decision& decision) {
  const auto* const basis = dynamic_cast<const WideBasis<W>*>(decision.basis.get());
  return basis != nullptr ? basis->solved : nullptr;
}

/// Sets claim and distance from an outcome with `mover` to move.
inline void set_value(Decision& decision, const Outcome& outcome, Player mover) {
  ONYX_ASSERT(decision.is_draw());
  if (outcome.is_draw()) return;
  decision.distance = outcome.distance();
  decision.claim = win_of(outcome.value() == Value::win ? mover : other(mover));
}

/// Converts a result of proof-number search, with `mover` to move. Does not set the basis.
template <int W>
Decision decision_of(const proof_number::FoundValue<W>& value, Player mover) {
  if (value.end != End::complete) return {.end = value.end};
  Decision decision{
      .claim = claim_of(value), .all_best_moves = false, .engine = Engine::proof_numbers};
  if (!value.is_draw && value.plies < proof_number::kPliesUnknown) {
    decision.distance_at_most = value.plies;
  }
  if (value.is_draw || value.winner == mover) decision.best_moves = {value.move};
  return decision;
}

template <int W>
class Engines;

template <int W>
class WideDecider final : public AnyDecider {
 public:
  explicit WideDecider(const WideBoard<W>& board, const DecideOptions& options = {});
  ~WideDecider() override;

  Decision decide(const WidePosition<W>& position, const Stop& stop = {});
  Decision decide(const Position& position, const Stop& stop) override {
    return decide(to_wide<W>(position), stop);
  }

  /// Returns the strategies that prove a decision of this object: the winner's, or both for a draw.
  /// Unless `end` is complete, the strategies are partial. Searches again if the arena decided.
  Proof<W> prove(const WidePosition<W>& position, const Decision& decision, const Stop& stop = {});

  std::optional<Certificate> certify(const WidePosition<W>& position, const Decision& decision,
                                     const Stop& stop = {});
  std::optional<Certificate> certify(const Position& position, const Decision& decision,
                                     const Stop& stop) override {
    return certify(to_wide<W>(position), decision, stop);
  }

 private:
  std::unique_ptr<Engines<W>> engines_;
};

}  // namespace onyx
