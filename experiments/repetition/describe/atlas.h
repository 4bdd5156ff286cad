// The atlas: patterns of repetition (solver/repetition/pattern.h), the boards they occur on, and
// which recurrent classes (solver/repetition/recurrence.h) contain others.
#pragma once

#include <map>

#include "experiments/repetition/describe/catalogue.h"

namespace onyx {

using CyclePositions = std::vector<std::string>;

/// For each cycle, the ascending indices of the cycles that it contains. A position contains
/// another with the same side to move if it has all stones of one of its symmetric images. All
/// cycles must be on the same board. O(pairs of positions).
std::vector<std::vector<std::size_t>> contained_cycles(const std::vector<CyclePositions>& cycles);

struct AtlasClass {
  const CatalogueEntry* entry = nullptr;
  /// Indices into Atlas::classes of the least classes in this class; empty if it is least.
  std::vector<std::size_t> contains;
  bool is_least = false;  ///< It contains no other class of the atlas.
};

struct AtlasPattern {
  std::string name;
  std::map<std::string, std::size_t> by_board;  ///< Number of classes by board, as "4x5".
  std::size_t least_classes = 0;
  /// Indices of other patterns with a class that a class of this pattern contains.
  std::vector<std::size_t> contains;
  /// The class with the fewest stones, on the smallest board with the pattern.
  std::size_t example = 0;  ///< An index into Atlas::classes.
};

struct Atlas {
  std::vector<AtlasClass> classes;     ///< In the order of the catalogue.
  std::vector<AtlasPattern> patterns;  ///< In the order of their numbers.
};

/// The catalogue must outlive the atlas.
Atlas make_atlas(const Catalogue& catalogue);
/// Keys: format, version; boards (counts, and extremes of each measure); patterns; classes.
nlohmann::ordered_json to_json(const Atlas& atlas);
/// The `boards` of to_json.
nlohmann::ordered_json boards_as_json(const Atlas& atlas);
/// Writes the atlas as JSON and in Markdown, and a picture of each pattern. Throws FileError.
void write_atlas(const Atlas& atlas, const std::filesystem::path& folder);

}  // namespace onyx
