// Proof games with captures: a search backwards to a position reachable without captures.
#pragma once

#include "core/base/stop.h"
#include "solver/proof_games/proof_game.h"

namespace onyx {

struct ProofGameSearch {
  ProofGame game;
  /// Why the answer is unknown.
  End end = End::complete;
  /// Counts positions that lead to `position`, over all tries: `known` found, `done` expanded.
  Reached reached{};
};

/// Looks for a legal game from `setup` (equal stone counts, V to move) to the legal `position`.
///
/// Searches backwards by retro-moves (retro_moves.h), best first by *capture debt*, an estimate of
/// the distance to play without captures. Where the stone counts require no captures,
/// find_proof_game() tries to complete the game. Each try may expand twice as many positions as the
/// try before, in another order; runs are reproducible (random restarts: C. Gomes, B. Selman and H.
/// Kautz, "Boosting Combinatorial Search Through Randomization", 1998). If a try runs out of
/// positions, the answer is `impossible`. The work limit counts the positions of all tries. Runs on
/// one thread. A position takes about 16 W + 40 bytes. Throws std::bad_alloc if memory runs out
/// below the limit.
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
