// Proof games with captures: a search backwards from a position to one that play without captures
// reaches, or to the setup itself.
#pragma once

#include "core/base/stop.h"
#include "solver/proof_games/proof_game.h"

namespace onyx {

struct ProofGameSearch {
  ProofGame game;
  /// The reason for an unknown answer, otherwise complete.
  End end = End::complete;
  /// Counts positions that lead to `position`: those met (`known`, once in every try) and those
  /// expanded (`done`). All 0 if no search was needed.
  Reached reached{};
};

/// Looks for a legal game from `setup`, which must have equal counts and V to move, to `position`,
/// which must be legal.
///
/// Retro-moves (retro_moves.h) are tried best first, by the capture debt of the position before
/// them, an estimate of the distance to play without captures. Where the counts require no
/// captures, find_proof_game completes the game. An unsuccessful try is abandoned for one of twice
/// the length in another order, equal in every run (random restarts: C. Gomes, B. Selman and H.
/// Kautz, "Boosting Combinatorial Search Through Randomization", 1998). A try that runs out of
/// positions, as on small boards, has met all that lead to `position`, except those that
/// Unreachable excludes, and not the setup, so the answer is `impossible`. Otherwise a limit must
/// end the search; a unit of work in `stop` is one state, over all tries. Runs on one thread.
///
/// A position takes 16 W + 8 bytes and about 30 more for the table, the queue and room to grow.
/// Throws std::bad_alloc when memory runs out below the limit.
template <int W>
ProofGameSearch search_proof_game(const WideBoard<W>& board, const WidePosition<W>& setup,
                                  const WidePosition<W>& position, const Stop& stop);

inline ProofGameSearch search_proof_game(const Position& setup, const Position& position,
                                         const Stop& stop) {
  return with_wide(position, [&]<int W>(const WideBoard<W>& board, const WidePosition<W>& wide) {
    return search_proof_game(board, to_wide<W>(setup), wide, stop);
  });
}

}  // namespace onyx
