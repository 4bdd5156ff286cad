// Proof games without captures. proof_game_search.h finds games with captures.
#pragma once

#include <string>
#include <vector>

#include "core/wide_position.h"

namespace onyx {

enum class ProofGameAnswer {
  found,
  impossible,  ///< No legal game exists, with or without captures.
  unknown,     ///< No game without captures exists, or a limit was met.
};

struct ProofGame {
  ProofGameAnswer answer = ProofGameAnswer::unknown;
  std::vector<Place> moves;  ///< From the setup, if found.
  std::string why;           ///< The reason, if not found.
};

/// Looks for a game from `setup` to `position` without captures: an order of the stones beyond the
/// setup. This is legal iff players alternate, every midpoint stone comes before the stones on its
/// corners, and nobody connects before the last move. No move then captures: otherwise the final
/// position would have a cross. A player loses nothing by placing midpoints first, then points that
/// are not corners of missing midpoints. So the search tries only orders of midpoints: depth first,
/// through at most `max_nodes` sets of missing stones for each possible last stone, each set once.
template <int W>
ProofGame find_proof_game(const WideBoard<W>& board, const WidePosition<W>& setup,
                          const WidePosition<W>& position, std::uint64_t max_nodes = 1'000'000);

}  // namespace onyx
