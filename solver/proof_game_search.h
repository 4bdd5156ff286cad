// Proof games with captures: a search backwards from a position to one that play without captures
// reaches, or to the setup itself.
#pragma once

#include "solver/explorer.h"
#include "solver/proof_game.h"

namespace onyx {

struct ProofGameSearch {
  ProofGame game;
  /// What made the answer unknown; complete if it is not unknown.
  ExploreEnd end = ExploreEnd::complete;
  /// Positions from which `position` can be reached, the number found and the number whose
  /// predecessors are known.
  ExploreProgress reached;
};

/// Looks for a legal game from `setup`, which has equal counts and V to move, to `position`, which
/// must be legal.
///
/// Retro-moves (retro_moves.h) are tried best first, by the capture debt of the position before
/// them. Where the counts ask for no captures, find_proof_game completes the game. Every position
/// is looked at once, so on small boards, and from crowded positions with few ways back, the search
/// ends: then all positions are known from which `position` can be reached, the setup is not among
/// them, and the answer is `impossible`. On other boards a limit must end it: `states`, `bytes`,
/// `deadline` and `interrupt` of `limits`; `progress` is called now and then; nothing else of them
/// is used, and one thread works. A position takes 16 W + 10 bytes and at most 24 for the table and
/// the queue. Throws std::bad_alloc when memory runs out below the limit.
///
/// What is found is legal by construction: every retro-move is the inverse of a legal move.
template <int W>
ProofGameSearch search_proof_game(const Board<W>& board, const Position<W>& setup,
                                  const Position<W>& position, const ExploreLimits& limits);

}  // namespace onyx
