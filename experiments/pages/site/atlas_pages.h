// Data of the site's pattern pages: a list of all patterns, and a view of each with its classes.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/repetition/describe/atlas.h"

namespace onyx {

/// The entries of the list, in the order of the pattern numbers (atlas.js reads this order): name,
/// position of its picture, its classes by board, and how many of its classes are least.
nlohmann::ordered_json pattern_lines(const Atlas& atlas);

/// The data of the view of the pattern with this index: the patterns inside it and the patterns
/// that contain it, as indices; and its classes, least ones first, then by size: name on the site,
/// position, 1 if it is least.
nlohmann::ordered_json pattern_view(const Atlas& atlas, std::size_t index);

/// The name of a class on the site, a hash of its key, so that links stay valid when classes
/// are added.
std::string class_sum(const ClassRecord& record);

}  // namespace onyx
