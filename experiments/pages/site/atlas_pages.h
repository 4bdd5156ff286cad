// The patterns of a site: a list of all, and a view of each, with its classes.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/repetition/describe/atlas.h"

namespace onyx {

/// What the list says of each pattern, in the order of their numbers (atlas.js knows the order):
/// name, position of its picture, its classes by board, how many of them are least.
nlohmann::ordered_json pattern_lines(const Atlas& atlas);

/// What the view of the pattern with this index loads: which others lie inside it and inside which
/// it lies, as indices; and its classes, the least ones first and then by size: name on the site,
/// position, 1 if it is least.
nlohmann::ordered_json pattern_view(const Atlas& atlas, std::size_t index);

/// By which a class is called on the site: a sum of it, so that links stay whatever else is there.
std::string class_sum(const ClassRecord& record);

}  // namespace onyx
