// A census as JSON and as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "experiments/boards/census/board_census.h"

namespace onyx {

/// All but the tiers one by one. Keys: board, tiers, tiers_counted, complete, unlisted_tiers,
/// unlisted_draws, draws, v_to_move, right_side, may_arise, on_cycles, on_cycles_v_to_move,
/// on_cycles_right_side, draws_up_to_symmetry, classes, classes_up_to_symmetry; cycles (by plies of
/// the shortest one: classes and their positions); by_stones, by_midpoints; fewest_stones and
/// fewest_stones_on_cycles (positions, if there are any).
nlohmann::ordered_json census_json(const BoardCensus& census);

/// An object for each tier that has draws, a line each. Its counts are those of the tier alone,
/// `alike` how many tiers it stands for.
std::string census_lines(const BoardCensus& census);

void print_census_text(const BoardCensus& census);

}  // namespace onyx
