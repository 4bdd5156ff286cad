#include "solver/decide/decide.h"

#include <algorithm>
#include <new>
#include <stdexcept>

#include "core/base/assert.h"
#include "core/legality.h"
#include "solver/decide/engine_order.h"
#include "solver/decide/engines.h"

namespace onyx {

const char* name_of(Engine engine) {
  switch (engine) {
    case Engine::rules:
      return "rules";
    case Engine::explorer:
      return "explorer";
    case Engine::arena:
      return "arena";
    case Engine::bounded:
      return "bounded search";
    case Engine::proof_numbers:
      break;
  }
  return "proof-number search";
}

template <int W>
Decider<W>::Decider(const WideBoard<W>& board, const DecideOptions& options)
    : engines_(std::make_unique<Engines<W>>(board, options)) {}
template <int W>
Decider<W>::~Decider() = default;
template <int W>
Decider<W>::Decider(Decider&&) noexcept = default;

template <int W>
Decision<W> Decider<W>::decide(const WidePosition<W>& position, const Stop& stop) {
  ONYX_ASSERT(is_legal(engines_->board(), position));
  Decision<W> decision;
  if (is_finished(engines_->board(), position)) {
    decision.claim = win_of(other(position.to_move));
    decision.distance = 0;
    return decision;
  }
  if (const auto end = stop.met()) {
    decision.end = *end;
    return decision;
  }
  engines_->begin(stop);
  const typename Engines<W>::Task task{position, stop};
  try {
    decision = ask_in_order(*engines_, task);
    engines_->complete(task, decision);
  } catch (const proof_number::TableTooSmall&) {
    if (decision.engine == Engine::rules) decision.end = End::memory_limit;
  } catch (const std::bad_alloc&) {
    if (decision.engine == Engine::rules) decision.end = End::memory_limit;
  }
  decision.states = engines_->looked_at();
  ONYX_ASSERT(decision.is_decided() || decision.end != End::complete);
  for ([[maybe_unused]] const Place move : decision.best_moves) {
    ONYX_ASSERT(is_placement(engines_->board(), position, move));
  }
  return decision;
}

template <int W>
Proof<W> Decider<W>::prove(const WidePosition<W>& position, const Decision<W>& decision,
                           const Stop& stop) {
  ONYX_ASSERT(is_legal(engines_->board(), position));
  if (!decision.is_decided()) throw std::invalid_argument("only a decided position has a proof");
  return engines_->prove(position, decision, stop);
}

template <int W>
std::optional<Certificate> Decider<W>::certify(const WidePosition<W>& position,
                                               const Decision<W>& decision, const Stop& stop) {
  try {
    const Proof<W> proof = prove(position, decision, stop);
    if (proof.end != End::complete) return std::nullopt;
    const std::uint64_t held = std::min(stop.bytes, engines_->bytes_of_table());
    return certificate_of(engines_->board(), position, decision.claim, proof, stop.bytes - held);
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

template <int W>
Decision<W> decide(const WideBoard<W>& board, const WidePosition<W>& position,
                   const DecideOptions& options, const Stop& stop) {
  return Decider<W>(board, options).decide(position, stop);
}

#define ONYX_INSTANTIATE(W)                                                                      \
  template class Decider<W>;                                                                     \
  template Decision<W> decide(const WideBoard<W>&, const WidePosition<W>&, const DecideOptions&, \
                              const Stop&);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
