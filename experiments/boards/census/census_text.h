// A census as JSON and as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "experiments/boards/census/board_census.h"

namespace onyx {

/// The whole census without the single tiers. Keys: board, tiers, tiers_counted, complete,
/// unlisted_tiers, unlisted_draws, draws, v_to_move, right_side, may_arise, on_cycles,
/// on_cycles_v_to_move, on_cycles_right_side, draws_up_to_symmetry, classes,
/// classes_up_to_symmetry; cycles (by plies of the shortest one: classes and their positions);
/// by_stones, by_midpoints; fewest_stones and fewest_stones_on_cycles (positions, if there are
/// any).
nlohmann::ordered_json census_json(const BoardCensus& census);

/// One line with an object for each tier that has draws. Its counts are for the tier alone; `alike`
/// is the number of tiers symmetric to it, itself included.
std::string census_lines(const BoardCensus& census);

void print_census_text(const BoardCensus& census);

}  // namespace onyx
