// Proof games without captures: an order in which a position's stones can have been placed. (With
// captures: proof_game_search.h.)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/position.h"

namespace onyx {

enum class ProofGameAnswer {
  found,
  impossible,  ///< No legal game leads there, with captures or without; `why` says the reason.
  unknown,     ///< None without captures, or the search gave up; `why` says which.
};

struct ProofGame {
  ProofGameAnswer answer = ProofGameAnswer::unknown;
  std::vector<Place> moves;  ///< From the setup, if found.
  std::string why;           ///< If not found.
};

/// Looks for a game from `setup` to `position` in which nothing is captured.
///
/// Without captures stones only come, so the game is an order of the stones that are missing in the
/// setup, and it is legal iff players alternate, every midpoint stone comes before the stones on
/// its corners, and nobody connects before the last move. Captures cannot happen by accident: a
/// square where one did would show a cross in the final position. Playing one's own midpoints
/// first, and then points that are no corner of an open square, loses nothing; so only the order of
/// midpoints has to be searched, depth first, remembering sets that failed, through at most
/// `max_nodes` sets.
template <int W>
ProofGame find_proof_game(const Board<W>& board, const Position<W>& setup,
                          const Position<W>& position, std::uint64_t max_nodes = 1'000'000);

}  // namespace onyx
