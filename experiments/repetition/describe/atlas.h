// The atlas lists the patterns of repetition (solver/repetition/pattern.h), the boards where they
// occur, and which recurrent classes (solver/repetition/recurrence.h) contain others.
#pragma once

#include <map>

#include "experiments/repetition/describe/catalogue.h"

namespace onyx {

using CyclePositions = std::vector<std::string>;

/// Returns, for each cycle, the ascending indices of the cycles that it contains. Cycle A contains
/// cycle B if a position of A has all stones of a symmetric image of a position of B, with the same
/// side to move. All cycles must be on one board. O(pairs of positions).
std::vector<std::vector<std::size_t>> contained_cycles(const std::vector<CyclePositions>& cycles);

struct AtlasClass {
  const CatalogueEntry* entry = nullptr;
  /// Indices into Atlas::classes: the contained classes that themselves contain no other.
  std::vector<std::size_t> contains;
  bool is_least = false;  ///< Whether it contains no other class of the atlas.
};

struct AtlasPattern {
  std::string name;
  std::map<std::string, std::size_t> by_board;  ///< Number of classes per board, such as "4x5".
  std::size_t least_classes = 0;
  /// Indices into Atlas::patterns: the other patterns with a class inside a class of this pattern.
  std::vector<std::size_t> contains;
  /// Index into Atlas::classes: the class with the fewest stones on the smallest of the boards.
  std::size_t example = 0;
};

struct Atlas {
  std::vector<AtlasClass> classes;     ///< In the order of the catalogue.
  std::vector<AtlasPattern> patterns;  ///< Pattern number n is at index n - 1.
};

/// The catalogue must outlive the atlas.
Atlas make_atlas(const Catalogue& catalogue);
/// The keys are format, version, boards (counts, and the range of each measure), patterns, classes.
nlohmann::ordered_json to_json(const Atlas& atlas);
/// Returns the member `boards` of to_json().
nlohmann::ordered_json boards_as_json(const Atlas& atlas);
/// Writes the atlas as JSON and Markdown, and an SVG picture of each pattern. Throws FileError.
void write_atlas(const Atlas& atlas, const std::filesystem::path& folder);

}  // namespace onyx
