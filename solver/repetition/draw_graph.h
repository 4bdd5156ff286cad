// The drawn positions of a tier as a graph, and the symmetries that map the tier to itself.
//
// A cycle has no midpoint move (core/README.md, fact 5), so it lies within one tier: the recurrent
// classes of these graphs are all recurrent classes of the board.
#pragma once

#include "core/symmetry.h"
#include "solver/engine/tier_run/draw_format.h"
#include "solver/repetition/arena.h"

namespace onyx {

/// State i is the i-th code. Rows hold the drawn successors within the tier, in the order of their
/// places. Memory: 26 bytes per draw and 4 per move between draws; O(moves * log(draws)).
SolvedGraph<1> draw_graph(const WideBoard<1>& board, const DrawFormat& format, const TierName& tier,
                          const DrawCodes& codes);

/// The symmetries of `group` that map the tier to itself, except the identity.
std::vector<Symmetry> symmetries_within(const std::vector<Symmetry>& group,
                                        const DrawFormat& format, const TierName& tier);

/// For each code, the number of its image under a symmetry of the tier. Throws
/// std::invalid_argument if an image is not a draw: then the codes are not the draws of the tier.
std::vector<StateId> images_of(const Symmetry& symmetry, const DrawFormat& format,
                               const TierName& tier, const DrawCodes& codes);

/// The number of orbits of `count` things under maps, each given by the numbers of the images. The
/// maps with the identity must be a group.
std::uint64_t count_up_to(std::size_t count, const std::vector<std::vector<StateId>>& maps);

}  // namespace onyx
