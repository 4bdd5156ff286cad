// The atlas: patterns of repetition, where they occur, and how classes lie inside each other.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/repetition/describe/catalogue.h"

namespace onyx {

struct AtlasClass {
  const CatalogueEntry* entry = nullptr;
  std::vector<std::string> cycle;  ///< ClassRecord::cycle_moves.
  /// Least classes of the same board that lie inside it (containment.h), as indices into
  /// Atlas::classes; none if it is one itself.
  std::vector<std::size_t> contains;
  bool is_least = false;  ///< No other class of the atlas lies inside it.
};

struct AtlasPattern {
  std::string name;
  std::map<std::string, std::size_t> by_board;  ///< Classes, by board as "4x5".
  std::size_t least_classes = 0;
  /// Other patterns of which a class lies inside a class of this one, as numbers in
  /// Atlas::patterns. Two may lie inside each other, by different classes.
  std::vector<std::size_t> contains;
  /// With the fewest stones of its classes, on the smallest board on which it occurs.
  std::size_t example = 0;  ///< An index into Atlas::classes.
};

struct Atlas {
  std::vector<AtlasClass> classes;     ///< In the order of the catalogue.
  std::vector<AtlasPattern> patterns;  ///< In the order of their numbers.
};

/// The catalogue must outlive it.
Atlas make_atlas(const Catalogue& catalogue);

/// Keys: format, version; boards (classes, patterns, those on no smaller board and on no other,
/// least classes, least and greatest of what is counted); patterns; classes.
nlohmann::ordered_json to_json(const Atlas& atlas);

/// The `boards` of to_json.
nlohmann::ordered_json boards_as_json(const Atlas& atlas);

/// Writes the atlas as JSON and as a page in Markdown, and a picture of each pattern. Throws
/// FileError.
void write_atlas(const Atlas& atlas, const std::filesystem::path& folder);

}  // namespace onyx
