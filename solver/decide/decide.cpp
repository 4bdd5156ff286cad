#include "solver/decide/decide.h"

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>

#include "core/base/assert.h"
#include "core/legality.h"
#include "solver/decide/engine_order.h"

namespace onyx {

const char* name_of(Engine engine) {
  constexpr std::array kNames{"rules", "explorer", "arena", "proof-number search",
                              "bounded search"};
  return kNames[static_cast<std::size_t>(engine)];
}

template <int W>
WideDecider<W>::WideDecider(const WideBoard<W>& board, const DecideOptions& options)
    : engines_(std::make_unique<Engines<W>>(board, options)) {}

template <int W>
WideDecider<W>::~WideDecider() = default;

template <int W>
Decision WideDecider<W>::decide(const WidePosition<W>& position, const Stop& stop) {
  ONYX_ASSERT(is_legal(engines_->board(), position));
  if (is_finished(engines_->board(), position)) {
    return {.claim = win_of(other(position.to_move)), .distance = 0};
  }
  if (const auto end = stop.met()) return {.end = *end};
  engines_->begin(stop);
  Decision decision;
  const typename Engines<W>::Task task{position, stop};
  try {
    decision = Asking<W>(*engines_, task).ask();
    engines_->complete(task, decision);
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
Proof<W> WideDecider<W>::prove(const WidePosition<W>& position, const Decision& decision,
                               const Stop& stop) {
  ONYX_ASSERT(is_legal(engines_->board(), position));
  if (!decision.is_decided()) throw std::invalid_argument("only a decided position has a proof");
  return engines_->prove(position, decision, stop);
}

template <int W>
std::optional<Certificate> WideDecider<W>::certify(const WidePosition<W>& position,
                                                   const Decision& decision, const Stop& stop) {
  try {
    const Proof<W> proof = prove(position, decision, stop);
    if (proof.end != End::complete) return std::nullopt;
    const std::uint64_t held = std::min(stop.bytes, engines_->bytes_of_table());
    return certificate_of(engines_->board(), position, decision.claim, proof, stop.bytes - held);
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

#define ONYX_INSTANTIATE(W) template class WideDecider<W>;
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

Decider::Decider(const Board& board, const DecideOptions& options)
    : board_(board),
      wide_(with_board(board.size(),
                       [&]<int W>(const WideBoard<W>& wide) -> std::unique_ptr<AnyDecider> {
                         return std::make_unique<WideDecider<W>>(wide, options);
                       })) {}
AnyDecider& Decider::wide_for(const Position& position) {
  if (position.board() != board_) throw std::invalid_argument("a position of another board");
  return *wide_;
}

Decision decide(const Position& position, const DecideOptions& options, const Stop& stop) {
  return Decider(position.board(), options).decide(position, stop);
}

}  // namespace onyx
