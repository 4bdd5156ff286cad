// Proof games with captures: a search backwards from a position to one that play without captures
// reaches, or to the setup itself.
#pragma once

#include "core/base/stop.h"
#include "solver/proof_games/proof_game.h"

namespace onyx {

struct ProofGameSearch {
  ProofGame game;
  /// What made the answer unknown; complete if it is not unknown.
  End end = End::complete;
  /// Positions from which `position` can be reached: how many were met, a position once in every
  /// try, and from how many the search went on. All 0 where no search was needed.
  Reached reached;
};

/// Looks for a legal game from `setup`, which has equal counts and V to move, to `position`, which
/// must be legal.
///
/// Retro-moves (retro_moves.h) are tried best first, by the capture debt of the position before
/// them, which says how far play without captures is. Where the counts ask for no captures,
/// find_proof_game completes the game. A try that leads nowhere is given up for one twice as long
/// in another order (random restarts; the same in every run). A try keeps every position it met and
/// looks at each once. So on small boards, and from positions with few ways back, one ends: then it
/// has met all positions from which `position` can be reached, but for those that are Unreachable,
/// the setup is not among them, and the answer is `impossible`. Elsewhere a limit must end the
/// search, of which one state is a unit of work (in all tries together). One thread works.
///
/// A position takes 16 W + 8 bytes and about 30 more for the table, the queue and room to grow.
/// Throws std::bad_alloc when memory runs out below the limit. What is found is legal: every
/// retro-move is the inverse of a legal move.
/// Source of the restarts: C. Gomes, B. Selman and H. Kautz, "Boosting Combinatorial Search Through
/// Randomization", 1998.
template <int W>
ProofGameSearch search_proof_game(const Board<W>& board, const Position<W>& setup,
                                  const Position<W>& position, const Stop& stop);

}  // namespace onyx
