// What stands behind a verdict, gathered and written as a certificate.
#pragma once

#include "solver/certificate/certificate.h"
#include "solver/proof_number/value.h"
#include "solver/proof_number/winning_strategy.h"

namespace onyx::proof_number {

template <int W>
struct Proof {
  End end = End::complete;
  /// The winner's; or for a draw V's and H's.
  std::vector<StrategyMoves<W>> strategies;
  int plies = 0;               ///< Of a win: of the longest play under the strategy.
  std::uint64_t searched = 0;  ///< Positions that the table had lost.

  std::uint64_t entries() const {
    std::uint64_t sum = 0;
    for (const StrategyMoves<W>& strategy : strategies) sum += strategy.moves.size();
    return sum;
  }
};

/// The verdict must be solved, and found by this searcher.
template <int W>
Proof<W> prove(Searcher<W>& searcher, const Position<W>& position, const Verdict<W>& verdict,
               const Stop& stop);

/// As text: for strategies of up to some hundred thousand entries.
template <int W>
Certificate certificate_of(const Board<W>& board, const Position<W>& position,
                           const Verdict<W>& verdict, const Proof<W>& proof,
                           std::uint64_t most_bytes = UINT64_MAX);

template <int W>
Claim claim_of(const Verdict<W>& verdict) {
  if (verdict.is_draw) return Claim::draw;
  return verdict.winner == Player::V ? Claim::v_wins : Claim::h_wins;
}

}  // namespace onyx::proof_number
