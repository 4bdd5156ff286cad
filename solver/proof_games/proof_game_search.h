// Proof games with captures: a search backwards to a position reachable without captures.
#pragma once

#include "core/base/stop.h"
#include "solver/proof_games/proof_game.h"

namespace onyx {

struct ProofGameSearch {
  ProofGame game;
  /// Why the answer is unknown.
  End end = End::complete;
  /// Positions that lead to `position`: met (`known`, once per try) and expanded (`done`).
  Reached reached{};
};

/// Looks for a legal game from `setup` (equal counts, V to move) to the legal `position`.
///
/// Searches backwards by retro-moves (retro_moves.h), best first, by *capture debt*, an estimate of
/// the distance to play without captures. At positions whose counts of stones require no captures,
/// find_proof_game() tries to complete the game. Each try is twice as long as the one before and
/// uses another order, the same in every run (random restarts: C. Gomes, B. Selman and H. Kautz,
/// "Boosting Combinatorial Search Through Randomization", 1998). A try that runs out of positions
/// proves `impossible`. With no answer, a limit ends the search; work is counted in states of all
/// tries. Runs on one thread. A position takes 16 W + about 40 bytes. Throws std::bad_alloc when
/// memory runs out below the limit.
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
