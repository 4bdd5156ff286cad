// Shared expectations for tests of winning strategies.
#pragma once

#include <gtest/gtest.h>

#include <set>

#include "core/notation.h"
#include "solver/certificate/proof.h"
#include "solver/referee/referee.h"

namespace onyx::test {

template <int W, class Arrive>
void walk_all(const WideBoard<W>& board, const WidePosition<W>& start, Player owner,
              const Arrive& arrive) {
  proof_number::walk(
      board, start, owner, arrive, proof_number::all_replies(board), [](const auto&) {},
      [](const auto&) { return false; });
}

/// Expects that the strategy has no superfluous entries, and that the referee accepts it.
template <int W>
void expect_whole(const WideBoard<W>& board, const WidePosition<W>& position,
                  proof_number::StrategyMoves<W> strategy) {
  std::set<WidePosition<W>> reached;
  walk_all(board, position, strategy.owner,
           [&](const WidePosition<W>& at, const proof_number::Way&) -> std::optional<Place> {
             const proof_number::StrategyMove* const entry = strategy.moves.find(pack(at));
             if (entry == nullptr || !reached.insert(at).second) return std::nullopt;
             return entry->move;
           });
  EXPECT_EQ(strategy.moves.size(), reached.size());
  const Claim claim = win_of(strategy.owner);
  Proof<W> proof;
  proof.strategies.push_back(std::move(strategy));
  const referee::Verdict verdict =
      referee::check_certificate(to_json(certificate_of(board, position, claim, proof)));
  EXPECT_TRUE(verdict.accepted) << format_position(board, position) << ": " << verdict.text;
}

}  // namespace onyx::test
