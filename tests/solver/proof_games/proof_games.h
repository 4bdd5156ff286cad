// Helpers for the tests of proof games.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "solver/proof_games/proof_game.h"
#include "tests/solver/support.h"

namespace onyx::test {

/// Expects that a game was found, and that the plain engine replays it from setup to position.
template <int W>
void expect_proof(const WideBoard<W>& board, const WidePosition<W>& setup,
                  const WidePosition<W>& position, const ProofGame& game) {
  SCOPED_TRACE(format_position(board, position));
  ASSERT_EQ(game.answer, ProofGameAnswer::found) << game.why;
  WidePosition<W> reached = setup;  // only for writing the moves as text
  plain::Position at = to_reference(board, setup);
  for (const Place move : game.moves) {
    ASSERT_NO_THROW(at = plain::play(at, format_move(board, reached, move))) << at;
    reached = successor(board, reached, move);
  }
  ASSERT_EQ(at, to_reference(board, position));
}

/// Returns all positions reachable by play, including finished games.
template <int W>
std::set<WidePosition<W>> reached_from(const WideBoard<W>& board, const WidePosition<W>& setup,
                                       bool with_captures) {
  std::set<WidePosition<W>> reached{setup};
  std::vector<WidePosition<W>> waiting{setup};
  while (!waiting.empty()) {
    const WidePosition<W> position = waiting.back();
    waiting.pop_back();
    for (const Place move : list(legal_moves(board, position))) {
      if (!with_captures && captured_by(board, position, move).any()) continue;
      const WidePosition<W> next = successor(board, position, move);
      if (reached.insert(next).second) waiting.push_back(next);
    }
  }
  return reached;
}

}  // namespace onyx::test
