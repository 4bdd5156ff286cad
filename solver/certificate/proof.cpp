#include "solver/certificate/proof.h"

#include <new>

#include "solver/certificate/truncated_strategy.h"

namespace onyx {

template <int W>
Certificate certificate_of(const WideBoard<W>& board, const WidePosition<W>& position, Claim claim,
                           const Proof<W>& proof, std::uint64_t most_bytes) {
  ONYX_ASSERT(claim != Claim::cycle);
  Certificate certificate;
  certificate.claim = claim;
  certificate.position = format_position(board, position);
  // The format requires the winner's strategy, even if it is empty because the game is over.
  if (claim == Claim::v_wins) certificate.strategies[letter_of(Player::V)];
  if (claim == Claim::h_wins) certificate.strategies[letter_of(Player::H)];
  for (const auto& strategy : proof.strategies) {
    auto& entries = certificate.strategies[letter_of(strategy.owner)];
    const auto whole = reached_under(board, position, strategy, most_bytes);
    whole.for_each([&](const PackedPosition<W>& packed, const proof_number::StrategyMove& move) {
      const WidePosition<W> at = unpack(packed);
      std::string text = format_position(board, at);
      if (certificate_bytes(text) > most_bytes) throw std::bad_alloc();
      most_bytes -= certificate_bytes(text);
      entries[std::move(text)] = format_move(board, at, move.move);
    });
  }
  if (claim == Claim::draw) {
    certificate.line = line_of(board, position, drawn_play(board, position, proof));
  }
  return certificate;
}

#define ONYX_INSTANTIATE(W)                                                               \
  template Certificate certificate_of(const WideBoard<W>&, const WidePosition<W>&, Claim, \
                                      const Proof<W>&, std::uint64_t);
ONYX_FOR_EACH_WIDTH(ONYX_INSTANTIATE)
#undef ONYX_INSTANTIATE

}  // namespace onyx
