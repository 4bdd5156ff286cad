// Proof games without captures: an order in which a position's stones can have been placed.
// proof_game_search.h finds those with captures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/wide_position.h"

namespace onyx {

enum class ProofGameAnswer {
  found,
  impossible,  ///< No legal game exists, with or without captures; see `why`.
  unknown,     ///< None without captures, or the search reached its limit; see `why`.
};

struct ProofGame {
  ProofGameAnswer answer = ProofGameAnswer::unknown;
  std::vector<Place> moves;  ///< From the setup, if found.
  std::string why;           ///< Set if not found.
};

/// Looks for a game from `setup` to `position` without any capture.
///
/// Without captures stones are only added, so the game is an order of the stones that the position
/// has beyond the setup. It is legal iff players alternate, every midpoint stone comes before the
/// stones on its corners, and nobody connects before the last move. Captures cannot happen by
/// accident: a square where one did would show a cross in the final position. A player loses
/// nothing by placing own midpoints first, and then points that are no corners of a midpoint still
/// to come. So only the order of midpoints is searched: depth first, remembering sets of stones
/// that failed, through at most `max_nodes` sets.
template <int W>
ProofGame find_proof_game(const WideBoard<W>& board, const WidePosition<W>& setup,
                          const WidePosition<W>& position, std::uint64_t max_nodes = 1'000'000);

}  // namespace onyx
