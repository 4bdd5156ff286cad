// The drawn positions of a tier as a graph, and the symmetries that map the tier to itself.
//
// A cycle has no midpoint move (core/README.md, fact 5), so each one lies within a tier: the
// recurrent classes of these graphs are all that the board has.
#pragma once

#include "core/symmetry.h"
#include "solver/repetition/arena.h"
#include "solver/tier_run/draw_format.h"

namespace onyx {

/// State i is the i-th code. Rows hold the drawn successors within the tier, in the order of their
/// places. Memory: 26 bytes for each draw and 4 for each move between draws; O(moves * log(draws)).
SolvedGraph<1> draw_graph(const Board<1>& board, const DrawFormat& format, const TierName& tier,
                          const DrawCodes& codes);

/// Those of `group` that map the tier to itself, the identity left out.
std::vector<Symmetry> symmetries_within(const std::vector<Symmetry>& group,
                                        const DrawFormat& format, const TierName& tier);

/// Where a symmetry of the tier leads: by number of a code, that of its image. Throws
/// std::invalid_argument if an image is no draw: then these are not the draws of the tier.
std::vector<StateId> images_of(const Symmetry& symmetry, const DrawFormat& format,
                               const TierName& tier, const DrawCodes& codes);

/// How many there are of `count` things up to maps, each of which numbers their images. The maps
/// with the identity must be a group.
std::uint64_t count_up_to(std::size_t count, const std::vector<std::vector<StateId>>& maps);

}  // namespace onyx
